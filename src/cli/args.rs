//! The arguments, and the log they set up. The flags of the engine's options come from the one
//! option table.

use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command as ClapCommand, FromArgMatches, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use super::{
    analyse, bench, convert, data, datagen, eval_report, fit_probcut, matches, openings, perft,
    play, serve, show, solve, train, tune, web,
};
use crate::engine::{Engine, EngineLimits, Kind, OPTIONS, OptionError, OptionSpec, Options};
use crate::protocol::Dialect;

/// An Othello (Reversi) engine. Without a subcommand it speaks its protocol on standard input and
/// output: type `help`, or see protocol.md.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = false)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The dialect of all sessions; auto: each session's first line tells
    #[arg(long, global = true, value_name = "DIALECT", default_value = "auto")]
    #[arg(value_parser = dialects())]
    pub protocol: String,
    /// Tell GUIs of the options for those who tune the search, too (protocol.md lists them)
    #[arg(long, global = true)]
    pub tunables: bool,
    #[command(flatten)]
    pub log: LogArguments,
    #[command(flatten)]
    pub options: OptionFlags,
}

fn dialects() -> PossibleValuesParser {
    let names = Dialect::NAMES.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(["auto"].into_iter().chain(names))
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Speak the protocol on TCP or WebSocket, to many sessions at once
    Serve(serve::Serve),
    /// Play and analyse in the browser
    ///
    /// Serves one page and the WebSocket that it speaks the protocol over. Everything it needs is in
    /// this program: it works without any other network.
    ///
    /// outflank web, and then open http://127.0.0.1:8080
    Web(web::Web),
    /// Play on a board in the terminal
    ///
    /// Type a square, f5, or go there with the arrow keys and press Enter, or click. Below the board
    /// stand the keys: i hint, u undo, r redo, n new game, s save, l load, q quit; space lets an engine
    /// that plays itself wait or go on. The bar and the graph show who is ahead after each move, in
    /// discs, as the engine sees it at full strength. The last disc is marked, and those it turned
    /// over. At the end of a game the worst moves are named.
    ///
    /// Games are saved as GGF and loaded from any format that `outflank convert` reads. NO_COLOR is
    /// honoured.
    ///
    /// With --ascii, or where there is no terminal, everything is lines of text: type f5, or row and
    /// column, 5 6, or hint, undo, redo, board, save FILE, load FILE, new, help or quit. The end of the
    /// input ends it.
    ///
    /// A hint takes 1.5 seconds, a move of full strength 2. The engine's options are those of its
    /// play; hints and values are always of full strength. Without --seed each game is another one.
    ///
    /// outflank play --side black --level 3
    Play(play::Play),
    /// Count the leaves of the game tree from the start position
    Perft(perft::Perft),
    /// Solve the positions of a problem suite to the end of the game
    ///
    /// Each is solved with an empty table of --hash MiB on --threads threads, and compared with the
    /// scores in the file; the exit code is 1 if one differs.
    ///
    /// Columns: number, side to move, empty squares, score in discs from that side, best move, nodes,
    /// seconds, million nodes a second, `ok` or what the file says instead, principal variation.
    Solve(solve::Solve),
    /// Write games in another format
    ///
    /// IN is read by its content: transcripts, OBF and FEN-like positions (each with moves after it or
    /// without, one a line), GGF, SGF, WTHOR, Edax's .edx. The ending of OUT decides what is written:
    /// txt, obf, fen, ggf, sgf, wtb.
    ///
    /// The names of a WTHOR archive are in the files beside it with its name and the endings .jou and
    /// .trn, or in WTHOR.JOU and WTHOR.TRN; without them there are numbers. The three files are written
    /// together.
    ///
    /// Games that cannot be read are named on standard error and left out; the exit code is then 1.
    /// What the new format has no room for is said there too.
    ///
    /// outflank convert games.ggf games.sgf
    Convert(convert::Convert),
    /// List the games of a file, or draw the boards of one
    ///
    /// FILE is read as `outflank convert` reads it. Columns: number, date, players, plies (passes
    /// included), result in discs for Black. Games that cannot be read are named on standard error;
    /// the exit code is then 1.
    Show(show::Show),
    /// Look through games: what each move lost against the best one
    ///
    /// FILE is read as `outflank convert` reads it. Each position is searched for its best move and,
    /// if another was played, once more for that one alone, to the same depth; near the end (--depth,
    /// --endgame-depth) both are solved. Each game begins with an empty table of --hash MiB. Passes
    /// are listed and not searched. Below a game stands what there is to say of each player. With
    /// --level all is as a player of that level sees it.
    ///
    /// With one of --threads and a limit by depth the same game gives the same lines. Games that
    /// cannot be read are named on standard error and left out; the exit code is then 1.
    ///
    /// outflank analyse game.ggf --depth 18 --plot game.svg
    Analyse(analyse::Analyse),
    /// Search fixed positions; prints nodes, time and speed
    Bench(bench::Bench),
    /// Play games against itself, to learn from
    ///
    /// Each game begins with random moves; --eval plays the rest, searching on one thread with
    /// --selectivity, and from some number of empty squares on solves it. A game is decided by these
    /// options, its number and --seed alone: any number of --threads, and calls for any parts of a
    /// range of numbers, make the same games.
    ///
    /// What is in the directory already is not made again: after an interruption, the same call
    /// goes on. More --games are added to what is there.
    Datagen(datagen::Datagen),
    /// Count, merge, import, and look at files of games
    #[command(subcommand)]
    Data(data::Data),
    /// Make an evaluation out of games
    #[command(subcommand)]
    Train(train::Train),
    /// Tune weights or other options by games against a baseline
    ///
    /// Each generation's candidates play the baseline from the same random openings, each opening
    /// twice with colours reversed; fitness is in discs a game. The result is decided by these options
    /// and --seed; any number of --threads makes the same. Searches have a table of 1 MiB, and where
    /// weights are tuned they solve nothing beyond their depth. In the end the best plays the baseline
    /// from openings that no candidate met, at the same depth and two plies deeper.
    ///
    /// What was found so: src/learn/evolution/README.md.
    ///
    /// outflank tune --preset recommended --threads 2 --journal tune.jsonl --plot tune.svg --out
    /// tuned.json
    Tune(Box<tune::Tune>),
    /// Let players meet: the engine with other options, or any programs
    ///
    /// Two players of the engine are A and B: what they have in common are flags, --depth, --nodes,
    /// --movetime or --tc, and the engine's options. What is one player's own stands in --a or --b and
    /// has the last word. The limit that is reached first ends a search. Each game begins with empty
    /// tables, of 1 MiB if --hash says nothing else; that is enough to depth 10. With one of the
    /// engine's threads and limits by depth or nodes the same arguments give the same games, whatever
    /// --concurrency.
    ///
    /// outflank match --depth 6 --endgame-depth 14 --a "Weights=2 12 4 2 1" --b "Eval=positional"
    ///
    /// Any number of players are given by --player, Name=value with ; between:
    ///
    /// name: what it is called. depth, nodes, movetime (ms), tc (seconds for its game, and + what each
    /// move adds): its limits. margin (ms, 100): by how much it may overdraw its time.
    ///
    /// cmd: its command line, if it is a program; without, it is the engine in this process. proto:
    /// what it speaks, uci, gtp or nboard; uci if not given. dir: the directory it runs in. patience
    /// (seconds, 60): after so long without an answer, beyond the time it has, it hangs.
    ///
    /// All other names are options: of the engine, or of the program, which is told `setoption name
    /// Name value VALUE` (uci), the command `Name VALUE` (gtp) or `set Name VALUE` (nboard). Of the
    /// flags a program takes the limits that it can be told: none by depth in gtp, none by nodes
    /// but in uci. An nboard program has to keep to its clock without being told of it.
    ///
    /// outflank match --player "name=Now; depth=6" --player "name=Before; cmd=./before; depth=6"
    /// --player "name=GRhino; cmd=gtp-rhino --level=3 --book=0; proto=gtp" --results all.jsonl
    ///
    /// A player that makes an illegal move, crashes, hangs or takes too much time loses that game by
    /// 64 discs. That is told on standard error with the position, and the match goes on; a program is
    /// started again. What programs write to standard error goes to the log (--log-level debug, with
    /// every line to and from them).
    ///
    /// With --results a match that was ended in whatever way goes on by the same command, also to
    /// more --games. protocol.md describes the file.
    Match(Box<matches::Match>),
    /// Find balanced openings for matches
    ///
    /// Random moves from the start position (--seed decides which), searched to --depth; those that
    /// put neither side ahead by more than --within discs are written. No two end on the same board, be
    /// it turned or mirrored. --threads openings are searched at a time, each with an empty table of
    /// 1 MiB if --hash says nothing else; the file does not depend on how many.
    Openings(openings::Openings),
    /// Measure how far the evaluation lies from its own searches, and from a suite
    ///
    /// Part 1, --games: for each band of empty squares, in discs, the mean and the standard deviation
    /// of the difference between two searches of the same position: depth 4 minus the static value
    /// (0-4), depth 6 minus depth 2 (2-6), and the deep search minus the static value (0-deep). No
    /// search cuts on shallow results. The smaller the deviation, the better the evaluation, unless
    /// its values are small altogether: so that there is also the deviation of the static values.
    /// The slope of the deep search over the static value should lie between 0.9 and 1.1; beside it
    /// stands their correlation.
    ///
    /// The row below each is there to compare with: the same figures of NTest's evaluation
    /// (github.com/weltyc/ntest), computed from a table of search values it comes with
    /// (mpcJA_19.txt: positions of real games). For positions like those take games of 2015 and
    /// later.
    ///
    /// Part 2, --suite: how often the search's best move is one of the best in the file, and how far
    /// its score lies from the file's, in discs in the mean. Searched with the engine's options,
    /// each position on one thread.
    ///
    /// --threads positions are searched at a time; nothing but the time depends on it.
    EvalReport(eval_report::EvalReport),
    /// Measure how far shallow searches lie from deep ones; prints constants of the source
    FitProbcut(fit_probcut::FitProbcut),
}

