//! `outflank play`.

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::Options;
use crate::ui::terminal::language::{HIGHEST_LEVEL, Language};
use crate::ui::terminal::plain::{Wishes, people_from_name};
use crate::ui::terminal::play::People;
use crate::ui::terminal::theme::Theme;
use crate::ui::terminal::{lines, screen};

/// Who plays whom, and how it looks.
#[derive(Debug, Args)]
pub(super) struct Play {
    /// Your side: black, white, both, or none to watch; without it you are asked
    #[arg(long, value_name = "SIDE", value_parser = people)]
    side: Option<People>,
    /// The engine's level, 1 to 8, or 0 for full strength; without it you are asked
    // By the name of the engine's option, in whose place this stands here.
    #[arg(id = "Level", long = "level", value_name = "LEVEL", value_parser = level)]
    level: Option<String>,
    /// The language, en or zh; without it LC_ALL, LC_MESSAGES or LANG tells
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "zh"])]
    lang: Option<String>,
    /// Line by line in plain text, for screen readers and pipes
    #[arg(long)]
    ascii: bool,
}

fn people(name: &str) -> Result<People, &'static str> {
    people_from_name(&name.to_lowercase()).ok_or("sides are black, white, both and none")
}

fn level(number: &str) -> Result<String, String> {
    match number.parse() {
        Ok(0..=HIGHEST_LEVEL) => Ok(number.into()),
        _ => Err(format!("levels are 0 to {HIGHEST_LEVEL}")),
    }
}

/// Plays until somebody quits.
pub(super) fn run(arguments: &Play, options: &Options) -> Result<ExitCode> {
    let variable = |name: &str| env::var(name).ok();
    let language = match &arguments.lang {
        Some(name) => Language::of_locale(name),
        None => Language::of_environment(variable),
    };
    let seed = if options.seed() == 0 { some_seed() } else { options.seed() };
    let level = arguments.level.as_ref().and_then(|level| level.parse().ok());
    let wishes = Wishes { people: arguments.side, level, seed };
    let is_dumb = variable("TERM").is_none_or(|name| name.is_empty() || name == "dumb");
    let has_screen = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb;
    if arguments.ascii || !has_screen {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        lines::run(language, wishes, options, &mut input, &mut output)?;
        return Ok(ExitCode::SUCCESS);
    }
    let theme = Theme::of_environment(variable);
    screen::run(language, theme, wishes, options).context("cannot draw on the terminal")
}

/// So that no two games are alike unless `--seed` says so.
fn some_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}
