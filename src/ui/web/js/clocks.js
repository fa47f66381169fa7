// The clocks of both sides. What is left stands with the position; one clock at most runs.

export class Clocks {
  /** The side whose time has run out, if any. */
  flagged = null;
  #play;
  #time = null;
  // Since when the clock of the side to move runs; `null`: it does not.
  #since = null;

  constructor(play) {
    this.#play = play;
  }

  get isOn() {
    return this.#time !== null;
  }

  /** New clocks, { minutes, seconds } for the game and for each move; or none. */
  begin(time) {
    this.#time = time;
    this.flagged = null;
    this.#since = null;
    const full = time ? time.minutes * 60_000 : 0;
    if (time) this.#play.game.nodes.forEach((node) => (node.clocks = { X: full, O: full }));
  }

  /** What a side has left, in ms. */
  left(side) {
    const { node } = this.#play;
    if (!node?.clocks) return 0;
    const used = this.#since !== null && node.side === side ? performance.now() - this.#since : 0;
    return Math.max(0, node.clocks[side] - used);
  }

  /** The clock of the side to move runs. */
  run() {
    if (this.isOn && this.#since === null) this.#since = performance.now();
  }

  /** It stands still. */
  pause() {
    const { node } = this.#play;
    if (this.#since !== null && node?.clocks) {
      node.clocks = { ...node.clocks, [node.side]: this.left(node.side) };
    }
    this.#since = null;
  }

  /** It runs if somebody is to move in the game's last position; the engine's when it thinks. */
  resume(players) {
    const { game, node } = this.#play;
    const runs = game.isLive && node && !node.over && !node.mustPass && !this.flagged;
    if (runs && players[node.side] === "human") this.run();
    else this.pause();
  }

  /** What is left after the move that is made now. */
  after() {
    if (!this.isOn) return null;
    this.pause();
    // Who takes a move back after that plays on.
    this.flagged = null;
    const { node } = this.#play;
    const more = this.#time.seconds * 1000;
    return { ...node.clocks, [node.side]: node.clocks[node.side] + more };
  }

  /** Whether the side to move has just run out of time. */
  hasRunOut() {
    const { node } = this.#play;
    if (this.flagged || this.#since === null || this.left(node.side) > 0) return false;
    this.flagged = node.side;
    this.pause();
    return true;
  }

  /** For `go`. */
  words() {
    const more = this.#time.seconds * 1000;
    const [black, white] = ["X", "O"].map((side) => Math.round(this.left(side)));
    return `btime ${black} wtime ${white} binc ${more} winc ${more}`;
  }
}
