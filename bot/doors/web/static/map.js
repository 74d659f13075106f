// The map, drawn from plain data: what is printed (ground) and what lies on it (board).
"use strict";

class StarMap {
  static SVG = "http://www.w3.org/2000/svg";
  static SIDE = 30;

  constructor(host, svg, tip, spoken) {
    this.host = host; this.svg = svg; this.tip = tip; this.spoken = spoken;
    this.onChoose = () => {};
    this.cursor = 0; this.words = {}; this.targets = new Set(); this.pointers = new Map();
    this.view = { x: 0, y: 0, w: 100, h: 100 };
  }

  make(name, attributes = {}, parent = null, text = null) {
    const node = document.createElementNS(StarMap.SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== null) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  }

  centre(at) {
    const col = Math.floor(at / 100), row = at % 100, s = StarMap.SIDE;
    return [s * (1 + 1.5 * (col - 1)), s * Math.sqrt(3) * (row - 0.5 + (col % 2 === 0 ? 0.5 : 0))];
  }

  corners(at, share = 1) {
    const [x, y] = this.centre(at), r = StarMap.SIDE * share, h = r * Math.sqrt(3) / 2;
    return [[x + r / 2, y - h], [x + r, y], [x + r / 2, y + h], [x - r / 2, y + h], [x - r, y], [x - r / 2, y - h]]
      .map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ");
  }

  layGround(ground) {
    this.ground = ground; this.planetOf = new Map();
    const s = StarMap.SIDE;
    this.full = { x: -s * 0.6, y: -s * 0.6, w: s * (1.5 * ground.cols + 0.5) + s * 1.2, h: s * Math.sqrt(3) * (ground.rows + 0.5) + s * 1.2 };
    this.svg.replaceChildren();
    const sky = this.make("g", { class: "sky" }, this.svg);
    for (let col = 1; col <= ground.cols; col += 1) for (let row = 1; row <= ground.rows; row += 1) {
      const at = col * 100 + row, zone = ground.territory[at];
      const hex = this.make("polygon", { points: this.corners(at), class: "space" }, sky);
      if (zone) { hex.setAttribute("fill", ground.zones[zone]); hex.classList.add("zone"); }
    }
    const land = this.make("g", { class: "lands" }, this.svg);
    this.landHexes = [];
    for (const planet of ground.planets) {
      planet.hexes.forEach((at, index) => {
        this.planetOf.set(at, planet);
        this.landHexes.push(at);
        const hex = this.make("polygon", { points: this.corners(at, 0.97), class: `land${index === 0 && planet.fort ? " seatof" : ""}`, "data-hex": at }, land);
        hex.id = `hex-${at}`;
      });
      const [fx, fy] = this.centre(planet.hexes[0]);
      if (planet.fort) {
        const r = s * (planet.fort === "fortress" ? 0.9 : 0.8);
        this.make("circle", { cx: fx, cy: fy, r, class: `wall ${planet.fort}` }, land);
      }
    }
    this.marks = this.make("g", { class: "marks" }, this.svg);
    this.names = this.make("g", { class: "names" }, this.svg);
    for (const planet of ground.planets) {
      let x = 0, top = Infinity;
      for (const at of planet.hexes) { const [cx, cy] = this.centre(at); x += cx / planet.hexes.length; top = Math.min(top, cy); }
      const y = top - s * 0.98;
      this.make("text", { x, y: y < 6 ? 10 : y, class: `name${planet.capital ? " capital" : ""}`, id: `name-${planet.name}` }, this.names, planet.name);
    }
    this.pieces = this.make("g", { class: "pieces" }, this.svg);
    this.over = this.make("g", { class: "over" }, this.svg);
    this.watch();
    this.fit();
  }

