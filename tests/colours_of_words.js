const two = (one) => Number(one).toString(16).padStart(2, "0");
const hex = (colour) => "#" + colour.match(/[\d.]+/g).slice(0, 3).map(two).join("");
const out = "svg, script, style, [disabled], [aria-hidden], .unseen, .skip, option";
const clear = (colour) => /rgba\(.*, 0\)|transparent/.test(colour), found = {};
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const at = walk.currentNode.parentElement, style = getComputedStyle(at);
  if (!walk.currentNode.textContent.trim() || at.closest(out) || !at.checkVisibility()) { continue; }
  let ground = at;
  while (ground && clear(getComputedStyle(ground).backgroundColor)) { ground = ground.parentElement; }
  const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const pair = [hex(style.color), hex(ground ? getComputedStyle(ground).backgroundColor : "rgb(255, 255, 255)"), large];
  found[pair.join()] = [...pair, at.outerHTML.slice(0, 90)];
}
told(Object.values(found));
