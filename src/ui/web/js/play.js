// What goes on at the table: who plays, what the engine is asked to do, and in which order. One loop
// asks for one thing at a time; whatever people do ends it and begins it anew.

import { Clocks } from "./clocks.js";
import { Disconnected } from "./engine.js";
import { Game } from "./game.js";
import { judge, MOST_LINES, reviewPly, sideways } from "./values.js";

/** A move of the engine without a clock takes at most so many milliseconds. */
const THINK = 1000;
const HINT = 700;
/** The graph's first values are those of searches so deep. */
const QUICK_DEPTH = 8;
/** How long a move is seen before the engine answers, and a pass is read, in ms. */
const SEEN = 650;
const PASS_READ = 1100;

const FULL = { Level: 0, MultiPV: 1, Variety: 0 };

/**
 * Events: `change`, when there is something to draw, `moving` in its detail if a move was made;
 * `pass`, with the side as its detail.
 */
export class Play extends EventTarget {
  game = new Game();
  players = { X: "human", O: "engine" };
  levels = { X: 0, O: 0 };
  /** Decides how the levels vary what they play. */
  seed = 0;
  clocks = new Clocks(this);
  /** `null`, or the ply that is reviewed. */
  reviewing = null;
  analysing = false;
  isThinking = false;
  /** `null`, or { move, discs } for the mover. */
  hint = null;
  /** What the analysis knows of each move: see `judge`. */
  lines = [];
  #engine;
  #run = 0;
  #isPlaying = false;
  #wantsHint = false;
  #wantsMove = false;
  #isPaused = false;
  #moved = 0;
  // Milliseconds that are waited for people to see something.
  #slowness = 1;

  constructor(engine) {
    super();
    this.#engine = engine;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.#slowness = 0.1;
  }

  get node() {
    return this.game.node;
  }

  /** Whether the game has ended here. */
  get isEnd() {
    return this.node.over || (this.game.isLive && this.clocks.flagged !== null);
  }

  /** Whether somebody may click a move now. */
  get mayPlay() {
    const { game, node } = this;
    if (!node || this.isEnd || node.mustPass) return false;
    return !game.isLive || this.#isPaused || this.players[node.side] === "human";
  }

  /** Begins a game: from the start, or from what is on the board. */
  async begin({ players, levels, time, fromHere }) {
    const { cells, side } = this.node ?? {};
    const command = fromHere && cells ? `position board ${cells} ${side}` : "position startpos";
    await this.#read(command, players);
    this.levels = levels;
    this.seed = Math.floor(Math.random() * 2 ** 31);
    this.clocks.begin(time);
    this.go();
  }

  /** Takes over a game by a command `position ...`, to be played on by hand. */
  async open(command, players = { X: "human", O: "human" }) {
    await this.#read(command, players);
    this.clocks.begin(null);
    this.go();
  }

