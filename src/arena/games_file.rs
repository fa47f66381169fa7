//! The games of a contest as a file.
//!
//! GGF if its name ends so, with all games. Otherwise one a line: moves without passes run together,
//! Black's score, who had Black; a game that ended by a fault has no result to learn from, and is
//! left out.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use super::contest::Contest;
use super::pairing::{Finished, Pair};
use super::referee::OffenceKind;
use super::setup::Setup;
use crate::board::Move;
use crate::notation::{Ending, Format, Player, PlyNote, Record, RecordedResult, ggf};

/// A file that games are written to.
#[derive(Debug)]
pub struct GamesFile {
    file: BufWriter<File>,
    is_ggf: bool,
}

impl GamesFile {
    /// Makes the file, in place of one that may be there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let format = Format::of_file_name(&path.to_string_lossy());
        Ok(Self { file: BufWriter::new(File::create(path)?), is_ggf: format == Some(Format::Ggf) })
    }

    /// Adds the games of a pair, of which the first has this number.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, number: usize, pair: &Pair, contest: &Contest) -> io::Result<()> {
        for (at, game) in pair.games.iter().enumerate() {
            let setups = contest.fixture(number + at).players.map(|at| &contest.setups[at]);
            if self.is_ggf {
                writeln!(self.file, "{}", ggf::write(&record(game, setups)))?;
            } else if game.played.fault.is_none() {
                writeln!(self.file, "{}", line(game, &setups[0].name))?;
            }
        }
        self.file.flush()
    }
}

fn line(game: &Finished, black: &str) -> String {
    let moves = game.played.game.plies().iter().map(|ply| ply.mv);
    let moves: String = moves.filter(|&mv| mv != Move::Pass).map(|mv| mv.to_string()).collect();
    format!("{moves} {:+} {black}", game.played.black_score())
}

/// The game as files tell it, with Black's and White's setups.
fn record(game: &Finished, setups: [&Setup; 2]) -> Record {
    let ending = match game.played.fault.as_ref().map(|fault| fault.offence.kind) {
        None => Ending::Played,
        Some(OffenceKind::Time | OffenceKind::Hang) => Ending::Time,
        Some(_) => Ending::Resigned,
    };
    let [black, white] =
        setups.map(|setup| Player { name: setup.name.clone(), ..Player::default() });
    let plies = game.played.game.plies();
    let opening = plies.len() - game.times.len();
    let seconds = |time: &Duration| Some(time.as_micros() as f64 / 1e6);
    let thought = game.times.iter().map(|time| PlyNote { seconds: seconds(time), estimate: None });
    Record {
        black,
        white,
        place: "outflank match".into(),
        time_control: time_control(setups),
        result: Some(RecordedResult { black: game.played.black_score().into(), ending }),
        notes: vec![PlyNote::default(); opening].into_iter().chain(thought).collect(),
        ..Record::from(game.played.game.clone())
    }
}

/// The clocks of both sides, without grace, if both have one.
fn time_control(setups: [&Setup; 2]) -> String {
    let clocks = setups.map(|setup| {
        let clock = setup.limits.clock?;
        Some(format!("{}/{}/0", clock.left.as_secs_f64(), clock.increment.as_secs_f64()))
    });
    match clocks {
        [Some(black), Some(white)] if black == white => black,
        [Some(black), Some(white)] => format!("{black} {white}"),
        _ => String::new(),
    }
}
