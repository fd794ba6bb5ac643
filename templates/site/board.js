(function () {
  "use strict";
  const byId = (id) => document.getElementById(id), tools = byId("tools"), figure = document.querySelector("figure.board");
  const frames = JSON.parse(tools.dataset.frames), places = JSON.parse(tools.dataset.places), slide = byId("when"), play = byId("play");
  const sheet = figure.querySelector(".sheet"), drawn = sheet.querySelector("svg"), shown = new Image();
  let going = 0;
  shown.hidden = true;
  sheet.append(shown);
  function show() {
    const frame = frames[slide.value], words = frame ? frame[1] : "As it stands now";
    if (frame) { shown.src = frame[0] + ".jpg"; shown.alt = "The board: " + words; }
    shown.hidden = !frame;
    drawn.style.display = frame ? "none" : "";
    slide.setAttribute("aria-valuetext", words);
    byId("then").textContent = words;
    byId("then").href = frame ? frame[0] + ".html" : "#board";
  }
  function stop() { clearInterval(going); going = 0; play.textContent = "Play"; }
  if (slide) {
    slide.addEventListener("input", () => { stop(); show(); });
    play.addEventListener("click", () => {
      if (going) { stop(); return; }
      if (Number(slide.value) === frames.length) { slide.value = 0; }
      show();
      play.textContent = "Stop";
      going = setInterval(() => { slide.value = Number(slide.value) + 1; show(); if (Number(slide.value) === frames.length) { stop(); } }, 1200);
    });
    show();
  }
  const corner = byId("corner"), corners = JSON.parse(tools.dataset.corners), whole = drawn.getAttribute("viewBox");
  if (corner) {
    corner.addEventListener("change", () => {
      const box = corners[corner.value] || whole.split(" ");
      drawn.setAttribute("viewBox", box.join(" "));
      drawn.setAttribute("width", box[2]); drawn.setAttribute("height", box[3]);
      if (slide) { stop(); slide.value = frames.length; show(); }
    });
  }
  const look = byId("place"), map = drawn.querySelector("image"), over = drawn.querySelector("g[clip-path]");
  const tell = (code) => { look.value = code; byId("about").textContent = places[code] || ""; };
  look.addEventListener("change", () => tell(look.value));
  Object.keys(places).forEach((code) => {
    const area = document.createElementNS(drawn.namespaceURI, "use");
    area.setAttribute("href", map.getAttribute("href") + "#" + code);
    area.setAttribute("opacity", "0");
    area.dataset.code = code;
    area.addEventListener("click", () => tell(code));
    over.append(area);
  });
}());
