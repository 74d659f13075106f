// The map: the server draws it, whatever has data-place="ID" can be pointed at. It knows no game.
"use strict";

class Stage {
  constructor(host) {
    const $ = (id) => document.getElementById(id);
    this.host = host; this.svg = $("sky"); this.tip = $("tip"); this.spoken = $("spoken");
    this.ground = $("ground"); this.pieces = $("pieces"); this.over = $("over");
    this.onChoose = () => {};
    this.cursor = ""; this.pointers = new Map(); this.moved = 0; this.spread = 0;
    this.view = { x: 0, y: 0, w: 100, h: 100 };
    this.centres = new Map();
    this.watch();
  }

  layGround(drawing, size) {
    this.ground.innerHTML = drawing;
    const [w, h] = size, fresh = !this.full || this.full.w !== w || this.full.h !== h;
    this.full = { x: 0, y: 0, w, h };
    if (fresh) this.fit();
  }

  lay(drawing) {
    this.pieces.innerHTML = drawing;
    this.centres.clear();
    for (const node of this.svg.querySelectorAll("#ground [data-place], #pieces [data-place]")) {
      const id = node.dataset.place;
      if (!this.centres.has(id)) { const box = node.getBBox(); this.centres.set(id, [box.x + box.width / 2, box.y + box.height / 2, Math.max(box.width, box.height)]); }
    }
    if (this.cursor) this.mark(this.cursor, false);
  }

  // -- what is said of a place: it stands in the list of places, for those who read it there ---------------

  words(id) {
    const button = document.querySelector(`#places [data-place="${CSS.escape(id)}"]`);
    if (!button) return null;
    const said = button.parentElement.querySelector("span").textContent;
    return [button.textContent, ...(said === "empty" ? [] : said.split("; "))];
  }

  say(id) { return (this.words(id) || [""]).join(". "); }

  // -- marks ---------------------------------------------------------------------------------------------

  shape(id, kind) {
    const node = this.svg.querySelector(`#ground [data-place="${CSS.escape(id)}"], #pieces [data-place="${CSS.escape(id)}"]`);
    if (!node) return;
    const copy = node.cloneNode(true);
    for (const one of [copy, ...copy.querySelectorAll("*")]) for (const name of ["class", "id", "data-place", "fill", "stroke"]) one.removeAttribute(name);
    copy.setAttribute("class", kind);
    this.over.append(copy);
  }

  aim(places, from = "") {
    for (const old of this.over.querySelectorAll(".target, .chosen")) old.remove();
    for (const id of places) this.shape(id, "target");
    if (from) this.shape(from, "chosen");
  }

  mark(id, say = true) {
    this.cursor = id;
    this.over.querySelector(".cursor")?.remove();
    if (!id) return;
    this.shape(id, "cursor");
    if (say) this.spoken.textContent = this.say(id);
  }

  // -- looking -------------------------------------------------------------------------------------------

  apply() { const v = this.view; this.svg.setAttribute("viewBox", `${v.x.toFixed(1)} ${v.y.toFixed(1)} ${v.w.toFixed(1)} ${v.h.toFixed(1)}`); }

  fit() {
    const box = this.svg.getBoundingClientRect(), full = this.full;
    if (!full || !box.width) return;
    const ratio = box.width / box.height, places = Math.max(...[...this.centres.values()].map((it) => it[2]), 1);
    let w = Math.max(full.w, full.h * ratio), x = full.x - (w - full.w) / 2;
    if (places * box.width / w < 22) { w = places * box.width / 27; x = full.x; }  // a telephone: begin where something can be read
    const h = w / ratio;
    this.view = { x, y: full.y + (full.h - h) * (h < full.h ? 0.4 : 0.5), w, h };
    this.apply();
  }

  zoom(factor, px = null, py = null) {
    const v = this.view, box = this.svg.getBoundingClientRect();
    const w = Math.min(this.full.w * 2.5, Math.max(this.full.w / 8, v.w * factor)), h = w * v.h / v.w;
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

  show(id) {
    const found = this.centres.get(id);
    if (!found) return;
    const [x, y, size] = found, v = this.view;
    if (x < v.x + size || x > v.x + v.w - size) v.x = x - v.w / 2;
    if (y < v.y + size || y > v.y + v.h - size) v.y = y - v.h / 2;
    this.apply();
  }

  at(event) {
    for (const node of document.elementsFromPoint(event.clientX, event.clientY)) {
      const place = this.svg.contains(node) && !this.over.contains(node) && node.closest("[data-place]");
      if (place) return place.dataset.place;
    }
    return "";
  }

  watch() {
    const svg = this.svg;
    svg.addEventListener("wheel", (event) => { event.preventDefault(); this.zoom(event.deltaY > 0 ? 1.15 : 0.87, event.clientX, event.clientY); }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      if (!this.pointers.size) this.moved = 0;
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]); this.spread = 0;
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel"]) svg.addEventListener(kind, (event) => this.drop(event));
    svg.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.host.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => { const v = this.view, box = svg.getBoundingClientRect(); if (box.width) { v.h = v.w * box.height / box.width; this.apply(); } }).observe(svg);
  }

  drag(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) { this.hover(event); return; }
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size === 2) {
      const [[ax, ay], [bx, by]] = [...this.pointers.values()], now = Math.hypot(ax - bx, ay - by);
      if (this.spread && now) this.zoom(this.spread / now, (ax + bx) / 2, (ay + by) / 2);
      this.spread = now; this.moved = 99; this.tip.hidden = true;
      return;
    }
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    this.moved += Math.abs(dx) + Math.abs(dy);
    if (this.moved > 6) { this.pan(dx, dy); this.tip.hidden = true; }
  }

  drop(event) {
    const was = this.pointers.delete(event.pointerId);
    this.spread = 0;
    if (event.type !== "pointerup" || !was || this.moved > 6) return;
    const id = this.at(event);
    if (id) { this.mark(id, false); this.hover(event); this.onChoose(id); }
  }

  hover(event) {
    const id = this.at(event), words = id && this.words(id);
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
    if (way) { event.preventDefault(); this.step(way); }
    else if (event.key === "Enter" || event.key === " ") {
      if (this.cursor) { event.preventDefault(); this.onChoose(this.cursor); }
    } else if (event.key === "+" || event.key === "=") this.zoom(0.8);
    else if (event.key === "-") this.zoom(1.25);
    else if (event.key === "0") this.fit();
  }

  step(way) {
    const from = this.centres.get(this.cursor);
    let best = from ? "" : this.centres.keys().next().value || "", least = Infinity;
    if (from) for (const [id, [x, y]] of this.centres) {
      const dx = x - from[0], dy = y - from[1];
      const along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      const cost = along + across * 2.2;
      if (id !== this.cursor && along > 1 && cost < least) { least = cost; best = id; }
    }
    if (best) { this.mark(best); this.show(best); }
  }
}
