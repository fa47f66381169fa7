//! The course of games as SVG: who was ahead after each ply, and where it was given away.

mod lapses;

use std::fmt::Write;

use super::plot::text;

/// A game's curve with what is written around it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameCurve {
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// What stands between the names: the result.
    pub result: String,
    /// What stands below them, in small letters.
    pub note: String,
    /// The value before the first ply, in discs for Black.
    pub start: f64,
    /// The plies.
    pub plies: Vec<CurvePly>,
}

/// A ply of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePly {
    /// The move.
    pub name: String,
    /// Whether Black made it.
    pub is_black: bool,
    /// The value after it, in discs for Black.
    pub value: f64,
    /// Whether that is proved.
    pub is_exact: bool,
    /// If it was a mistake, what there is to show of it.
    pub lapse: Option<Lapse>,
}

/// A mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Lapse {
    /// What is written after the move: `?`.
    pub mark: String,
    /// Whether it is one of the worse kind.
    pub is_grave: bool,
    /// The better move.
    pub better: String,
    /// The value if that had been played, in discs for Black.
    pub value: f64,
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 80.0;
const BOTTOM: f64 = HEIGHT - 76.0;

const FELT: &str = "#9dbf9e";
/// Between black and white, to be seen on both.
const LINE: &str = "#7d937f";
const INK: &str = "#1d2b20";
const FAINT: &str = "#5d6b60";
const BLACK: &str = "#262b27";
const WHITE: &str = "#fcfcf8";
const MISTAKE: &str = "#f08c00";
const MISTAKE_INK: &str = "#9a5200";
const BLUNDER: &str = "#d6202a";
const BLUNDER_INK: &str = "#a80f19";

/// More lines across would be too many.
const MOST_LINES: f64 = 9.0;
/// Moves with more room than this stand upright.
const UPRIGHT: f64 = 24.0;
/// Longer names are cut.
const LONGEST_NAME: usize = 32;

/// The text of an SVG file with the curves, one below the other.
pub fn game_curves(curves: &[GameCurve]) -> String {
    let height = HEIGHT * curves.len().max(1) as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\" \
         fill=\"{INK}\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (at, curve) in curves.iter().enumerate() {
        let _ = writeln!(out, "<g transform=\"translate(0 {})\">", HEIGHT * at as f64);
        Drawing::new(curve).draw(&mut out);
        out += "</g>\n";
    }
    out + "</svg>\n"
}

/// A curve and its scales.
struct Drawing<'a> {
    curve: &'a GameCurve,
    /// Between two plies.
    step: f64,
    /// Discs between two lines across.
    grid: f64,
    /// The edges of the field, in multiples of that.
    lowest: f64,
    highest: f64,
}

