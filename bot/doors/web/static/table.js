// The table: order line, forms, news, history. Everything shown comes from the server as it is.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const main = $("main"), path = main.dataset.path, seated = main.dataset.viewer !== "spectator";
  const map = new StarMap($("map"), $("sky"), $("tip"), $("spoken"));
  let latest = +main.dataset.seq, head = main.dataset.head, shownSeq = latest, playing = null, board = JSON.parse($("board").textContent);

  async function ask(what, options = {}) {
    const answer = await fetch(what.startsWith("/") ? what : `${path}/${what}`, { ...options, headers: { Accept: "application/json", ...(options.headers || {}) } });
    return answer.json();
  }
  const q = (words) => new URLSearchParams(words).toString();

  // -- theme ---------------------------------------------------------------------------------------------

  $("theme").addEventListener("click", () => {
    const root = document.documentElement, system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    const next = (root.dataset.theme || system) === "light" ? "dark" : "light";
    root.dataset.theme = next;
    try { localStorage.setItem("theme", next); } catch { /* not remembered */ }
  });

  // -- tabs ----------------------------------------------------------------------------------------------

  const tabs = [...document.querySelectorAll("[role=tab]")];
  function open(tab, focus = false) {
    for (const one of tabs) {
      const on = one === tab;
      one.setAttribute("aria-selected", on); one.tabIndex = on ? 0 : -1;
      $(one.getAttribute("aria-controls")).hidden = !on;
    }
    tab.classList.remove("news");
    if (focus) tab.focus();
    scrollDown(true);
  }
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) { event.preventDefault(); open(tabs[(place + step + tabs.length) % tabs.length], true); }
    });
  }
  function scrollDown(always = false) {
    for (const panel of document.querySelectorAll("[role=tabpanel]")) {
      if (panel.querySelector(".channel") && !panel.hidden && (always || panel.scrollHeight - panel.scrollTop - panel.clientHeight < 240)) panel.scrollTop = panel.scrollHeight;
    }
  }

  // -- showing -------------------------------------------------------------------------------------------

  function put(id, html) { const node = $(id); if (node && html !== undefined) node.innerHTML = html; }

  function show(data) {
    put("status", data.status); put("tracks", data.tracks); put("dossier", data.dossier);
    const open = new Set([...document.querySelectorAll("#places details[open] summary")].map((it) => it.textContent));
    put("places", data.places);
    for (const it of document.querySelectorAll("#places summary")) if (open.has(it.textContent)) it.parentElement.open = true;
    $("alt").textContent = data.alt;
    board = data.board; map.lay(board);
    shownSeq = data.seq;
    $("where").textContent = `${shownSeq} / ${latest}`;
    const past = shownSeq !== latest;
    document.body.classList.toggle("past", past);
    for (const one of document.querySelectorAll("#channel .here")) one.classList.remove("here");
    if (past) {
      const entries = [...document.querySelectorAll("#channel .entry")].filter((it) => +it.dataset.seq <= shownSeq);
      const last = entries.at(-1);
      if (last) { last.classList.add("here"); last.scrollIntoView({ block: "nearest" }); }
    }
  }

  let catching = null;
  async function catchUp() {
    if (catching) { catching.again = true; return catching.done; }
    catching = { again: false };
    catching.done = (async () => {
      do {
        catching.again = false;
        const data = await ask(`state?${q({ after: latest })}`).catch(() => null);
        if (!data || data.seq === undefined) { setTimeout(catchUp, 1500); break; }
        const wasNow = shownSeq === latest;
        head = data.head;
        for (const id of ["channel", "private"]) if (data[id] && $(id)) {
          $(id).insertAdjacentHTML("beforeend", data[id]);
          const tab = $(`tab-${id}`);
          if (tab.getAttribute("aria-selected") !== "true") tab.classList.add("news");
        }
        latest = data.seq;
        const scrubber = $("scrubber"); scrubber.max = latest;
        put("questions", data.questions); put("consent", data.consent);
        if (wasNow) { scrubber.value = latest; show(data); scrollDown(); } else $("where").textContent = `${shownSeq} / ${latest}`;
        document.title = document.title.replace(/^● /, "");
        if (data.mine) document.title = `● ${document.title}`;
        main.dataset.seq = latest;
      } while (catching.again);
    })();
    await catching.done; catching = null;
  }

  // -- news ----------------------------------------------------------------------------------------------

  let source = null;
  function listen() {
    source = new EventSource(`${path}/events?${q({ known: head })}`);
    source.onopen = () => document.body.classList.remove("offline");
    source.onmessage = (event) => { if (event.data !== head) catchUp(); };
    source.onerror = () => {
      document.body.classList.add("offline");
      if (source.readyState === EventSource.CLOSED) { source.close(); setTimeout(listen, 2000); }
    };
  }

  // -- history -------------------------------------------------------------------------------------------

  let wanted = null;
  async function go(seq) {
    seq = Math.max(0, Math.min(latest, seq));
    $("scrubber").value = seq;
    const idle = wanted === null;
    wanted = seq;
    if (!idle) return;
    while (wanted !== null) {
      const now = wanted;
      const data = await ask(now === latest ? `state?${q({ after: latest })}` : `state?${q({ at: now })}`);
      if (data.seq !== undefined) show(data);
      if (wanted === now) wanted = null;
    }
  }
  function stop() { clearInterval(playing); playing = null; $("replay").textContent = "▶ Replay"; }
  $("scrubber").addEventListener("input", (event) => { stop(); go(+event.target.value); });
  $("first").addEventListener("click", () => { stop(); go(0); });
  $("before").addEventListener("click", () => { stop(); go(shownSeq - 1); });
  $("after").addEventListener("click", () => { stop(); go(shownSeq + 1); });
  $("now").addEventListener("click", () => { stop(); go(latest); });
  $("replay").addEventListener("click", () => {
    if (playing) { stop(); return; }
    if (shownSeq >= latest) go(0);
    $("replay").textContent = "⏸ Pause";
    playing = setInterval(() => { if (wanted === null) { if (shownSeq >= latest) stop(); else go(shownSeq + 1); } }, 500);
  });

  // -- the map -------------------------------------------------------------------------------------------

  $("closer").addEventListener("click", () => map.zoom(0.75));
  $("farther").addEventListener("click", () => map.zoom(1.33));
  $("fit").addEventListener("click", () => map.fit());
  map.onChoose = (at) => choose(at);
  document.addEventListener("click", (event) => {
    const place = event.target.closest("[data-hex]");
    if (place && place.tagName === "BUTTON") { map.mark(+place.dataset.hex); map.show(+place.dataset.hex); choose(+place.dataset.hex); }
    const rule = event.target.closest("[data-rule]");
    if (rule) { event.preventDefault(); lookUp(rule.dataset.rule); }
    const chip = event.target.closest("[data-line]");
    if (chip) { setLine(chip.dataset.line); $("line").focus(); }
  });

  // -- the order line ------------------------------------------------------------------------------------

  const line = $("line"), list = $("ways");
  let ways = [], active = -1, asked = 0;

  async function choose(at) {
    if (!seated) { map.spoken.textContent = map.say(at); return; }
    if (shownSeq !== latest) return;
    const data = await ask(`click?${q({ line: line.value, hex: at })}`);
    const found = data.ways || [];
    if (!found.length) { answer("quiet", line.value ? "That hex does not fit the order so far." : `${map.say(at)}.`); return; }
    if (found.length === 1) { setLine(found[0].line); return; }
    offer(found); answer("quiet", "Choose one of the orders offered below the line.");
  }

  function setLine(text) { line.value = text; more(); }

  function offer(found) {
    ways = found; active = -1;
    list.replaceChildren(...found.map((way, index) => {
      const item = document.createElement("li");
      item.id = `way-${index}`; item.setAttribute("role", "option"); item.setAttribute("aria-selected", "false");
      item.textContent = way.line;
      if (way.done) item.classList.add("done");
      item.addEventListener("pointerdown", (event) => event.preventDefault());
      item.addEventListener("click", () => take(way));
      return item;
    }));
    list.hidden = !found.length;
    line.setAttribute("aria-expanded", String(Boolean(found.length)));
    line.removeAttribute("aria-activedescendant");
  }

  async function more() {
    const mine = ++asked, text = line.value;
    const [data, odds] = await Promise.all([ask(`complete?${q({ line: text })}`), /^\s*(attack|purge|bombard|resolve)\s/i.test(text) ? ask(`odds?${q({ line: text })}`) : { html: "" }]);
    if (mine !== asked) return;
    offer((data.ways || []).filter((way) => way.line !== text));
    map.aim(data.hexes || []);
    put("odds", odds.html || "");
  }

  function take(way) { if (way) { setLine(way.line); line.focus(); } }

  function point(index) {
    if (!ways.length) return;
    active = (index + ways.length) % ways.length;
    for (const [place, item] of [...list.children].entries()) item.setAttribute("aria-selected", String(place === active));
    line.setAttribute("aria-activedescendant", `way-${active}`);
    list.children[active].scrollIntoView({ block: "nearest" });
  }

  function close() { offer([]); }

  function answer(kind, words, data = {}) {
    const box = $("answer"); box.className = kind; box.replaceChildren();
    const said = document.createElement("p"); said.textContent = words; box.append(said);
    if (data.rule) { const link = document.createElement("a"); link.href = `/rules?q=${data.rule}`; link.dataset.rule = data.rule; link.textContent = `rule ${data.rule}`; said.append(" ", link); }
    for (const near of data.nearest || []) {
      const button = document.createElement("button"); button.type = "button"; button.className = "chip"; button.dataset.line = near; button.textContent = near; box.append(button, " ");
    }
  }

  async function send(form, submitter) {
    const fields = Object.fromEntries(new FormData(form, submitter)), action = form.getAttribute("action");
    asked += 1;
    if (action.endsWith("/order")) fields.ref = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2);
    for (let tries = 0; ; tries += 1) {
      try {
        const data = await ask(action, { method: "POST", body: JSON.stringify(fields), headers: { "Content-Type": "application/json" } });
        if (data.kind === "accepted" || data.kind === "asked") {
          answer("done", (data.lines || []).join(" ") || "Done.");
          if (line && action.endsWith("/order")) { line.value = ""; close(); map.aim([]); put("odds", ""); }
          await catchUp();
        } else answer("refused", data.reason || "That did not work.", data);
        return;
      } catch {
        if (tries >= 3) { answer("refused", "The table cannot be reached; nothing is lost, try again."); return; }
        await new Promise((next) => setTimeout(next, 700));
      }
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches(".give, #order")) { event.preventDefault(); send(form, event.submitter); }
    if (form.id === "lookup") { event.preventDefault(); lookUp(new FormData(form).get("q")); }
  });

  if (line) {
    line.addEventListener("input", () => {
      ways = []; active = -1;  // what was offered for other words is no longer meant
      for (const item of list.children) item.setAttribute("aria-selected", "false");
      line.removeAttribute("aria-activedescendant");
      more();
    });
    line.addEventListener("focus", () => { if (list.hidden) more(); });
    $("clear").addEventListener("click", () => { line.value = ""; close(); map.aim([]); put("odds", ""); answer("", ""); });
    line.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") { event.preventDefault(); if (list.hidden) more(); else point(active + 1); }
      else if (event.key === "ArrowUp") { event.preventDefault(); point(active - 1); }
      else if (event.key === "Escape") { if (list.hidden) $("clear").click(); else close(); }
      else if (event.key === "Tab" && !event.shiftKey && !list.hidden && ways.length && (line.value.trim() || active >= 0)) {
        const way = ways[Math.max(0, active)];
        if (way.line !== line.value) { event.preventDefault(); setLine(way.line); }
      } else if (event.key === "Enter" && active >= 0) { event.preventDefault(); take(ways[active]); }
    });
  }

  // -- rules, verify -------------------------------------------------------------------------------------

  async function lookUp(words) {
    open($("tab-rules"));
    $("lookup").elements.q.value = words;
    const data = await ask(`/rules?${q({ q: words })}`);
    put("rules", data.html); $("rules-panel").scrollTop = 0;
  }
  $("verify").addEventListener("click", async (event) => {
    event.preventDefault();
    $("verified").textContent = "Checking…";
    $("verified").textContent = (await ask("verify")).said;
  });

  // -- begin ---------------------------------------------------------------------------------------------

  (async () => {
    if (board) { map.layGround(await ask(main.dataset.ground)); map.lay(board); }
    document.body.classList.add("ready");
    scrollDown(true);
    listen();
  })();
})();