#[derive(Debug, Args)]
pub(super) struct LogArguments {
    /// Write the log to this file instead of standard error
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    /// How much to log: error, warn, info, debug (every line in and out), trace
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn")]
    log_level: String,
}

/// Sets up the log: to standard error or a file, never to standard output.
pub(super) fn start_log(arguments: &LogArguments) -> Result<()> {
    let level = &arguments.log_level;
    let filter = EnvFilter::try_new(level).with_context(|| {
        format!("--log-level cannot be '{level}': error, warn, info, debug or trace")
    })?;
    // A log that cannot be written any more must not end what it reports on: by default its own
    // complaint about that would panic.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .log_internal_errors(false);
    match &arguments.log {
        Some(path) => {
            let file = File::options()
                .create(true)
                .append(true)
                .open(path)
                .with_context(|| format!("cannot write the log to {}", path.display()))?;
            log.with_writer(file).init();
        }
        None => log.with_writer(std::io::stderr).init(),
    }
    Ok(())
}

/// The engine's options as flags: `--hash 128`, `--multi-pv 3`, `--weights "2 10 4 2 1"`. Those
/// that were given, in the order in which they are set.
#[derive(Debug)]
pub(super) struct OptionFlags(Vec<(&'static str, String)>);

impl OptionFlags {
    /// The options with those that were given in place of what they were.
    pub fn over(&self, options: Options) -> Result<Options, OptionError> {
        let mut engine = Engine::new(options, EngineLimits::default());
        for (name, value) in &self.0 {
            engine.set_option(name, Some(value))?;
        }
        Ok(engine.into_options())
    }
}

/// `MultiPV` to `multi-pv`, `Hash` to `hash`, `UCI_Variant` to `uci-variant`.
fn flag_name(spec: &OptionSpec) -> String {
    let mut name = String::new();
    let mut after_lower = false;
    for c in spec.name.chars() {
        if c.is_uppercase() && after_lower {
            name.push('-');
        }
        after_lower = c.is_lowercase();
        name.push(if c == '_' { '-' } else { c.to_ascii_lowercase() });
    }
    name
}

/// The options that have a value; a button has none to start with.
fn with_value() -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(|spec| !matches!(spec.kind, Kind::Button))
}

impl Args for OptionFlags {
    fn augment_args(command: ClapCommand) -> ClapCommand {
        with_value().fold(command, |command, spec| {
            command.arg(
                Arg::new(spec.name)
                    .long(flag_name(spec))
                    .help(spec.help.trim_end_matches('.'))
                    .value_name(match spec.kind {
                        Kind::Spin { .. } => "N",
                        Kind::Check { .. } => "BOOL",
                        Kind::Combo { .. } => "WORD",
                        Kind::Text { .. } | Kind::Button => "TEXT",
                    })
                    .allow_hyphen_values(true)
                    .global(true)
                    .hide(spec.is_tunable)
                    .help_heading("Engine options"),
            )
        })
    }

    fn augment_args_for_update(command: ClapCommand) -> ClapCommand {
        Self::augment_args(command)
    }
}

impl FromArgMatches for OptionFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        // `--weights` selects features, as `setoption` does; an `--eval` beside it has the last word.
        let mut specs: Vec<_> = with_value().collect();
        specs.sort_by_key(|spec| spec.name == "Eval");
        let given = specs
            .into_iter()
            .filter_map(|spec| Some((spec.name, matches.get_one::<String>(spec.name)?.clone())));
        let flags = Self(given.collect());
        let check = flags.over(Options::default());
        check.map_err(|error| clap::Error::raw(clap::error::ErrorKind::InvalidValue, error))?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
