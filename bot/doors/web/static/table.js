// The table: order line, forms, news, history. Everything shown comes from the server as it is.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const main = $("main"), path = main.dataset.path, seated = main.dataset.viewer !== "spectator";
  const map = $("map") ? new Stage($("map")) : null;
  let latest = +main.dataset.seq, head = main.dataset.head, shownSeq = latest, playing = null;
  let edition = "", marks = {};  // the ground that is laid, and the parts that are shown

  async function ask(what, options = {}) {
    const answer = await fetch(what.startsWith("/") ? what : `${path}/${what}`, { ...options, headers: { Accept: "application/json", ...(options.headers || {}) } });
    return answer.json();
  }
  const q = (words) => new URLSearchParams(words).toString();

  // -- theme ---------------------------------------------------------------------------------------------

  $("theme").addEventListener("click", () => {
    const root = document.documentElement, next = root.dataset.theme === "light" ? "dark" : "light";
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
    scrollDown();
  }
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) { event.preventDefault(); open(tabs[(place + step + tabs.length) % tabs.length], true); }
    });
  }
  // A channel follows the newest entry until somebody scrolls back, however its panel grows or shrinks.
  const channels = [...document.querySelectorAll("[role=tabpanel]")].filter((panel) => panel.querySelector(".channel"));
  const back = new Set();
  for (const panel of channels) {
    panel.addEventListener("scroll", () => { if (panel.scrollHeight - panel.scrollTop - panel.clientHeight < 60) back.delete(panel); });
    for (const kind of ["wheel", "touchmove", "keydown"]) panel.addEventListener(kind, () => back.add(panel), { passive: true });
    new ResizeObserver(() => scrollDown()).observe(panel);
  }
  function scrollDown() { for (const panel of channels) if (!panel.hidden && !back.has(panel)) panel.scrollTop = panel.scrollHeight; }

  // -- showing -------------------------------------------------------------------------------------------

  function put(id, html) { const node = $(id); if (node && html !== undefined) node.innerHTML = html; }

  const have = () => Object.entries(marks).map(([name, mark]) => `${name}.${mark}`).join(",");

  async function show(data) {
    for (const id of ["status", "tracks", "dossier"]) put(id, data[id]);
    if (data.places !== undefined) {
      const open = new Set([...document.querySelectorAll("#places details[open] summary")].map((it) => it.textContent));
      put("places", data.places);
      for (const it of document.querySelectorAll("#places summary")) if (open.has(it.textContent)) it.parentElement.open = true;
    }
    if (data.alt !== undefined) $("alt").textContent = data.alt;
    if (data.board !== undefined) $("board").textContent = data.board;
    if (map && data.edition) await layGround(data.edition, data.size);
    if (map && data.pieces !== undefined) map.lay(data.pieces);
    Object.assign(marks, data.marks);
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

  async function layGround(wanted, size) {
    if (wanted === edition) return;
    const answer = await fetch(`${path}/ground/${encodeURIComponent(wanted)}`);
    if (!answer.ok) return;
    map.layGround(await answer.text(), size);
    edition = wanted;
  }

  let catching = null;
  async function catchUp() {
    if (catching) { catching.again = true; return catching.done; }
    catching = { again: false };
    catching.done = (async () => {
      do {
        catching.again = false;
        const data = await ask(`state?${q({ after: latest, have: have() })}`).catch(() => null);
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
        if (wasNow) { scrubber.value = latest; await show(data); scrollDown(); } else $("where").textContent = `${shownSeq} / ${latest}`;
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
      const data = await ask(`state?${q({ ...(now === latest ? { after: latest } : { at: now }), have: have() })}`).catch(() => ({}));
      if (data.seq !== undefined) await show(data);
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

  if (map) {
    $("closer").addEventListener("click", () => map.zoom(0.75));
    $("farther").addEventListener("click", () => map.zoom(1.33));
    $("fit").addEventListener("click", () => map.fit());
    map.onChoose = (id) => choose(id);
  }
  document.addEventListener("click", (event) => {
    const place = event.target.closest("button[data-place]");
    if (place) { const id = place.dataset.place; map.mark(id); map.show(id); choose(id); }
    const rule = event.target.closest("[data-rule]");
    if (rule) { event.preventDefault(); lookUp(rule.dataset.rule); }
    const chip = event.target.closest("[data-line]");
    if (chip && line) { setLine(chip.dataset.line); line.focus(); }
  });

  // -- the order line ------------------------------------------------------------------------------------

  const line = $("line"), list = $("ways");
  let ways = [], active = -1, asked = 0, from = "";  // from: the place clicked first, while the line is empty

  async function choose(id) {
    if (!seated) { map.spoken.textContent = map.say(id); return; }
    if (shownSeq !== latest) return;
    const mine = ++asked, text = line.value;
    if (!text && from === id) { clear(); return; }
    const data = await ask(`click?${q({ line: text, from, place: id })}`).catch(() => ({}));
    if (mine !== asked) return;
    const found = data.ways || [];
    if (!found.length) { from = ""; map.aim([]); offer([]); answer("quiet", text ? "That does not fit the order so far." : `${map.say(id)}.`); return; }
    if (found.length === 1) { setLine(found[0].line); return; }
    from = data.begun ? id : "";
    if (from) line.value = "";
    offer(found); map.aim(data.places, from);
    answer("quiet", data.places.length ? "Click where to, or choose one of these orders." : "Choose one of these orders.");
  }

  function clear() { asked += 1; from = ""; line.value = ""; close(); aim([]); put("odds", ""); answer("", ""); }

  function aim(places) { if (map) map.aim(places); }

  function setLine(text) { from = ""; line.value = text; answer("", ""); more(); }

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
    const data = await ask(`complete?${q({ line: text })}`).catch(() => ({}));
    if (mine !== asked) return;
    offer((data.ways || []).filter((way) => way.line !== text));
    aim(data.places || []);
    put("odds", data.odds || "");
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

  function answer(kind, words) {
    const said = document.createElement("p"); said.textContent = words;
    $("answer").className = kind; $("answer").replaceChildren(said);
  }

  function reply(kind, html) { $("answer").className = kind; put("answer", html); }

  async function send(form, submitter) {
    const fields = Object.fromEntries(new FormData(form, submitter)), action = form.getAttribute("action");
    asked += 1;
    if (action.endsWith("/order")) fields.ref = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2);
    for (let tries = 0; ; tries += 1) {
      try {
        const data = await ask(action, { method: "POST", body: JSON.stringify(fields), headers: { "Content-Type": "application/json" } });
        if (line) close();  // else what is answered stands below what was offered
        reply(data.kind, data.html);
        if (data.kind === "done") {
          if (action.endsWith("/order")) { asked += 1; from = ""; line.value = ""; close(); aim([]); put("odds", ""); if (form.id === "several") form.reset(); }
          await catchUp();
        }
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
      if ($("answer").className !== "refused") answer("", "");
      from = ""; ways = []; active = -1;  // what was offered for other words is no longer meant
      for (const item of list.children) item.setAttribute("aria-selected", "false");
      line.removeAttribute("aria-activedescendant");
      more();
    });
    line.addEventListener("focus", () => { if (list.hidden && !from) more(); });
    $("clear").addEventListener("click", clear);
    $("help").addEventListener("click", async () => reply("help", (await ask("help")).html));
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
    const data = await ask(`/rules?${q({ game: main.dataset.key, q: words })}`);
    put("rules", data.html); $("rules-panel").scrollTop = 0;
  }
  $("verify").addEventListener("click", async (event) => {
    event.preventDefault();
    $("verified").textContent = "Checking…";
    put("verified", (await ask("verify")).html);
  });

  // -- begin ---------------------------------------------------------------------------------------------

  (async () => {
    if (map) {
      await layGround(main.dataset.edition, main.dataset.box.split(" ").slice(2).map(Number));
      map.lay($("pieces").innerHTML);
      map.fit();
    }
    document.body.classList.add("ready");
    scrollDown();
    listen();
  })();
})();
