//! The command line: one thin file per subcommand.

mod analyse;
mod args;
mod bench;
mod convert;
pub mod cpu;
mod data;
mod datagen;
mod eval_report;
mod fit_probcut;
mod game_file;
mod matches;
mod openings;
mod perft;
mod play;
mod serve;
mod show;
mod solve;
mod train;
mod tune;
mod web;

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

use anyhow::Result;
use clap::Parser;

use crate::engine::{Engine, EngineLimits, Options};
use crate::protocol::{Dialect, Session};
use crate::server;
use args::{Arguments, Command};

/// Reads the arguments and does what they say.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match execute(arguments) {
        Ok(code) => code,
        // Nobody reads any more: there is nobody to complain to either.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Whether anybody reads it or not.
            let _ = writeln!(io::stderr(), "outflank: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Unpacks the weights while nobody waits for them yet: the first search would not hear of a stop
/// before it is done.
fn get_ready_meanwhile(options: &Options) {
    let engine = Engine::new(options.clone(), EngineLimits::default());
    thread::spawn(move || engine.get_ready());
}

fn execute(arguments: Arguments) -> Result<ExitCode> {
    args::start_log(&arguments.log)?;
    let options = arguments.options.over(Options::default())?;
    let options = options.listing_tunables(arguments.tunables);
    let dialect = Dialect::from_name(&arguments.protocol);
    match arguments.command {
        None => {
            get_ready_meanwhile(&options);
            let engine = Engine::new(options, EngineLimits::default());
            server::serve_stdio(Session::speaking(dialect, engine))?;
        }
        Some(Command::Serve(serve)) => {
            get_ready_meanwhile(&options);
            serve::run(&serve, dialect, &options)?;
        }
        Some(Command::Web(web)) => {
            get_ready_meanwhile(&options);
            web::run(&web, dialect, &options)?;
        }
        Some(Command::Play(play)) => {
            get_ready_meanwhile(&options);
            return play::run(&play, &options);
        }
        Some(Command::Perft(perft)) => perft::run(&perft)?,
        Some(Command::Solve(solve)) => return solve::run(&solve, options.at_full_strength()),
        Some(Command::Convert(convert)) => return convert::run(&convert),
        Some(Command::Show(show)) => return show::run(&show),
        Some(Command::Analyse(games)) => return analyse::run(&games, options),
        Some(Command::Bench(bench)) => bench::run(&bench)?,
        Some(Command::Datagen(plan)) => datagen::run(&plan, options)?,
        Some(Command::Data(data)) => return data::run(&data, &options),
        Some(Command::EvalReport(report)) => eval_report::run(&report, options.at_full_strength())?,
        Some(Command::FitProbcut(fit)) => fit_probcut::run(&fit, options)?,
        Some(Command::Train(train)) => train::run(&train, &options)?,
        Some(Command::Openings(plan)) => openings::run(&plan, &arguments.options)?,
        Some(Command::Tune(tune)) => tune::run(&tune, options.at_full_strength())?,
        Some(Command::Match(game)) => return matches::run(&game, &arguments.options),
    }
    Ok(ExitCode::SUCCESS)
}
