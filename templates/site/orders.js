(function () {
  "use strict";
  const byId = (id) => document.getElementById(id), form = byId("form"), text = byId("text"), mail = byId("mail");
  const all = (selector, within) => Array.from((within || form).querySelectorAll(selector));
  const facts = JSON.parse(form.dataset.facts), market = facts.market, journeys = facts.journeys;
  const title = (code) => code.charAt(0) + code.slice(1).toLowerCase();

  // ---- whose form it is: the key stands behind the # of the address, which no server is sent; it is taken from there
  const kept = "orders " + facts.game + " " + facts.phase;
  function memory(value) {
    try {
      if (value !== undefined) { sessionStorage.setItem(kept, JSON.stringify(value)); }
      return JSON.parse(sessionStorage.getItem(kept)) || {};
    } catch (fault) { return {}; }
  }
  const before = memory(), told = new URLSearchParams(location.hash.slice(1)), anew = told.has("key") || told.has("seat");
  const hash = anew ? location.hash.slice(1) : before.hash || "", named = new URLSearchParams(hash);
  const given = named.get("key") || "", key = /^[\w.-]+$/.test(given) && given.startsWith(facts.game + ".") ? given : "";
  const known = named.get("seat") in facts.own ? named.get("seat") : "";
  if (anew && history.replaceState) { try { history.replaceState(null, "", location.pathname + location.search); } catch (fault) { } }
  const to = key && facts.to ? facts.to.replace("KEY", key) : byId("to").textContent;
  const seat = () => known || byId("seat").value;

  // ---- figures, as the judge reads them (M-13)
  const money = (ticks) => (ticks / 10000).toFixed(ticks % 100 ? 4 : 2);
  const group = /^\d{1,3}(?:([, '])\d{3}(?:\1\d{3})*)?$|^\d+$/;
  const bare = (words) => words.replace(/\u00a0/g, " ").trim(), digits = (words) => words.replace(/[, ']/g, "");
  const joined = (words) => words.replace(/[.,]/g, "").replace(/^0+/, "") || "0";
  function complaint(plain, sum) {
    if (/^[+-]/.test(plain)) { return "A sign is too much here: the choice beside it says what to do. Do you mean " + plain.slice(1) + "?"; }
    if (/%$/.test(plain)) { return plain + " is a share. How many?"; }
    if (/^\d{1,3}(\.\d{3})+$/.test(plain)) { return plain + " could be " + joined(plain) + " or " + plain.replace(/^(\d+\.\d\d?).*/, "$1") + ": a point is no thousands sign. Which?"; }
    if (/^\d+,\d{1,2}$/.test(plain)) { return plain + ": the comma is no point. Do you mean " + joined(plain) + (sum ? " or " + plain.replace(",", ".") : "") + "?"; }
    if (!sum && /\./.test(plain)) { return plain + " is no whole number: units are not divided."; }
    return plain + " is not read as a " + (sum ? "sum: write 1000, 1,000 or 1000.50." : "number: write 1000, 1,000 or 1 000.");
  }
  function units(words) {
    const plain = bare(words);
    if (!group.test(plain)) { return { why: complaint(plain, false) }; }
    const figures = digits(plain).replace(/^0+/, "");
    if (figures.length > 12) { return { why: "A number of more than 12 digits cannot be meant." }; }
    return figures ? { n: Number(figures) } : { why: "0 is no amount: write a number from 1 up, or no order." };
  }
  function sum(words) {
    const plain = bare(words).replace(/^[$ ]+/, ""), found = /^([^.]+?)(?:\.(\d+))?$/.exec(plain), part = found && found[2] || "";
    if (!found || !group.test(found[1]) || part.length === 3) { return { why: complaint(plain, true) }; }
    if (part.length > market.decimals) { return { why: "A sum has at most " + market.decimals + " decimals here." }; }
    if (digits(found[1]).replace(/^0+/, "").length > 12) { return { why: "A number of more than 12 digits cannot be meant." }; }
    const ticks = Number(digits(found[1])) * 10000 + Number(part.padEnd(4, "0"));
    return ticks ? { n: ticks, line: digits(found[1]) + (part ? "." + part : "") } : { why: "0 buys nothing: write a sum above 0, or Buy with the rest." };
  }

  // ---- what is said beside a field
  let faults = [];
  function say(place, words, wrong, what) {
    const at = typeof place === "string" ? byId(place) : place;
    if (at.textContent !== words) { at.textContent = words; }
    at.classList.toggle("wrong", Boolean(wrong));
    all("[aria-describedby='" + at.id + "']").forEach((field) => { if (wrong) { field.setAttribute("aria-invalid", "true"); } else { field.removeAttribute("aria-invalid"); } });
    if (wrong === "left") { faults.push(what); }
  }

  // ---- trades, settled as the judge settles them at the prices that are out (M-4, M-6, M-7)
  function sale(code, how, amount, held) {
    const most = Math.min(market.limit, held === undefined ? Infinity : held);
    if (how === "SELL MAX") { return { units: held === undefined ? 0 : most, vague: held === undefined, line: "SELL MAX " + code, words: held === undefined ? "At most " + market.limit + "." : "That is " + most + "." }; }
    const cut = Math.min(amount.n, most), over = amount.n > most;
    const why = most < market.limit ? "Over what you hold: " + held + "." : "Over the limit: " + market.limit + " of a currency may be sold in a turn.";
    return { units: cut, line: "SELL " + amount.n + " " + code, words: over ? why + " " + (cut ? cut + (cut === 1 ? " is sold." : " are sold.") : "Nothing is sold.") : "Raises " + money(cut * market.prices[code]) + ".", over: over };
  }
  function trades() {
    if (!market || byId("trades").hidden) { return []; }
    const who = seat(), hold = market.holding[who], cash = market.cash[who] || 0, sold = [], fixed = [], rest = [];
    let raised = 0, vague = false;
    all("[data-trade]").forEach((box) => {
      const code = box.dataset.trade, field = form.querySelector("[data-amount='" + code + "']"), place = "t-" + code, how = box.value;
      const free = how === "" || how === "SELL MAX" || how === "REST", typed = field.value.trim();
      field.disabled = how === "SELL MAX" || how === "REST";
      if (!how) { say(place, typed ? "Sell or buy? Choose one: without it this is not in the letter." : "", typed && "left", title(code)); return; }
      const amount = free ? {} : !typed ? { why: how === "WITH" ? "For how much? Without a sum this is not in the letter." : "How many? Without a number this is not in the letter." } : how === "WITH" ? sum(typed) : units(typed);
      if (amount.why) { say(place, amount.why, "left", title(code)); return; }
      const held = hold ? hold[code] || 0 : undefined;
      if (how.slice(0, 4) === "SELL") {
        const done = sale(code, how, amount, held);
        raised += done.units * market.prices[code]; vague = vague || done.vague; sold.push(done.line);
        say(place, done.words, done.over);
      } else { (how === "REST" ? rest : fixed).push({ code: code, how: how, amount: amount, place: place }); }
    });
    let left = cash + raised, cost = 0;
    const counted = Boolean(hold) && !vague, asked = fixed.reduce((total, one) => total + (one.how === "WITH" ? Math.floor(one.amount.n / market.prices[one.code]) : one.amount.n) * market.prices[one.code], 0);
    const over = asked > left;
    const lines = fixed.concat(rest).map((one) => {
      const price = market.prices[one.code], may = Math.floor(left / price);
      const wanted = one.how === "REST" ? may : one.how === "WITH" ? Math.floor(one.amount.n / price) : one.amount.n, got = Math.min(wanted, may);
      const line = one.how === "REST" ? "BUY " + one.code + " WITH REST" : one.how === "WITH" ? "BUY " + one.code + " WITH " + one.amount.line : "BUY " + one.amount.n + " " + one.code;
      if (!counted) { say(one.place, one.how === "REST" ? "" : "Costs " + money(wanted * price) + "."); cost += wanted * price; return line; }
      if (one.how === "WITH" && !wanted) { say(one.place, money(one.amount.n) + " does not buy one at " + money(price) + ".", true); return line; }
      if (over && market.largest && one.how !== "REST") { say(one.place, "There is not enough money: the largest purchase is cut first.", true); return line; }
      if (got < wanted || !got) { say(one.place, "Over the money: " + money(left) + " is left for this" + (got ? " and buys " + got + "." : ", and one costs " + money(price) + "."), true); } else { say(one.place, one.how === "BUY" ? "Costs " + money(got * price) + "." : "Buys " + got + " for " + money(got * price) + "."); }
      left -= got * price; cost += got * price;
      return line;
    });
    all("[data-held]").forEach((place) => { place.textContent = hold ? "you hold " + (hold[place.dataset.held] || 0) : ""; });
    const any = sold.length + lines.length, end = market.keeps ? ", which stays yours." : ", which is lost.";
    let words = "";
    if (any && !counted) { words = "The sales raise " + money(raised) + (vague ? " or more" : "") + (lines.length ? ", the purchases cost " + money(cost) : "") + "."; }
    else if (any && over && market.largest) { words = "There is " + money(cash + raised) + " to spend, and the purchases cost " + money(asked) + ": " + money(asked - cash - raised) + " too much."; }
    else if (any) { words = "Raises " + money(raised) + (cash ? ", with " + money(cash) + " in hand" : "") + "; buys for " + money(cost) + "; leaves " + money(left) + (left ? end : "."); }
    const lost = counted && any && !market.keeps && left >= Math.min(...Object.values(market.prices).filter(Boolean));
    say("sum", words + (lost && !rest.length ? " Buy something with the rest?" : ""), (any && counted && over) || lost);
    return sold.concat(lines);
  }

  // ---- the Troubleshooter's journey (T-3, T-4)
  const cents = (place) => journeys.fares[place];
  function cheapest(from) {
    const best = { [from]: { cost: 0, way: [] } }, open = [from], done = {};
    while (open.length) {
      open.sort((a, b) => best[a].cost - best[b].cost || best[a].way.length - best[b].way.length);
      const here = open.shift();
      if (done[here]) { continue; }
      done[here] = true;
      (journeys.near[here] || []).forEach((near) => {
        const cost = best[here].cost + cents(near), way = best[here].way.concat(near);
        if (!best[near] || cost < best[near].cost || (cost === best[near].cost && way.length < best[near].way.length)) { best[near] = { cost: cost, way: way }; open.push(near); }
      });
    }
    return best;
  }
  let way = [];
  const standing = () => { const ts = journeys.at[seat()]; return ts ? ts.place : byId("from").value; };
  function chooser(places, chosen, first, words) {
    const box = document.createElement("select");
    box.add(new Option(first, ""));
    places.forEach((place) => box.add(new Option(words(place), place, false, place === chosen)));
    return box;
  }
  function goals() {
    const here = standing(), ways = here ? cheapest(here) : {}, box = byId("goal"), chosen = box.value;
    const places = Object.keys(ways).filter((place) => place !== here && ways[place].cost < 100).sort((a, b) => journeys.names[a].localeCompare(journeys.names[b]));
    const fresh = chooser(places, chosen, "has no order", (place) => "goes to " + journeys.names[place] + ", " + ways[place].cost + " %");
    fresh.add(new Option("stays where he is", "HOLD", false, chosen === "HOLD"), 1);
    box.replaceChildren(...fresh.options);
    box.value = chosen in ways || chosen === "HOLD" ? chosen : "";
    if (journeys.at[seat()]) { byId("from").value = here; byId("from").disabled = true; } else { byId("from").disabled = false; }
  }
  function steps() {
    const place = byId("way"), here = standing();
    place.replaceChildren();
    if (!way.length) { return; }
    way.concat("").forEach((step, n) => {
      const from = n ? way[n - 1] : here, label = document.createElement("label"), line = document.createElement("p");
      const box = chooser(journeys.near[from] || [], step, n ? "and stops there" : "nowhere", (near) => journeys.names[near] + ", " + cents(near) + " %");
      line.className = "pair"; label.textContent = n ? "then" : "by way of"; box.id = "step" + n; label.htmlFor = box.id; box.dataset.step = n;
      line.append(label, box); place.append(line);
    });
  }
  function travel() {
    if (!journeys || byId("journey").hidden) { return []; }
    const here = standing(), goal = byId("goal").value, ts = journeys.at[seat()];
    if (goal === "HOLD") { say("t-ts", ""); return ["TS HOLD"]; }
    if (!way.length) { say("t-ts", goal && !here ? "Where does he stand? Choose it: without it this is not in the letter." : "", goal && !here && "left", "the journey"); return []; }
    const cost = way.reduce((total, place) => total + cents(place), 0), end = way[way.length - 1], after = ts ? Math.floor(ts.cash * (100 - cost) / 100) : 0;
    const why = ts && ts.bound || (ts && ts.barred[end]) || (cost >= 100 ? "A journey of " + cost + " % cannot be paid." : "");
    say("t-ts", why || "The way costs " + cost + " %" + (ts ? ": of " + ts.cash + " " + ts.money + ", " + after + " arrive" : "") + ".", why && "left", "the journey");
    return why ? [] : ["TS(" + here + ")-" + way.join("-")];
  }

  // ---- what is paid: treasuries are public; a secret purse stands behind the # of the address, like the key
  let spent = {};
  function means() {
    const own = facts.purses[(facts.own[seat()] || [])[0]], told = /^\d+$/.exec(known && named.get("purse") || "");
    return own || (told ? { has: Number(told[0]), bill: 0, prices: {} } : null);
  }
  function pay(what, sum) { spent[what] = (spent[what] || 0) + sum; }
  function paid() {
    const own = means(), rows = Object.entries(spent).filter((row) => row[1]);
    if (!own || (!rows.length && !own.bill)) { say("paid", rows.length ? rows.map((row) => row[1] + " " + row[0]).join(", ") + (spent.offered ? "; you pay for what wins." : ".") : ""); return; }
    const left = own.has - rows.reduce((total, row) => total - -row[1], own.bill), wins = spent.offered ? " if every offer wins" : "";
    const parts = (own.bill ? [own.bill + " for your units"] : []).concat(rows.map((row) => row[1] + " " + row[0]));
    say("paid", "Of " + own.has + ": " + parts.join(", ") + "; " + (left < 0 ? -left + " too little" + wins + "." : left + " left" + wins + "."), left < 0);
  }

  // ---- units, and lines with boxes
  function orders() {
    const found = [], prices = (means() || { prices: {} }).prices, built = {};
    all("[data-power]").forEach((power) => {
      let count = 0;
      const boxes = all("[data-order]", power);
      boxes.forEach((box) => {
        const field = box.parentNode.querySelector("[data-sum]"), place = box.parentNode.querySelector(".said");
        if (field) { say(place, ""); }
        if (power.hidden || !box.value) { return; }
        const kind = (/^BUILD ([AF]) /.exec(box.value) || [])[1];
        if (kind in prices) { built[kind] = (built[kind] || 0) + 1; pay("for builds", prices[kind][built[kind] - 1]); }
        if (!field) { count += 1; found.push(box.value); return; }
        const typed = bare(field.value), amount = /^(\d+\*)?\d+(#\d*)?(\+(\d+\*)?\d+(#\d*)?)*$/.test(typed);
        if (!amount) { say(place, typed ? typed + " is no offer: write a whole number." : "How much? Without a number this is not in the letter.", "left", box.parentNode.querySelector("label").textContent); return; }
        count += 1; found.push(typed + " : " + box.value);
        pay("offered", typed.split("+").reduce((all, one) => all + one.replace(/#.*/, "").split("*").reduce((a, b) => a * Number(b), 1), 0));
      });
      power.querySelector("[data-count]").textContent = count ? count + " of " + boxes.length + " ordered" : "";
    });
    return found;
  }
  function filled(row) {
    const words = [], missing = [], place = row.querySelector(".said"), name = row.querySelector(".label").textContent;
    const pays = row.dataset.pays ? row.dataset.pays.split(" ") : [], own = means();
    let some = false, why = "", cost = pays.length ? 1 : 0;
    all("[data-box]", row).forEach((box) => {
      const typed = bare(box.value), free = box.tagName === "SELECT" || "text" in box.dataset;
      if (!typed) { if (!("may" in box.dataset)) { missing.push(box.parentNode.querySelector(".of").textContent); } return; }
      some = true;
      const value = free ? { n: typed } : units(typed);
      if (value.why) { why = value.why; return; }
      if (pays.includes(box.parentNode.querySelector(".of").textContent)) { cost *= value.n; }
      words.push(box.dataset.before, String(value.n), box.dataset.after);
    });
    if (some && missing.length && !why) { why = "Still missing: " + missing.join(", ") + ". Without it this is not in the letter."; }
    const counts = some && !why && cost, over = counts && own && cost > own.has;
    say(place, over ? "Over what you have: " + own.has + "." : why, over || (why && "left"), name);
    if (counts && !("alone" in row.dataset)) { pay("in other lines", cost); }
    return some && !why ? words.filter(Boolean).join(" ") : "";
  }
  function blanks() {
    const found = [], open = {};
    all("[data-line]").forEach((row) => {
      const line = filled(row), join = row.dataset.line;
      if (!line) { return; }
      if (!join) { found.push(line); } else if (!(join in open)) {
        if ("last" in row.dataset) { say(row.querySelector(".said"), "A ceiling for what? Choose shares first.", "left", row.querySelector(".label").textContent); return; }
        open[join] = found.push(join + " " + line) - 1;
      } else { found[open[join]] += ("last" in row.dataset ? " " : ", ") + line; }
    });
    return found;
  }

  // ---- the letter
  function show() {
    const who = seat(), own = facts.own[who] || [];
    byId("word").hidden = !who || Boolean(known);
    if (byId("trades")) { byId("trades").hidden = Boolean(who) && !(who in market.holding); }
    if (byId("journey")) { byId("journey").hidden = Boolean(who) && market && !(who in market.holding); if (!byId("journey").hidden) { goals(); } }
    all("[data-power]").forEach((power) => {
      const mine = own.includes(power.dataset.power);
      if (!facts.summed) { power.hidden = Boolean(who) && !mine; }
      if (who) { power.open = mine; }
    });
    if (byId("units") && !facts.summed) { byId("units").hidden = Boolean(who) && !own.length; }
    const self = own.concat(who).map((name) => name.toUpperCase());
    all("select[data-box]").filter((box) => /(TO|FROM|WITH|BY|LET)$/.test(box.dataset.before)).forEach((box) => {
      [...box.options].forEach((one) => { one.hidden = one.disabled = Boolean(one.value) && self.includes(one.value.toUpperCase()); });
      if (box.selectedIndex > 0 && box.options[box.selectedIndex].disabled) { box.selectedIndex = 0; }
    });
  }
  function write() {
    faults = []; spent = {};
    const other = byId("other").value.split("\n").filter((one) => one.trim()), ready = byId("ready");
    const found = trades().concat(travel(), orders(), blanks(), other, ready && ready.checked ? ["READY"] : []), who = seat();
    paid();
    const count = found.length, letter = who && !known ? ["SIGNON " + (/ /.test(who) ? '"' + who + '"' : who) + "@" + facts.game + " " + (byId("password").value || "your-password")].concat(found, ["SIGNOFF"]) : found;
    text.value = letter.join("\n");
    mail.href = "mailto:" + to + "?subject=" + encodeURIComponent(facts.game + " " + facts.phase) + "&body=" + encodeURIComponent(letter.join("\r\n"));
    const lines = count === 1 ? "1 line" : count + " lines";
    say("state", faults.length ? "Not in the letter yet: " + faults.join(", ") + (count ? " (" + lines + " are)." : ".") : count ? lines + (mail.href.length > 1900 ? ", too long for some mail programs: copy it." : ", ready to send.") : "No order yet.", faults.length);
    memory({ hash: hash, values: all("select, input, textarea").filter(lasting).map((field) => field.type === "checkbox" ? field.checked : field.value), way: way });
  }
  const lasting = (field) => field !== text && field.type !== "password" && !("step" in field.dataset);

  // ---- a sheet that the address brought, and what was being filled in when the page was left
  function place(line) {
    const put = (box, value) => { const was = box.value; box.value = value; if (box.value !== value) { box.value = was; } return box.value === value; };
    const trade = /^(SELL|BUY) (?:(MAX|\d+) (\w+)|(\w+) WITH ([\d.]+|REST))$/.exec(line), code = trade && (trade[3] || trade[4]);
    const box = code && form.querySelector("[data-trade='" + code + "']");
    if (box && !box.value && !(trade[1] === "BUY" && trade[2] === "MAX")) {
      box.value = trade[5] === "REST" ? "REST" : trade[5] ? "WITH" : trade[2] === "MAX" ? "SELL MAX" : trade[1];
      form.querySelector("[data-amount='" + code + "']").value = trade[5] === "REST" || trade[2] === "MAX" ? "" : trade[5] || trade[2];
      return true;
    }
    const ts = journeys && /^TS(?:\((\w+)\)-([\w-]+)| HOLD|\(\w+\) HOLD)$/.exec(line);
    if (ts) {
      if (ts[1]) { byId("from").value = ts[1]; goals(); way = ts[2].split("-"); byId("goal").value = way[way.length - 1]; steps(); } else { byId("goal").value = "HOLD"; }
      return true;
    }
    const offer = /^(\S+) : (.+)$/.exec(line), order = offer ? offer[2] : line;
    const row = all("[data-order]").find((one) => !one.value && Boolean(one.parentNode.querySelector("[data-sum]")) === Boolean(offer) && put(one, order));
    if (row) { if (offer) { row.parentNode.querySelector("[data-sum]").value = offer[1]; } return true; }
    return all("[data-line='']").some((one) => {
      const boxes = all("[data-box]", one), quoted = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      const pattern = boxes.map((each) => { const words = [each.dataset.before && quoted(each.dataset.before), "(\\S+|\"[^\"]+\")", each.dataset.after && quoted(each.dataset.after)].filter(Boolean).join(" "); return "may" in each.dataset ? "(?: " + words + ")?" : " " + words; }).join("");
      const found = new RegExp("^" + pattern + "$").exec(" " + line);
      return found && boxes.every((each) => !each.value) && boxes.every((each, n) => !found[n + 1] || put(each, found[n + 1]));
    });
  }
  function restore() {
    const fields = all("select, input, textarea").filter(lasting), same = !anew || before.hash === hash, values = same && before.values;
    if (values && values.length === fields.length) {
      fields.forEach((field, n) => { if (field.type === "checkbox") { field.checked = values[n]; } else { field.value = values[n]; } });
      show();
      if (journeys && before.way && before.way.length) { way = before.way; byId("goal").value = way[way.length - 1]; steps(); }
      return;
    }
    const rest = (named.get("sheet") || "").split("\n").filter((line) => line && !place(line));
    byId("other").value = rest.join("\n");
  }

  // ---- beginning
  text.readOnly = true;
  if (journeys) {
    const from = chooser(Object.keys(journeys.names).sort((a, b) => journeys.names[a].localeCompare(journeys.names[b])), "", "-", (one) => journeys.names[one]);
    byId("from").replaceChildren(...from.options);
  }
  all("[data-order]").forEach((box) => {
    const kinds = [["Moves and holds", /^(?!.* [SC] ).*( - | H$| HOLD$)/], ["Supports", / S /], ["Convoys", / C /]];
    if (box.options.length < 14) { return; }
    kinds.forEach(([name, like]) => {
      const found = Array.from(box.options).filter((one) => one.value && one.parentNode === box && like.test(one.value)), set = document.createElement("optgroup");
      set.label = name; set.append(...found);
      if (found.length) { box.append(set); }
    });
  });
  all("details[data-power]").forEach((power) => power.addEventListener("toggle", () => {
    if (power.open && !known) { all("details[data-power][open]").forEach((other) => { if (other !== power) { other.open = false; } }); }
  }));
  if (key || known) { byId("whose").hidden = Boolean(known); byId("stranger").hidden = true; }
  if (known) { byId("known").textContent = "You are " + (known === known.toUpperCase() ? title(known) : known) + "."; byId("known").hidden = false; byId("seat").value = known; }
  byId("to").textContent = to;
  show();
  restore();
  function late() {
    if (facts.deadline && Date.now() > new Date(facts.deadline).getTime()) { byId("late").textContent = "This deadline has passed. Open the form anew from your latest letter."; byId("late").hidden = false; }
  }
  late();
  setInterval(late, 20000);
  form.addEventListener("input", (event) => {
    const at = event.target;
    if (at.id === "seat") { show(); }
    if (at.id === "from" || at.id === "seat") { way = []; if (journeys) { goals(); steps(); } }
    if (at.id === "goal") { const ways = standing() ? cheapest(standing()) : {}; way = ways[at.value] ? ways[at.value].way : []; steps(); }
    if ("step" in at.dataset) {
      const n = Number(at.dataset.step);
      way = way.slice(0, n).concat(at.value || []);
      byId("goal").value = way[way.length - 1] || ""; steps();
      const next = byId("step" + n); if (next) { next.focus(); }
    }
    write();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("copy").addEventListener("click", () => {
    const done = () => { say("state", "Copied. Paste it into a reply to any letter of your game."); };
    const by_hand = () => { text.focus(); text.select(); if (document.execCommand("copy")) { done(); } };
    if (navigator.clipboard) { navigator.clipboard.writeText(text.value).then(done, by_hand); } else { by_hand(); }
  });
  if (navigator.share) {
    byId("share").hidden = false;
    byId("share").addEventListener("click", () => { navigator.share({ title: facts.game + " " + facts.phase, text: text.value }).catch(() => { }); });
  }
  write();
}());
