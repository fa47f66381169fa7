"""The rules of Othello, naively: a referee for the scripts that shares nothing with the engine.

Squares are a1 (top left) to h8; moves are `d3` and `pass`. Black, the first to move, is "X".
"""

import random

COLUMNS = "abcdefgh"
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class IllegalMove(Exception):
    """Says which ply, which move, and why."""


def _rays():
    """For each square, the squares in each direction up to the edge, nearest first."""
    rays = []
    for square in range(64):
        row, column = divmod(square, 8)
        rays.append([])
        for down, right in DIRECTIONS:
            ray = []
            r, c = row + down, column + right
            while 0 <= r < 8 and 0 <= c < 8:
                ray.append(8 * r + c)
                r, c = r + down, c + right
            if len(ray) > 1:
                rays[square].append(ray)
    return rays


RAYS = _rays()


def square_name(square):
    return COLUMNS[square % 8] + str(square // 8 + 1)


def square_of(name):
    """The number of a square, or None if it is not one."""
    if len(name) == 2 and name[0] in COLUMNS and name[1] in "12345678":
        return COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1)
    return None


class Game:
    """A game from the usual start; `moves` has all that was played, passes included."""

    def __init__(self, moves=()):
        self.cells = ["-"] * 64
        for name, disc in [("d5", "X"), ("e4", "X"), ("d4", "O"), ("e5", "O")]:
            self.cells[square_of(name)] = disc
        self.mover = "X"
        self.moves = []
        for move in moves:
            self.play(move)

    def copy(self):
        other = Game.__new__(Game)
        other.cells, other.mover, other.moves = list(self.cells), self.mover, list(self.moves)
        return other

    def opponent(self):
        return "O" if self.mover == "X" else "X"

    def flips(self, square, mover=None):
        """The discs turned by a disc of `mover` on `square`; none if it may not go there."""
        mover = mover or self.mover
        cells, turned = self.cells, []
        if cells[square] != "-":
            return turned
        for ray in RAYS[square]:
            run = []
            for other in ray:
                if cells[other] == "-":
                    break
                if cells[other] == mover:
                    turned += run
                    break
                run.append(other)
        return turned

    def squares(self, mover=None):
        """The squares that `mover` may move to."""
        return [square for square in range(64) if self.flips(square, mover)]

    def legal_moves(self):
        """Names of the legal moves; ["pass"] if there is only that; [] when the game is over."""
        squares = self.squares()
        if squares:
            return [square_name(square) for square in squares]
        return ["pass"] if self.squares(self.opponent()) else []

    def is_over(self):
        return not self.squares() and not self.squares(self.opponent())

    def play(self, move):
        """Plays `d3` or `pass`, or raises IllegalMove and changes nothing."""
        ply = len(self.moves) + 1
        if move == "pass":
            if self.legal_moves() != ["pass"]:
                raise IllegalMove(f"ply {ply}: a pass, but there is a move or the game is over")
        else:
            square = square_of(move)
            if square is None:
                raise IllegalMove(f"ply {ply}: {move!r} is not a move")
            turned = self.flips(square)
            if not turned:
                raise IllegalMove(f"ply {ply}: {move} turns no disc")
            for other in [square, *turned]:
                self.cells[other] = self.mover
        self.mover = self.opponent()
        self.moves.append(move)

    def play_transcript(self, text):
        """Plays moves written without blanks, `f5d6c3`; forced passes may be left out."""
        text = text.strip().lower()
        for start in range(0, len(text), 2):
            if self.legal_moves() == ["pass"] and text[start : start + 2] not in ("pa", "ps", "--"):
                self.play("pass")
            move = text[start : start + 2]
            self.play("pass" if move in ("pa", "ps", "--") else move)

    def play_random(self, plies, rng=random):
        """Plays up to `plies` random moves; stops where the game is over."""
        for _ in range(plies):
            moves = self.legal_moves()
            if not moves:
                return
            self.play(rng.choice(moves))

    def black_score(self):
        """Black's discs minus White's; at the end of a game the empty squares go to the winner."""
        black, white = self.cells.count("X"), self.cells.count("O")
        difference = black - white
        if difference and self.is_over():
            empties = 64 - black - white
            difference += empties if difference > 0 else -empties
        return difference


def parse_info(line):
    """The score words and the PV of an `info` line, each None if it has none."""
    words = line.split()
    if words[:1] != ["info"] or words[1:2] == ["string"]:
        return None, None
    score = pv = None
    if "pv" in words:
        pv = words[words.index("pv") + 1 :]
        words = words[: words.index("pv")]
    if "score" in words:
        score = words[words.index("score") + 1 :][:2]
    return score, pv


def answer_faults(game, lines):
    """What is wrong with the lines that answered one `go` in this position: a list of sentences.

    `lines` has everything from `go` to the `readyok` asked for after the bestmove.
    """
    faults = []
    best = [line for line in lines if line.split()[:1] == ["bestmove"]]
    if len(best) != 1:
        return [f"{len(best)} bestmove lines for one go: {best}"]
    before = lines[: lines.index(best[0])]
    after = lines[lines.index(best[0]) + 1 :]
    if any(line.split()[:1] == ["info"] and "score" in line.split() for line in after):
        faults.append(f"a search goes on after its bestmove: {after[-1]!r}")
    for line in lines:
        if line.startswith("info string error"):
            faults.append(line)
        elif line.split()[:1] not in (["info"], ["bestmove"]):
            faults.append(f"a line that is no answer to go: {line!r}")

    legal = game.legal_moves()
    words = best[0].split()
    move = words[1] if len(words) > 1 else ""
    if move not in (legal or ["(none)"]):
        faults.append(f"illegal bestmove {move!r}; legal: {' '.join(legal) or '(none)'}")
    elif legal:
        after_move = game.copy()
        after_move.play(move)
        if len(words) > 2 and (words[2] != "ponder" or len(words) != 4):
            faults.append(f"malformed: {best[0]!r}")
        elif len(words) == 4 and words[3] not in after_move.legal_moves():
            faults.append(f"illegal ponder move in {best[0]!r}")

    scored, seen = 0, set()
    for line in before:
        score, pv = parse_info(line)
        if score is None:
            continue
        if score[:1] != ["cp"] or not score[1:] or not score[1].lstrip("-").isdigit():
            faults.append(f"a score that is not one: {line!r}")
        scored += 1
        if pv is None or tuple(pv) in seen:
            continue
        seen.add(tuple(pv))
        replay = game.copy()
        try:
            for pv_move in pv:
                replay.play(pv_move)
        except IllegalMove as error:
            faults.append(f"a PV that cannot be played, {error}: {line!r}")
        if not pv:
            faults.append(f"an empty PV: {line!r}")
    if not scored:
        faults.append("a bestmove without a scored info line")
    elif legal and not seen:
        faults.append("a bestmove without a PV")
    return faults


def is_illegal(fault):
    """Whether a fault is about the move itself, not its surroundings."""
    return fault.startswith("illegal bestmove")