impl<'a> Drawing<'a> {
    fn new(curve: &'a GameCurve) -> Self {
        let better = curve.plies.iter().filter_map(|ply| Some(ply.lapse.as_ref()?.value));
        let values = curve.plies.iter().map(|ply| ply.value).chain(better);
        let (least, most) = values.fold((curve.start, curve.start), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        // Some room on the side that is never ahead.
        let (least, most) = (least.clamp(-64.0, -4.0), most.clamp(4.0, 64.0));
        let fits = |grid: &f64| (most - least) / grid <= MOST_LINES;
        let grid = [1.0, 2.0, 4.0, 8.0].into_iter().find(fits).unwrap_or(16.0);
        Self {
            curve,
            step: (RIGHT - LEFT) / curve.plies.len().max(1) as f64,
            grid,
            lowest: (least / grid).floor(),
            highest: (most / grid).ceil(),
        }
    }

    /// Where a ply lies; 0: before the first.
    fn across(&self, ply: usize) -> f64 {
        LEFT + self.step * ply as f64
    }

    /// Where a value lies.
    fn up(&self, discs: f64) -> f64 {
        let part = (discs / self.grid - self.lowest) / (self.highest - self.lowest);
        BOTTOM - part.clamp(0.0, 1.0) * (BOTTOM - TOP)
    }

    fn draw(&self, out: &mut String) {
        self.draw_title(out);
        self.draw_legend(out);
        self.draw_exact(out);
        self.draw_course(out);
        self.draw_moves(out);
        lapses::draw(self, out);
    }

    /// The names beside the result, each with its disc.
    fn draw_title(&self, out: &mut String) {
        let curve = self.curve;
        let center = WIDTH / 2.0;
        let half = 19.0 + 5.0 * curve.result.chars().count() as f64;
        let bold = "font-size=\"17\" font-weight=\"bold\"";
        text(out, (center, 32.0), "middle", bold, &curve.result);
        disc(out, (center - half, 26.0), 7.0, BLACK);
        disc(out, (center + half, 26.0), 7.0, WHITE);
        text(out, (center - half - 15.0, 32.0), "end", bold, &cut(&curve.black));
        text(out, (center + half + 15.0, 32.0), "start", bold, &cut(&curve.white));
        let faint = format!("fill=\"{FAINT}\"");
        text(out, (center, 54.0), "middle", &faint, &curve.note);
    }

    /// The area between the curve and nobody being ahead, black above and white below.
    fn draw_course(&self, out: &mut String) {
        rect(out, (LEFT, TOP), (RIGHT - LEFT, BOTTOM - TOP), FELT);
        let values = self.curve.plies.iter().map(|ply| ply.value);
        let points: Vec<String> = std::iter::once(self.curve.start)
            .chain(values)
            .enumerate()
            .map(|(ply, value)| format!("{:.1},{:.1}", self.across(ply), self.up(value)))
            .collect();
        let points = points.join(" ");
        let (width, even, end) = (RIGHT - LEFT, self.up(0.0), self.across(self.curve.plies.len()));
        for (from, to, color) in [(TOP, even, BLACK), (even, BOTTOM, WHITE)] {
            // An image within the image cuts off the other half, and needs no name for that.
            let height = to - from;
            let _ = writeln!(
                out,
                "<svg x=\"{LEFT}\" y=\"{from:.1}\" width=\"{width}\" height=\"{height:.1}\" \
                 viewBox=\"{LEFT} {from:.1} {width} {height:.1}\"><polygon fill=\"{color}\" \
                 points=\"{LEFT},{even:.1} {points} {end:.1},{even:.1}\"/></svg>"
            );
        }
        self.draw_lines(out);
        line(out, (LEFT, even), (RIGHT, even), INK, 1.0);
        let _ = writeln!(
            out,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\" \
             stroke-linejoin=\"round\"/>"
        );
    }

    /// The lines across the field and up, and what they stand for.
    fn draw_lines(&self, out: &mut String) {
        for ply in (10..self.curve.plies.len()).step_by(10) {
            line(out, (self.across(ply), TOP), (self.across(ply), BOTTOM), LINE, 1.0);
        }
        for at in self.lowest as i32..=self.highest as i32 {
            let discs = f64::from(at) * self.grid;
            let y = self.up(discs);
            line(out, (LEFT, y), (RIGHT, y), LINE, 1.0);
            let sign = ["\u{2212}", "", "+"][(at.signum() + 1) as usize];
            text(out, (LEFT - 8.0, y + 4.0), "end", "", &format!("{sign}{}", discs.abs()));
        }
        let faint = format!("fill=\"{FAINT}\"");
        text(out, (LEFT - 8.0, TOP - 12.0), "end", &faint, "discs");
        let even = self.up(0.0);
        for (who, from, to) in [("Black ahead", TOP, even), ("White ahead", even, BOTTOM)] {
            let y = f64::midpoint(from, to);
            if to - from > 80.0 {
                let turned = format!("transform=\"rotate(-90 18 {y:.1})\" fill=\"{FAINT}\"");
                text(out, (18.0, y), "middle", &turned, who);
            }
        }
    }

    /// Below the field, each ply's disc and move, and the number of every tenth.
    fn draw_moves(&self, out: &mut String) {
        let radius = (self.step * 0.36).min(4.5);
        let size = (self.step * 0.8).min(11.0);
        for (at, ply) in self.curve.plies.iter().enumerate() {
            let (x, number) = (self.across(at + 1), at + 1);
            disc(out, (x, BOTTOM + 11.0), radius, if ply.is_black { BLACK } else { WHITE });
            let style = format!("font-size=\"{size:.1}\"");
            if self.step > UPRIGHT {
                text(out, (x, BOTTOM + 31.0), "middle", &style, &ply.name);
            } else {
                // Turned by a quarter, with the middle of its letters below the disc.
                let (x, y) = (x + 0.36 * size, BOTTOM + 20.0);
                let style = format!("transform=\"rotate(-90 {x:.1} {y:.1})\" {style}");
                text(out, (x, y), "end", &style, &ply.name);
            }
            if number % 10 == 0 {
                let faint = format!("fill=\"{FAINT}\"");
                text(out, (x, BOTTOM + 58.0), "middle", &faint, &number.to_string());
            }
        }
    }

    /// Above the field, what the dots say.
    fn draw_legend(&self, out: &mut String) {
        if self.curve.plies.iter().all(|ply| ply.lapse.is_none()) {
            return;
        }
        let faint = format!("fill=\"{FAINT}\" font-size=\"11\"");
        let (y, baseline) = (TOP - 12.0, TOP - 8.0);
        for (x, color, word) in [(5.0, MISTAKE, "mistake"), (72.0, BLUNDER, "blunder")] {
            dot(out, (LEFT + x, y), color, "");
            text(out, (LEFT + x + 9.0, baseline), "start", &faint, word);
        }
        let x = LEFT + 139.0;
        line(out, (x, y - 6.0), (x, y + 6.0), BLUNDER, 2.0);
        text(out, (x + 7.0, baseline), "start", &faint, "discs lost against the best move");
    }

    /// Above the field, from where on the values are proved.
    fn draw_exact(&self, out: &mut String) {
        let plies = &self.curve.plies;
        let estimates = plies.iter().rposition(|ply| !ply.is_exact).map_or(0, |at| at + 1);
        if estimates >= plies.len() {
            return;
        }
        let (from, to, y) = (self.across(estimates), self.across(plies.len()), TOP - 6.0);
        line(out, (from, y), (to, y), FAINT, 1.5);
        line(out, (from, y - 3.0), (from, y + 3.0), FAINT, 1.5);
        let faint = format!("fill=\"{FAINT}\" font-size=\"11\"");
        text(out, (to, y - 5.0), "end", &faint, "solved");
    }
}

fn cut(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['\u{2026}']).collect()
}

