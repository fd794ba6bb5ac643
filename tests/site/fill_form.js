const q = (selector) => document.querySelector(selector), every = (s) => [...document.querySelectorAll(s)];
function put(field, value) { field.value = value; field.dispatchEvent(new Event("input", { bubbles: true })); }
function trade(code, how, amount) {
  put(q(`[data-trade=${code}]`), how); put(q(`[data-amount=${code}]`), amount); }
function order(line, sum) {
  const box = every("[data-order]").find((one) => [...one.options].some((o) => o.value === line));
  if (sum) { put(box.parentNode.querySelector("[data-sum]"), sum); }
  put(box, line); }
function row(label, ...values) {
  const line = every("[data-line]").find((one) => one.getAttribute("aria-label") === label);
  values.forEach((value, n) => put(line.querySelectorAll("[data-box]")[n], value)); }
function look() {
  const shown = every("[data-power]").filter((one) => !one.hidden);
  return { text: q("#text").value, mail: q("#mail").href, state: q("#state").textContent,
    sum: q("#sum") ? q("#sum").textContent : "", paid: q("#paid").textContent,
    over: q("#paid").classList.contains("wrong"), said: every(".said").map((one) => one.textContent).filter(Boolean),
    open: shown.filter((one) => one.open).map((one) => one.dataset.power),
    shown: shown.map((one) => one.dataset.power),
    asked: [q("#whose").hidden, q("#word").hidden], address: location.hash }; }
