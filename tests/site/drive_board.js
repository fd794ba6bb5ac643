const q = (id) => document.getElementById(id), map = document.querySelector(".sheet svg");
function set(field, value, kind) { field.value = value; field.dispatchEvent(new Event(kind, { bubbles: true })); }
const told_of = [];
set(q("when"), 0, "input");
const tap = (code) => { map.querySelector(`use[data-code=${code}]`)
    .dispatchEvent(new MouseEvent("click", { bubbles: true })); return q("about").textContent; };
const laid = () => [...map.querySelectorAll("image")].pop();
told_of.push(q("then").getAttribute("href"), q("when").getAttribute("aria-valuetext"),
  laid().getAttribute("href"), laid().style.display);
told_of.push(tap("HOL"));
set(q("when"), q("when").max, "input");
told_of.push(q("then").textContent, laid().style.display, q("about").textContent);
told_of.push(tap("MUN"));
set(q("place"), "NTH", "change");
told_of.push(q("about").textContent);
set(q("corner"), q("corner").options[1].value, "change");
told_of.push(map.getAttribute("viewBox"));
set(q("corner"), "", "change");
told_of.push(map.getAttribute("viewBox"));
told(told_of);
