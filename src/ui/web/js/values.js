// Values of moves: how they are compared, reviewed and written.

/** More lines than there can be moves. */
export const MOST_LINES = 64;
/** How deep both searches of a review are. */
const REVIEW_DEPTH = 12;
/** From so many discs lost on a move is a mistake, and a blunder. */
export const MISTAKE = 4;
export const BLUNDER = 10;

/** A value of the side to move as one of Black, or the other way round. */
export function sideways(discs, side) {
  return side === "X" ? discs : -discs;
}

/** A value in discs for people. */
export function written(discs, exact = false) {
  const rounded = exact || Math.abs(discs) >= 10 ? Math.round(discs) : Math.round(discs * 10) / 10;
  if (rounded === 0) return "0";
  const digits = Number.isInteger(rounded) ? 0 : 1;
  return (rounded < 0 ? "\u2212" : "+") + Math.abs(rounded).toFixed(digits);
}

/** What the lines of an analysis say of each move, the best first. */
export function judge(infos, exact) {
  const best = infos[0].value;
  return infos
    .filter((info) => info.value !== undefined)
    .map((info) => ({
      move: info.moves[0],
      discs: info.value,
      text: written(info.value, exact),
      loss: best - info.value,
      moves: info.moves,
      depth: info.depth,
      speed: info.nps,
      exact,
    }));
}

/**
 * What a ply of the game lost, as `outflank analyse` finds it: a search of all moves and, if another
 * is the best, one as deep of the move that was played. Resolves with { discs, best, value, exact },
 * `value` being what the best move is worth to Black; `null` for a pass.
 */
export async function reviewPly(engine, game, at, options, isCurrent) {
  const { move, side } = game.plies[at];
  if (move === "pass") return null;
  const search = async (more) => {
    const found = { discs: 0, depth: 0, exact: false };
    const go = `depth ${REVIEW_DEPTH}${more}`;
    const request = { position: game.position(at), go, options };
    const { best } = await engine.search(request, (info) => {
      if (info.value !== undefined) {
        Object.assign(found, { discs: info.value, depth: info.depth, exact: false });
      } else if (info.known) {
        found.exact = info.known === "exact";
      }
    });
    return { best, ...found };
  };
  const ofAll = await search("");
  if (!isCurrent()) return null;
  const ofPlayed = ofAll.best === move ? ofAll : await search(` searchmoves ${move}`);
  if (!isCurrent()) return null;
  const isBetter = ofAll.discs > ofPlayed.discs;
  const after = game.nodes[at + 1];
  if (!after.over) {
    const { depth, exact } = ofPlayed;
    after.value = { discs: sideways(ofPlayed.discs, side), depth, exact };
  }
  if (at === 0) {
    const { depth, exact } = ofAll;
    game.nodes[0].value = { discs: sideways(ofAll.discs, side), depth, exact };
  }
  return {
    discs: isBetter ? ofAll.discs - ofPlayed.discs : 0,
    best: isBetter ? ofAll.best : move,
    value: sideways(isBetter ? ofAll.discs : ofPlayed.discs, side),
    exact: ofAll.exact && ofPlayed.exact,
  };
}

/** What a review says of a side so far; `null` before it has said anything. */
export function summary(game, side) {
  const plies = game.plies.map((ply, at) => ({ ...ply, at: at + 1, choices: game.nodes[at].moves.length }));
  const judged = plies.filter((ply) => ply.side === side && ply.loss);
  if (judged.length === 0) return null;
  const lost = judged.reduce((sum, ply) => sum + ply.loss.discs, 0);
  const choices = judged.filter((ply) => ply.choices > 1).length;
  const worst = judged.filter((ply) => ply.loss.discs >= MISTAKE);
  worst.sort((one, other) => other.loss.discs - one.loss.discs);
  return {
    average: choices ? lost / choices : 0,
    mistakes: worst.filter((ply) => ply.loss.discs < BLUNDER).length,
    blunders: worst.filter((ply) => ply.loss.discs >= BLUNDER).length,
    worst: worst.slice(0, 5),
  };
}

/** `?`, `??`, or nothing. */
export function mark(loss) {
  if (!loss || loss.discs < MISTAKE) return "";
  return loss.discs < BLUNDER ? "?" : "??";
}
