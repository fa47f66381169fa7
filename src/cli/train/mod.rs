//! `outflank train`.

mod ladder;
mod network;
mod pattern;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Subcommand;

use crate::engine::Options;
use crate::learn::{CheckpointError, write_whole};

/// What to make.
#[derive(Debug, Subcommand)]
pub(super) enum Train {
    /// Fit the weights of the pattern evaluation to the results of games
    ///
    /// One game in twenty is held out: it is not learned from, and shows what was learned. Each
    /// epoch's line gives the root of the mean square and the mean size (mae) of the errors in discs;
    /// those of training are from before each board was learned from. It ends when three epochs were
    /// no better than the best one, and the weights of that one are written. The table at the end has
    /// its errors on each stretch of plies.
    ///
    /// The weights are decided by the games, these options, and --seed; any number of --threads
    /// makes the same.
    Pattern(pattern::PatternArguments),
    /// Teach a neural network by letting it play against itself
    ///
    /// It starts from random weights. Each update plays a batch of games, by drawing moves from the
    /// network's policy, and goes one step against the gradient of their results. Now and then the
    /// network is measured without search, by its likeliest move, against players that do not
    /// learn, 400 games each: random, greedy (most discs), positional (one ply), and the features
    /// with weights 2 10 4 2 1 one and two plies deep.
    ///
    /// The weights are decided by these options and --seed; any number of --threads makes the same.
    Network(network::NetworkArguments),
    /// Measure a network by its likeliest moves, without search, against players that do not learn
    ///
    /// Those are the players that `train network` measures by. Each pair of games begins with the
    /// same eight random moves, with colours exchanged.
    Ladder(ladder::LadderArguments),
}

pub(super) fn run(train: &Train, options: &Options) -> Result<()> {
    match train {
        Train::Pattern(arguments) => pattern::run(arguments, options),
        Train::Network(arguments) => network::run(arguments, options),
        Train::Ladder(arguments) => ladder::run(arguments, options),
    }
}

/// It should not fail when all the work is done.
fn can_be_written<const N: usize>(paths: [Option<&PathBuf>; N]) -> Result<()> {
    for path in paths.into_iter().flatten() {
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        ensure!(
            directory.is_none_or(Path::is_dir) && !path.is_dir(),
            "cannot write {}: it is a directory, or would be in one that is not there",
            path.display()
        );
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    write_whole(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// What goes on from a checkpoint; `None` if there is none yet.
fn resumed<T>(
    path: &Path,
    resume: impl FnOnce(&[u8]) -> Result<T, CheckpointError>,
) -> Result<Option<T>> {
    let resumed = match fs::read(path) {
        Ok(bytes) => resume(&bytes).map_err(anyhow::Error::from),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => Err(error.into()),
    };
    let trainer = resumed.with_context(|| format!("cannot go on from {}", path.display()))?;
    println!("going on from {}", path.display());
    Ok(Some(trainer))
}