  lay(board) {
    if (!board) return;
    this.board = board; this.words = board.words;
    this.marks.replaceChildren(); this.pieces.replaceChildren();
    const s = StarMap.SIDE;
    for (const [at] of Object.entries(board.sieges)) this.make("polygon", { points: this.corners(+at, 0.9), class: "siege" }, this.marks);
    for (const at of board.castles) this.make("polygon", { points: this.corners(at, 0.86), class: "castle" }, this.marks);
    for (const at of board.ruins) { const [x, y] = this.centre(at); this.make("text", { x, y: y + 6, class: "ruin" }, this.marks, "✕"); }
    for (const [at, kind] of Object.entries(board.churches)) { const [x, y] = this.centre(+at); this.make("text", { x: x - s * 0.62, y: y + 4, class: "church" }, this.marks, kind === "cathedral" ? "✠" : "✝"); }
    for (const at of board.storms) { this.make("polygon", { points: this.corners(at, 0.95), class: "storm" }, this.marks); const [x, y] = this.centre(at); this.make("text", { x, y: y + 7, class: "stormsign" }, this.marks, "⚡"); }
    for (const at of [...board.attacks, board.battle].filter(Boolean)) this.make("polygon", { points: this.corners(at, 1.02), class: "attack" }, this.marks);
    for (const planet of this.ground.planets) {
      const seen = board.planets[planet.name], label = document.getElementById(`name-${planet.name}`);
      label.classList.toggle("alert", seen.alert);
      label.setAttribute("data-race", seen.race);
      const sign = { hidden: "?", known: "◆", converted: "✝", heresy: "✗", "": "" }[seen.race];
      label.textContent = `${seen.alert ? "! " : ""}${planet.name}${planet.capital ? " ★" : ""}${sign ? ` ${sign}` : ""}`;
    }
    const held = new Map();
    const slot = (at, side) => {
      if (!held.has(at)) held.set(at, new Map());
      const sides = held.get(at);
      if (!sides.has(side)) sides.set(side, { fleet: 0, army: 0, garrison: 0, leaders: 0, factions: new Set() });
      return sides.get(side);
    };
    for (const unit of board.pieces) { const it = slot(unit.hex, unit.side); it[unit.kind] += unit.n; it.factions.add(unit.faction); }
    for (const leader of board.leaders) slot(leader.hex, leader.side).leaders += 1;
    for (const [at, sides] of held) this.stack(at, sides);
    if (board.grail) { const [x, y] = this.centre(board.grail); this.make("text", { x: x + s * 0.6, y: y - s * 0.3, class: "grail" }, this.pieces, "♛"); }
  }

  stack(at, sides) {
    const [x, y] = this.centre(at), s = StarMap.SIDE;
    const rows = [...sides].map(([side, it]) => {
      const chips = [];
      if (it.fleet) chips.push(["fleet", it.fleet]);
      if (it.army) chips.push(["army", it.army]);
      if (it.garrison) chips.push(["garrison", it.garrison]);
      if (it.leaders) chips.push(["leader", it.leaders]);
      return { side: side || "neutral", chips };
    });
    const lines = [];
    for (const row of rows) for (let i = 0; i < row.chips.length; i += 2) lines.push({ side: row.side, chips: row.chips.slice(i, i + 2) });
    const h = Math.min(s * 0.72, (s * 1.66) / lines.length);
    lines.forEach((line, index) => {
      const w = s * (line.chips.length === 1 ? 1.05 : 0.93);
      const cy = y + (index - (lines.length - 1) / 2) * (h + 1);
      line.chips.forEach(([kind, n], place) => {
        const cx = x + (place - (line.chips.length - 1) / 2) * (w + 1.5);
        const g = this.make("g", { class: `counter ${line.side} ${kind}` }, this.pieces);
        this.make("rect", { x: cx - w / 2, y: cy - h / 2, width: w, height: h, rx: kind === "leader" ? h / 2 : line.side === "wersgorix" ? 1 : 4 }, g);
        const sign = { fleet: "▲", army: "◼", garrison: "●", leader: "♟" }[kind];
        this.make("text", { x: cx, y: cy + h * 0.31, "font-size": Math.min(h * 0.82, w * 0.56).toFixed(1) }, g, kind === "leader" && n === 1 ? sign : `${sign}${n}`);
      });
    });
  }

  aim(hexes) {
    this.targets = new Set(hexes);
    for (const old of this.over.querySelectorAll(".target")) old.remove();
    for (const at of hexes) this.make("polygon", { points: this.corners(at, 0.92), class: "target" }, this.over);
  }

  mark(at, say = true) {
    this.cursor = at;
    this.over.querySelector(".cursor")?.remove();
    if (!at) return;
    this.make("polygon", { points: this.corners(at, 1), class: "cursor" }, this.over);
    if (say) this.spoken.textContent = this.say(at);
  }

  say(at) { return (this.words[at] || [`Space ${String(at).padStart(4, "0")}`]).join(". "); }

  // -- looking -------------------------------------------------------------------------------------------

  apply() { const v = this.view; this.svg.setAttribute("viewBox", `${v.x.toFixed(1)} ${v.y.toFixed(1)} ${v.w.toFixed(1)} ${v.h.toFixed(1)}`); }

  fit() {
    const box = this.svg.getBoundingClientRect(), full = this.full;
    if (!full || !box.width) return;
    if (box.width < 600) {  // a telephone: begin where something can be read
      const w = full.w * 0.5, h = w * box.height / box.width;
      this.view = { x: full.x, y: full.y + (full.h - h) * 0.4, w, h };
    } else {
      const ratio = box.width / box.height;
      const w = Math.max(full.w, full.h * ratio), h = w / ratio;
      this.view = { x: full.x - (w - full.w) / 2, y: full.y - (h - full.h) / 2, w, h };
    }
    this.apply();
  }

