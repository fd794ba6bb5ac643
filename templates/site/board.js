(function () {
  "use strict";
  const byId = (id) => document.getElementById(id), tools = byId("tools"), figure = document.querySelector("figure.board");
  const frames = JSON.parse(tools.dataset.frames), places = JSON.parse(tools.dataset.places), slide = byId("when"), play = byId("play");
  const drawn = figure.querySelector(".sheet svg"), corner = byId("corner"), corners = JSON.parse(tools.dataset.corners);
  const made = (name) => document.createElementNS(drawn.namespaceURI, name), whole = drawn.getAttribute("viewBox").split(" ");
  const map = drawn.querySelector("image"), sheet = drawn.querySelector("g[clip-path]"), shown = made("image"), areas = sheet.cloneNode(false);
  const look = byId("place"), named = drawn.getAttribute("aria-labelledby"), title = drawn.querySelector("title"), words = title.textContent;
  const frame = () => slide ? frames[slide.value] : undefined;
  let going = 0;
  // A replayed phase is a picture laid over the drawing, below the areas that are tapped; its key may have another height.
  const size = new Image();
  size.onload = () => fit(size.naturalHeight * whole[2] / size.naturalWidth);
  function fit(tall) {
    const box = corners[corner && corner.value] || [0, 0, whole[2], tall];
    drawn.setAttribute("viewBox", box.join(" "));
    drawn.setAttribute("width", box[2]); drawn.setAttribute("height", box[3]);
  }
  function about(code) {
    const past = frame() ? frames.slice(0, Number(slide.value) + 1).reverse().find((one) => code in one[2]) : undefined;
    return (past ? past[2] : places)[code] || "";
  }
  function tell(code) { look.value = code; byId("about").textContent = about(code); }
  function show() {
    const now = frame(), told = now ? now[1] : "As it stands now";
    if (now) { shown.setAttribute("href", now[0] + ".jpg"); size.src = now[0] + ".jpg"; }
    if (!now) { size.src = ""; fit(whole[3]); }
    shown.style.display = now ? "" : "none";
    title.textContent = now ? "The board: " + told : words;
    drawn.setAttribute("aria-labelledby", now ? title.id : named);
    slide.setAttribute("aria-valuetext", told);
    byId("then").textContent = told;
    byId("then").href = now ? now[0] + ".html" : "#board";
    tell(look.value);
  }
  function stop() { clearInterval(going); going = 0; play.textContent = "Play"; }
  shown.setAttribute("width", whole[2]); shown.setAttribute("height", 2 * whole[3]);
  shown.setAttribute("preserveAspectRatio", "xMinYMin meet");
  shown.style.display = "none";
  drawn.append(shown, areas);
  Object.keys(places).forEach((code) => {
    const area = made("use");
    area.setAttribute("href", map.getAttribute("href") + "#" + code);
    area.setAttribute("opacity", "0");
    area.dataset.code = code;
    area.addEventListener("click", () => tell(code));
    areas.append(area);
  });
  look.addEventListener("change", () => tell(look.value));
  if (corner) { corner.addEventListener("change", () => fit(frame() && size.naturalWidth ? size.naturalHeight * whole[2] / size.naturalWidth : whole[3])); }
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
}());
