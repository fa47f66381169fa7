//! `outflank train ladder`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::Options;
use crate::eval::network::{Network, NetworkFile};
use crate::learn::reinforce::{Opponent, Standing, measure};
use crate::report::{Column, Table, grouped};

/// What is measured, and how long.
#[derive(Debug, Args)]
pub(in crate::cli) struct LadderArguments {
    /// The file of the network
    #[arg(value_name = "FILE")]
    network: PathBuf,
    /// How many games against each player: an even number
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = even)]
    games: u32,
}

fn even(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|&n: &u32| n > 0 && n.is_multiple_of(2));
    number.ok_or_else(|| "an even number from 2 on".into())
}

/// Plays the games and prints a table.
pub(super) fn run(arguments: &LadderArguments, options: &Options) -> Result<()> {
    let path = &arguments.network;
    let read = || -> Result<NetworkFile> { Ok(NetworkFile::from_bytes(&fs::read(path)?)?) };
    let file = read().with_context(|| format!("cannot read {}", path.display()))?;
    let network = Network::from(file);
    println!("{}", TABLE.head());
    for opponent in Opponent::ALL {
        let (seed, threads) = (options.seed(), options.threads() as usize);
        let standing = measure(&network, opponent, arguments.games / 2, seed, threads);
        println!("{}", row(opponent, standing));
    }
    Ok(())
}

fn row(opponent: Opponent, standing: Standing) -> String {
    let (least, most) = standing.interval();
    TABLE.row([
        opponent.name().into(),
        grouped(standing.won.into()),
        grouped(standing.drawn.into()),
        grouped(standing.lost.into()),
        format!("{:.1}", 100.0 * standing.score()),
        format!("{:.1} to {:.1}", 100.0 * least, 100.0 * most),
    ])
}

const TABLE: Table<6> = Table {
    columns: [
        Column::of_text("opponent", 10),
        Column::of_numbers("won", 6),
        Column::of_numbers("drawn", 6),
        Column::of_numbers("lost", 6),
        Column::of_numbers("score, %", 8),
        Column::of_numbers("95 %", 14),
    ],
};