  zoom(factor, px = null, py = null) {
    const v = this.view, box = this.svg.getBoundingClientRect();
    const w = Math.min(this.full.w * 2.5, Math.max(StarMap.SIDE * 8, v.w * factor)), h = w * v.h / v.w;
    const fx = px === null ? 0.5 : (px - box.left) / box.width, fy = py === null ? 0.5 : (py - box.top) / box.height;
    this.view = { x: v.x + (v.w - w) * fx, y: v.y + (v.h - h) * fy, w, h };
    this.apply();
  }

  pan(dx, dy) {
    const v = this.view, box = this.svg.getBoundingClientRect(), f = this.full;
    const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
    v.x = clamp(v.x - dx * v.w / box.width, f.x - v.w * 0.5, f.x + f.w - v.w * 0.5);
    v.y = clamp(v.y - dy * v.h / box.height, f.y - v.h * 0.5, f.y + f.h - v.h * 0.5);
    this.apply();
  }

  show(at) {
    const [x, y] = this.centre(at), v = this.view, m = StarMap.SIDE * 2;
    if (x < v.x + m || x > v.x + v.w - m) v.x = x - v.w / 2;
    if (y < v.y + m || y > v.y + v.h - m) v.y = y - v.h / 2;
    this.apply();
  }

  at(event) {
    const box = this.svg.getBoundingClientRect(), v = this.view, s = StarMap.SIDE;
    const x = v.x + (event.clientX - box.left) * v.w / box.width, y = v.y + (event.clientY - box.top) * v.h / box.height;
    let best = 0, far = Infinity;
    const col = Math.round((x / s - 1) / 1.5) + 1;
    for (let c = col - 1; c <= col + 1; c += 1) for (let r = 1; r <= this.ground.rows; r += 1) {
      if (c < 1 || c > this.ground.cols) continue;
      const [cx, cy] = this.centre(c * 100 + r), d = (cx - x) ** 2 + (cy - y) ** 2;
      if (d < far) { far = d; best = c * 100 + r; }
    }
    return far <= s * s ? best : 0;
  }

  watch() {
    if (this.watched) return;
    this.watched = true;
    const host = this.host;
    this.svg.addEventListener("wheel", (event) => { event.preventDefault(); this.zoom(event.deltaY > 0 ? 1.15 : 0.87, event.clientX, event.clientY); }, { passive: false });
    let moved = 0, spread = 0;
    this.svg.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]); moved = 0; spread = 0;
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      const last = this.pointers.get(event.pointerId);
      if (!last) { this.hover(event); return; }
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.pointers.size === 2) {
        const [[ax, ay], [bx, by]] = [...this.pointers.values()], now = Math.hypot(ax - bx, ay - by);
        if (spread) this.zoom(spread / now, (ax + bx) / 2, (ay + by) / 2);
        spread = now; moved = 99;
        return;
      }
      const dx = event.clientX - last[0], dy = event.clientY - last[1];
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > 4) { this.pan(dx, dy); this.tip.hidden = true; }
    });
    const up = (event) => {
      const was = this.pointers.delete(event.pointerId);
      if (event.type === "pointerup" && was && moved <= 4) {
        const at = this.at(event);
        if (at) { this.mark(at, false); this.hover(event); this.onChoose(at); }
      }
    };
    this.svg.addEventListener("pointerup", up);
    this.svg.addEventListener("pointercancel", up);
    this.svg.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    host.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => { const v = this.view, box = this.svg.getBoundingClientRect(); if (box.width) { v.h = v.w * box.height / box.width; this.apply(); } }).observe(this.svg);
  }

  hover(event) {
    const at = this.at(event), words = this.words[at];
    if (!words) { this.tip.hidden = true; return; }
    this.tip.replaceChildren(...words.map((line, index) => {
      const node = document.createElement(index ? "div" : "strong"); node.textContent = line; return node;
    }));
    this.tip.hidden = false;
    const box = this.host.getBoundingClientRect(), tip = this.tip.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    this.tip.style.left = `${Math.max(4, Math.min(x + 16, box.width - tip.width - 4))}px`;
    this.tip.style.top = `${y + 18 + tip.height > box.height ? Math.max(4, y - tip.height - 12) : y + 18}px`;
  }

  key(event) {
    if (event.target !== this.host || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (way) {
      event.preventDefault();
      const from = this.cursor && this.planetOf.has(this.cursor) ? this.centre(this.cursor) : null;
      let best = this.landHexes[0], least = Infinity;
      if (from) for (const at of this.landHexes) {
        if (at === this.cursor) continue;
        const [x, y] = this.centre(at), dx = x - from[0], dy = y - from[1];
        const along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
        if (along <= 1) continue;
        const cost = along + across * 2.2;
        if (cost < least) { least = cost; best = at; }
      }
      if (!from || least < Infinity) { this.mark(best); this.show(best); }
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.cursor) { event.preventDefault(); this.onChoose(this.cursor); }
    } else if (event.key === "+" || event.key === "=") this.zoom(0.8);
    else if (event.key === "-") this.zoom(1.25);
    else if (event.key === "0") this.fit();
  }
}
