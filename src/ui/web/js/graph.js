// The course of the game: who was ahead after each ply, and where it was given away.

import { draw } from "./board.js";
import { BLUNDER, MISTAKE, sideways, written } from "./values.js";
import { t } from "./words.js";

const HEIGHT = 150;
const LEFT = 32;
const TOP = 6;
const BOTTOM = HEIGHT - 20;

/** Events: `seek`, with the number of plies in `detail`. */
export class Graph extends EventTarget {
  #svg;
  #game = null;
  // Its width is what it has on the page.
  #right = 400;

  constructor(svg) {
    super();
    this.#svg = svg;
    svg.setAttribute("height", HEIGHT);
    new ResizeObserver(() => this.#game && this.show(this.#game)).observe(svg);
    svg.setAttribute("role", "slider");
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("aria-valuemin", "0");
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      this.#seek(event);
    });
    svg.addEventListener("pointermove", (event) => event.buttons && this.#seek(event));
    svg.addEventListener("keydown", (event) => {
      const game = this.#game;
      const to = {
        ArrowLeft: game.at - 1,
        ArrowDown: game.at - 1,
        ArrowRight: game.at + 1,
        ArrowUp: game.at + 1,
        PageDown: game.at - 10,
        PageUp: game.at + 10,
        Home: 0,
        End: game.plies.length,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.#ask(to);
    });
  }

  #seek(event) {
    if (!this.#game) return;
    const box = this.#svg.getBoundingClientRect();
    this.#ask(Math.round((event.clientX - box.left - LEFT) / this.#step()));
  }

  #ask(ply) {
    const detail = Math.min(Math.max(ply, 0), this.#game.plies.length);
    this.dispatchEvent(new CustomEvent("seek", { detail }));
  }

  /** Short games leave room for what is still to come. */
  #step() {
    return (this.#right - LEFT) / Math.max(this.#game.plies.length, 60);
  }

  show(game) {
    this.#game = game;
    const svg = this.#svg;
    svg.replaceChildren();
    this.#right = Math.max(LEFT + 100, svg.clientWidth - 4);
    svg.setAttribute("aria-label", t("graphLabel"));
    svg.setAttribute("aria-valuemax", game.plies.length);
    svg.setAttribute("aria-valuenow", game.at);
    const value = game.node.value;
    svg.setAttribute("aria-valuetext", `${game.at}: ${value ? written(value.discs, value.exact) : ""}`);

    const points = game.nodes
      .map((node, ply) => ({ ply, discs: node.value?.discs }))
      .filter((point) => point.discs !== undefined);
    const values = points.map((point) => point.discs);
    // Some room on the side that is never ahead.
    const [least, most] = [Math.min(-4, ...values), Math.max(4, ...values)];
    const grid = [2, 4, 8, 16, 32].find((size) => (most - least) / size <= 6) ?? 32;
    const [low, high] = [Math.floor(least / grid) * grid, Math.ceil(most / grid) * grid];
    const x = (ply) => LEFT + ply * this.#step();
    const y = (discs) => TOP + ((high - discs) / (high - low)) * (BOTTOM - TOP);

    const field = { x: LEFT, y: TOP, width: this.#right - LEFT, height: BOTTOM - TOP, rx: 6 };
    draw(svg, "rect", { ...field, class: "field" });
    this.#drawCourse(points, x, y);
    this.#drawGrid(low, high, grid, x, y);
    draw(svg, "rect", { ...field, class: "edge" });
    this.#drawLosses(game, x, y);
    const at = points.find((point) => point.ply === game.at);
    draw(svg, "line", { x1: x(game.at), x2: x(game.at), y1: TOP, y2: BOTTOM, class: "here" });
    if (at) draw(svg, "circle", { cx: x(at.ply), cy: y(at.discs), r: 5, class: "here" });
  }

  #drawCourse(points, x, y) {
    if (points.length === 0) return;
    const path = points.map(({ ply, discs }) => `${x(ply).toFixed(1)},${y(discs).toFixed(1)}`).join(" ");
    const [from, to] = [x(points[0].ply), x(points.at(-1).ply)];
    const area = `${from},${y(0)} ${path} ${to},${y(0)}`;
    // What is above the middle is Black's.
    const clip = draw(this.#svg, "clipPath", { id: "above" });
    draw(clip, "rect", { x: LEFT, y: 0, width: this.#right, height: y(0) });
    draw(this.#svg, "polygon", { points: area, class: "white area" });
    draw(this.#svg, "polygon", { points: area, class: "black area", "clip-path": "url(#above)" });
    draw(this.#svg, "polyline", { points: path, class: "course" });
  }

  #drawGrid(low, high, grid, x, y) {
    const svg = this.#svg;
    for (let discs = low; discs <= high; discs += grid) {
      const name = discs === 0 ? "even" : "line";
      draw(svg, "line", { x1: LEFT, x2: this.#right, y1: y(discs), y2: y(discs), class: name });
      draw(svg, "text", { x: LEFT - 7, y: y(discs) + 4, class: "scale" }, written(discs, true));
    }
    for (let ply = 10; x(ply) < this.#right - 4; ply += 10) {
      draw(svg, "line", { x1: x(ply), x2: x(ply), y1: TOP, y2: BOTTOM, class: "line" });
      draw(svg, "text", { x: x(ply), y: HEIGHT - 5, class: "number" }, String(ply));
    }
    draw(svg, "text", { x: LEFT + 8, y: TOP + 15, class: "ahead" }, t("blackAhead"));
    draw(svg, "text", { x: LEFT + 8, y: BOTTOM - 8, class: "ahead" }, t("whiteAhead"));
  }

  #drawLosses(game, x, y) {
    game.plies.forEach(({ loss, side, move }, at) => {
      const after = game.nodes[at + 1].value;
      if (!loss || loss.discs < MISTAKE || !after) return;
      const name = loss.discs < BLUNDER ? "mistake" : "blunder";
      const [cx, cy] = [x(at + 1), y(after.discs)];
      const better = y(after.discs + sideways(loss.discs, side));
      draw(this.#svg, "line", { x1: cx, x2: cx, y1: cy, y2: better, class: `loss ${name}` });
      const dot = draw(this.#svg, "circle", { cx, cy, r: 4, class: `loss ${name}` });
      draw(dot, "title", {}, `${at + 1} ${move}: ${written(-loss.discs)}, ${loss.best}`);
    });
  }
}
