(function () {
  var form = document.getElementById("form"), text = document.getElementById("text"), mail = document.getElementById("mail");
  var frame = text.value.split("\n"), game = frame[0].split("@")[1].split(" ")[0];
  function all(selector) { return Array.prototype.slice.call(form.querySelectorAll(selector)); }
  function amount(code) { return form.querySelector("[data-amount=" + code + "]").value.replace(/[^0-9.]/g, ""); }
  function trade(box) {
    var code = box.dataset.trade, many = amount(code);
    if (box.value === "SELL MAX") { return "SELL MAX " + code; }
    if (box.value === "REST") { return "BUY " + code + " WITH REST"; }
    if (!box.value || !many) { return ""; }
    return box.value === "WITH" ? "BUY " + code + " WITH " + many : box.value + " " + many + " " + code;
  }
  function order(box) {
    var sum = box.parentNode.querySelector("[data-sum]");
    return box.value && sum ? (sum.value.replace(/[^0-9]/g, "") || "0") + " : " + box.value : box.value;
  }
  function filled(row) {
    var boxes = Array.prototype.slice.call(row.querySelectorAll("[data-box]")), words = [], whole = true;
    boxes.forEach(function (box) {
      var value = box.tagName === "SELECT" ? box.value : box.value.replace(/[^0-9.]/g, "");
      if (value) { words.push(box.dataset.before, value, box.dataset.after); } else if (!("may" in box.dataset)) { whole = false; }
    });
    return whole ? words.filter(Boolean).join(" ") : "";
  }
  function blanks() {
    var found = [], open = {};
    all("[data-line]").forEach(function (row) {
      var line = filled(row), joined = row.dataset.line;
      if (!line) { return; }
      if (!joined) { found.push(line); } else if (!(joined in open)) {
        if ("last" in row.dataset) { return; }
        open[joined] = found.push(joined + " " + line) - 1;
      } else { found[open[joined]] += ("last" in row.dataset ? " " : ", ") + line; }
    });
    return found;
  }
  function lines() {
    var trades = all("[data-trade]").map(trade).filter(Boolean);
    trades.sort(function (a, b) { return (a.slice(0, 4) === "SELL" ? 0 : /REST$/.test(a) ? 2 : 1) - (b.slice(0, 4) === "SELL" ? 0 : /REST$/.test(b) ? 2 : 1); });
    var other = document.getElementById("other").value.split("\n").filter(function (one) { return one.trim(); });
    var ready = document.getElementById("ready");
    return trades.concat(all("[data-order]").map(order).filter(Boolean), blanks(), other, ready && ready.checked ? ["READY"] : []);
  }
  function write() {
    var seat = document.getElementById("seat").value, password = document.getElementById("password").value, found = lines();
    if (seat) {
      var name = / /.test(seat) ? '"' + seat + '"' : seat;
      found = ["SIGNON " + name + "@" + game + " " + (password || "your-password")].concat(found, ["SIGNOFF"]);
    }
    text.value = found.join("\n");
    mail.href = mail.href.split("&body=")[0] + "&body=" + encodeURIComponent(text.value);
  }
  form.addEventListener("input", write);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
}());
