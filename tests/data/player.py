"""A player for the tests of matches, with faults to order.

Usage: player.py PROTOCOL [FAULT PLY], the protocol uci, gtp or nboard. It plays the first legal move
that it finds. From the ply of that number on (the moves on the board, passes not counted) it has
the fault:

crash    ends without a word
hang     says nothing any more, and does not end when it is told to
illegal  plays a1 as if it were legal
late     thinks for 0.3 s
silly    answers what is no move

Further protocols' own: `nopass` for gtp refuses to have passes played, as gtp-rhino does.
"""

import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts"))
from othello import Game  # noqa: E402

PROTOCOL = sys.argv[1]
FAULT, PLY = (sys.argv[2], int(sys.argv[3])) if len(sys.argv) > 3 else ("", 0)


def say(text):
    print(text, flush=True)


def choose(game):
    """The answer to "your move", faults included."""
    placed = sum(move != "pass" for move in game.moves)
    if FAULT and placed >= PLY:
        if FAULT == "crash":
            print("something went wrong", file=sys.stderr, flush=True)
            os._exit(7)
        if FAULT == "hang":
            for kind in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(kind, signal.SIG_IGN)
            while True:
                time.sleep(60)
        if FAULT == "illegal":
            return "a1"
        if FAULT == "late":
            time.sleep(0.3)
        if FAULT == "silly":
            return "z9"
    return game.legal_moves()[0]


def uci():
    game = Game()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "uci":
            say("id name Fake\noption name Mood type string default good\nuciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            game = Game(words[3:])
        elif words[0] == "go":
            say("info depth 1 score cp 0 nodes 1 time 1 pv d3")
            say(f"bestmove {choose(game)}")
        elif words[0] == "quit":
            return


def gtp():
    game = Game()
    for line in sys.stdin:
        ident, command, *words = line.split()
        if command == "quit":
            say(f"={ident}\n")
            return
        if command == "clear_board":
            game = Game()
        elif command == "play":
            move = words[1].lower()
            if FAULT == "nopass" and move == "pass":
                say(f"?{ident} syntax error\n")
                continue
            mover = {"black": "X", "white": "O"}[words[0]]
            if FAULT == "nopass" and mover != game.mover:
                game.play("pass")
            game.play(move)
        elif command == "genmove":
            mover = {"black": "X", "white": "O"}[words[0]]
            if FAULT == "nopass" and mover != game.mover:
                game.play("pass")
            assert mover == game.mover
            move = choose(game)
            if move == game.legal_moves()[0]:
                game.play(move)
            say(f"= {ident} {move.upper()}\n")
            continue
        elif command not in ("boardsize", "set_level"):
            say(f"?{ident} unknown command\n")
            continue
        say(f"={ident}\n")


def nboard():
    game = Game()
    say("a banner nobody asked for")
    for line in sys.stdin:
        words = line.split()
        if words[:2] == ["set", "game"]:
            game = Game()
            for text in line.split("]")[:-1]:
                tag, value = text.split("[")
                if tag in ("B", "W"):
                    game.play({"PA": "pass"}.get(value, value.lower()))
        elif words[0] == "move":
            game.play({"PA": "pass"}.get(words[1], words[1].lower()))
        elif words[0] == "ping":
            say(f"pong {words[1]}")
        elif words[0] == "go":
            say("status thinking")
            # NTest and Edax write it differently.
            say(f"=== {choose(game).upper()}//0.01" if game.mover == "X" else f"=== {choose(game)} 0.00 0.0")
        elif words[0] == "quit":
            return


{"uci": uci, "gtp": gtp, "nboard": nboard}[PROTOCOL]()
