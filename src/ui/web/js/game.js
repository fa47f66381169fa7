// The record of a game: its positions and the moves between them. The rules are the engine's: it is
// asked for each position what can be played there.

export const START = "---------------------------OX------XO---------------------------X";

const FACTS = ["board", "legalmoves", "score"];

/** What the engine says of a position. */
function node([board, legal, score]) {
  const over = legal === "none";
  return {
    cells: board.slice(0, 64),
    side: board[64],
    moves: over || legal === "pass" ? [] : legal.split(","),
    mustPass: legal === "pass",
    over,
    // Black's discs less White's; at the end the empty squares go to the winner.
    score: Number(score),
    // What it is worth to Black, in discs, once that is known: { discs, depth, exact }.
    value: over ? { discs: Number(score), depth: 60, exact: true } : null,
    // What is left on the clocks, in ms, if there are any.
    clocks: null,
  };
}

export class Game {
  /** The first position, 64 cells and the side to move. */
  start = START;
  /** What was played: { move, side, loss }; `loss` once the game was reviewed. */
  plies = [];
  /** One more than plies: positions, the first included. */
  nodes = [];
  /** The position that is looked at. */
  at = 0;

  get node() {
    return this.nodes[this.at];
  }

  /** Whether it is the last position that is looked at. */
  get isLive() {
    return this.at === this.plies.length;
  }

  /** The command that sets a position of the game. */
  position(at = this.at) {
    const moves = this.plies.slice(0, at).map((ply) => ply.move);
    return `position board ${this.start.slice(0, 64)} ${this.start[64]} moves ${moves.join(" ")}`;
  }

  /** The position after one more move; what came after is forgotten. */
  async play(engine, move) {
    const facts = await engine.ask(`${this.position()} ${move}`, FACTS);
    this.plies.length = this.at;
    this.nodes.length = this.at + 1;
    this.plies.push({ move, side: this.node.side, loss: null });
    this.nodes.push(node(facts));
    this.at += 1;
  }

  /** The game as one line that `position game` reads again. */
  transcript() {
    const moves = this.plies.map((ply) => ply.move).join(" ");
    if (this.start === START) return moves;
    return `${this.start.slice(0, 64)} ${this.start[64]} ${moves}`.trim();
  }

  /** A game by what the engine reads from a command `position ...`; looked at is its end. */
  static async read(engine, command) {
    const [start, moves] = await engine.ask(command, ["start", "game"]);
    const game = new Game();
    game.start = start;
    const played = moves === "none" ? [] : moves.split(" ");
    game.plies = played.map((move) => ({ move, side: "", loss: null }));
    const asked = [...Array(played.length + 1).keys()];
    const facts = await Promise.all(asked.map((at) => engine.ask(game.position(at), FACTS)));
    game.nodes = facts.map(node);
    game.plies.forEach((ply, at) => (ply.side = game.nodes[at].side));
    game.at = played.length;
    return game;
  }
}

/** Text from people as one line of the protocol: control characters and line ends are blanks. */
export function oneLine(text) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** `f5` to 0 to 63, row by row. */
export function cellOf(square) {
  return (square.charCodeAt(1) - 49) * 8 + square.charCodeAt(0) - 97;
}

/** 0 to 63 to `f5`. */
export function squareOf(cell) {
  return "abcdefgh"[cell % 8] + (1 + (cell >> 3));
}

export function count(cells, side) {
  return [...cells].filter((cell) => cell === side).length;
}