  async #read(command, players) {
    // What is being thought about belongs to the game that is left.
    this.#run += 1;
    const game = await Game.read(this.#engine, command).catch((error) => {
      this.go();
      throw error;
    });
    this.#engine.forget();
    Object.assign(this, { game, players, reviewing: null });
    this.#forget();
    this.#isPaused = false;
  }

  /** Plays a move for whoever is to move. */
  async play(move) {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#run += 1;
    try {
      const { game } = this;
      const clocks = this.clocks.after();
      await game.play(this.#engine, move);
      if (game !== this.game) return;
      game.node.clocks = clocks;
      this.#forget();
      this.reviewing = null;
      this.#isPaused = false;
      this.#moved = performance.now();
      this.go(true);
    } catch (error) {
      if (!(error instanceof Disconnected)) throw error;
    } finally {
      this.#isPlaying = false;
    }
  }

  /** Looks at another position of the game. */
  goTo(at) {
    const to = Math.min(Math.max(at, 0), this.game.plies.length);
    if (to === this.game.at) return;
    const isNext = to === this.game.at + 1;
    this.clocks.pause();
    this.game.at = to;
    this.#forget();
    if (!Object.values(this.players).includes("human")) this.#isPaused = true;
    this.go(isNext);
  }

  /** What was asked and found about one position is of no use in another. */
  #forget() {
    Object.assign(this, { hint: null, lines: [] });
    this.#wantsHint = false;
    this.#wantsMove = false;
  }

  /** Back to where somebody had the choice before; or forward again. */
  step(direction) {
    const { nodes, at } = this.game;
    const isChoice = (node) =>
      !node.mustPass && !node.over && (this.players[node.side] === "human" || this.#isFree);
    let to = at + direction;
    while (nodes[to] && !isChoice(nodes[to])) to += direction;
    this.goTo(nodes[to] ? to : direction < 0 ? 0 : nodes.length - 1);
  }

  get #isFree() {
    return !Object.values(this.players).includes("human");
  }

  askForHint() {
    this.#wantsHint = this.mayPlay;
    this.go();
  }

  /** The engine moves for whoever is to move; if it thinks already, at once. */
  moveNow() {
    if (this.isThinking) {
      this.#engine.stop();
    } else if (this.node && !this.isEnd) {
      this.#wantsMove = true;
      this.#isPaused = false;
      this.go();
    }
  }

  toggleAnalysis() {
    this.analysing = !this.analysing;
    this.lines = [];
    this.go();
  }

  toggleReview() {
    this.reviewing = this.reviewing === null && this.game.plies.length > 0 ? 0 : null;
    this.go();
  }

  /** Stops whatever is asked for: the table is cleared for something else. */
  halt() {
    this.#run += 1;
    this.clocks.pause();
    this.#engine.stop();
  }

  /** Begins the loop anew, and draws. */
  async go(moving = false) {
    const run = (this.#run += 1);
    const isCurrent = () => run === this.#run && this.#engine.isOpen;
    this.#engine.stop();
    this.isThinking = false;
    this.clocks.resume(this.players);
    this.#change(moving);
    try {
      while (isCurrent() && (await this.#next(isCurrent)));
    } catch (error) {
      if (!(error instanceof Disconnected)) throw error;
    }
  }

  #change(moving = false) {
    this.dispatchEvent(new CustomEvent("change", { detail: { moving } }));
  }

  /** Does the next thing; says whether there may be another. */
  async #next(isCurrent) {
    const { game, node } = this;
    if (!node) return false;
    const { isEnd } = this;
    if (!isEnd && game.isLive && node.mustPass) return this.#pass(isCurrent);
    if (!node.value) return this.#value(node, game.at, isCurrent);
    const isItsTurn = game.isLive && this.players[node.side] === "engine" && !this.#isPaused;
    if (!isEnd && (isItsTurn || this.#wantsMove)) return this.#think(isCurrent);
    if (!isEnd && this.#wantsHint) return this.#findHint(isCurrent);
    if (this.reviewing !== null) return this.#review(isCurrent);
    const isSeen = this.analysing && !document.hidden;
    if (isSeen && !isEnd && !node.mustPass) return this.#analyse(isCurrent);
    const at = game.nodes.findIndex((other) => !other.value);
    return at >= 0 && this.#value(game.nodes[at], at, isCurrent);
  }

  async #pass(isCurrent) {
    this.dispatchEvent(new CustomEvent("pass", { detail: this.node.side }));
    await this.#wait(PASS_READ);
    if (isCurrent()) await this.play("pass");
    return false;
  }

  /** A first value for the graph. */
  async #value(node, at, isCurrent) {
    const value = { discs: 0, depth: 0, exact: false };
    const request = { position: this.game.position(at), go: `depth ${QUICK_DEPTH}`, options: FULL };
    await this.#engine.search(request, (info) => {
      if (info.value !== undefined) {
        Object.assign(value, { discs: sideways(info.value, node.side), depth: info.depth });
      }
      value.exact = info.known === "exact";
    });
    if (!isCurrent()) return false;
    node.value = value;
    this.#change();
    return true;
  }

  async #think(isCurrent) {
    const { node } = this;
    const level = this.levels[node.side];
    const options = { Level: level, MultiPV: 1, Seed: this.seed };
    const go = this.clocks.isOn ? this.clocks.words() : `movetime ${level ? 3 * THINK : THINK}`;
    this.isThinking = true;
    this.clocks.run();
    this.#change();
    const { best } = await this.#engine.search({ position: this.game.position(), go, options });
    this.clocks.pause();
    const left = SEEN - (performance.now() - this.#moved);
    if (isCurrent()) await this.#wait(left);
    if (!isCurrent()) return false;
    this.isThinking = false;
    this.#wantsMove = false;
    if (best) await this.play(best);
    return false;
  }

  async #findHint(isCurrent) {
    const { node } = this;
    let discs = 0;
    const request = { position: this.game.position(), go: `movetime ${HINT}`, options: FULL };
    const { best } = await this.#engine.search(request, (info) => (discs = info.value ?? discs));
    if (!isCurrent() || node !== this.node) return false;
    this.#wantsHint = false;
    this.hint = { move: best, discs };
    this.#change();
    return true;
  }

  async #review(isCurrent) {
    const { game } = this;
    const at = this.reviewing;
    const loss = await reviewPly(this.#engine, game, at, FULL, isCurrent);
    if (!isCurrent()) return false;
    game.plies[at].loss = loss;
    this.reviewing = at + 1 < game.plies.length ? at + 1 : null;
    this.#change();
    return true;
  }

  /** Until it is told to stop. */
  async #analyse(isCurrent) {
    const { node } = this;
    const options = { ...FULL, MultiPV: MOST_LINES };
    const infos = [];
    const request = { position: this.game.position(), go: "infinite", options };
    await this.#engine.search(request, (info) => {
      if (!isCurrent()) return;
      if (info.multipv) {
        infos[info.multipv - 1] = info;
        if (info.multipv < node.moves.length) return;
      } else if (!info.known || infos.length === 0) {
        return;
      }
      this.lines = judge(infos, info.known === "exact");
      const [best] = this.lines;
      if (best.depth >= node.value.depth) {
        const discs = sideways(best.discs, node.side);
        node.value = { discs, depth: best.depth, exact: best.exact };
      }
      this.#change();
    });
    return false;
  }

  #wait(ms) {
    return new Promise((resolve) => setTimeout(resolve, ms * this.#slowness));
  }
}
