(function () {
  var place = document.getElementById("count");
  if (!place) { return; }
  var due = new Date(place.dataset.deadline).getTime();
  var here = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  function told() {
    var left = Math.floor((due - Date.now()) / 60000);
    var days = Math.floor(left / 1440), hours = Math.floor(left % 1440 / 60), minutes = left % 60;
    var words = days > 0 ? days + " d " + hours + " h" : hours + " h " + minutes + " min";
    place.textContent = left < 0 ? "The deadline has passed." : words + " left; where you are that is " + here.format(due) + ".";
    place.hidden = false;
  }
  var loaded = Date.now();
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden && Date.now() - loaded > 300000) { location.reload(); }
  });
  told();
  setInterval(told, 20000);
}());