fn rect(out: &mut String, at: (f64, f64), size: (f64, f64), color: &str) {
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{color}\"/>",
        at.0, at.1, size.0, size.1
    );
}

fn line(out: &mut String, from: (f64, f64), to: (f64, f64), color: &str, width: f64) {
    let _ = writeln!(
        out,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" \
         stroke-width=\"{width}\"/>",
        from.0, from.1, to.0, to.1
    );
}

/// The dot of a mistake, with what it says when it is pointed at.
fn dot(out: &mut String, (x, y): (f64, f64), color: &str, said: &str) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{color}\" stroke=\"white\" \
         stroke-width=\"1.2\">{said}</circle>"
    );
}

fn disc(out: &mut String, (x, y): (f64, f64), radius: f64, color: &str) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{color}\" stroke=\"{BLACK}\"/>"
    );
}

#[cfg(test)]
mod tests {
    use super::super::plot::tests::is_well_formed;
    use super::lapses::Space;
    use super::*;

    fn ply(value: f64, better: Option<f64>) -> CurvePly {
        let lapse = better.map(|value| Lapse {
            mark: "??".into(),
            is_grave: value > 10.0,
            better: "h8".into(),
            value,
        });
        CurvePly {
            name: "f5".into(),
            is_black: value < 0.0,
            value,
            is_exact: value == -64.0,
            lapse,
        }
    }

    fn curve(plies: Vec<CurvePly>) -> GameCurve {
        GameCurve {
            black: "A < B & \u{1}C".into(),
            white: "x".repeat(1000),
            result: "40 \u{2013} 24".into(),
            note: String::new(),
            start: 0.5,
            plies,
        }
    }

    #[test]
    fn whatever_is_drawn_is_well_formed_and_lies_in_the_picture() {
        let wild: Vec<CurvePly> = (0..120)
            .map(|at| ply(f64::from(at % 3 - 1) * 64.0, (at % 2 == 0).then_some(64.0)))
            .collect();
        for plies in [vec![], vec![ply(-3.0, Some(1.5))], vec![ply(-64.0, None); 3], wild] {
            let svg = game_curves(&[curve(plies.clone()), curve(plies)]);
            assert!(is_well_formed(&svg), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert_eq!(svg.matches("A &lt; B &amp; C").count(), 2);
            for part in svg.split(" cx=\"").skip(1) {
                let x: f64 = part.split('"').next().unwrap().parse().unwrap();
                assert!((0.0..=WIDTH).contains(&x), "{part}");
            }
        }
        assert!(is_well_formed(&game_curves(&[])));
    }

    #[test]
    fn each_mistake_has_a_dot_and_no_label_lies_on_another() {
        let plies: Vec<CurvePly> = (0..60)
            .map(|at| ply(f64::from(at % 7 - 3) * 4.0, (at % 5 == 0).then_some(9.0)))
            .collect();
        let svg = game_curves(&[curve(plies)]);
        assert_eq!(svg.matches("<title>").count(), 12);
        let spaces: Vec<Space> = svg
            .lines()
            .filter(|line| line.contains("paint-order"))
            .map(|line| {
                let number = |name: &str| -> f64 {
                    line.split_once(name).unwrap().1.split('"').next().unwrap().parse().unwrap()
                };
                Space::around((number(" x=\""), number(" y=\"")), 7.0, 5.0)
            })
            .collect();
        assert!(spaces.len() > 6, "{}", spaces.len());
        for (at, space) in spaces.iter().enumerate() {
            assert!(!spaces[..at].iter().any(|other| other.meets(space)));
        }
    }
}
