//! Line plots as SVG.

use std::fmt::Write;

/// A plot: axes with lines between.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What stands above it.
    pub title: String,
    /// What lies along the horizontal axis.
    pub across: String,
    /// What lies along the vertical axis.
    pub up: String,
    /// What is drawn.
    pub lines: Vec<Line>,
}

/// A line through points.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it is called in the legend.
    pub name: String,
    /// Its points, from left to right; those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
/// The space around the axes, for what is written there.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 144.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 52.0;
const COLORS: [&str; 5] = ["#1f5fa8", "#c8501e", "#2f8f4e", "#7a4fa3", "#8a6d00"];
/// More marks than this on an axis would be too many.
const MOST_MARKS: f64 = 10.0;

/// The text of an SVG file with the plots, one below the other.
pub fn svg(plots: &[Plot]) -> String {
    let height = HEIGHT * plots.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (at, plot) in plots.iter().enumerate() {
        let _ = writeln!(out, "<g transform=\"translate(0 {})\">", HEIGHT * at as f64);
        plot.draw(&mut out);
        out += "</g>\n";
    }
    out + "</svg>\n"
}

impl Plot {
    fn draw(&self, out: &mut String) {
        let (x, y) = (self.axis(|point| point.0), self.axis(|point| point.1));
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let across = |value: f64| LEFT + x.part(value) * (right - LEFT);
        let up = |value: f64| bottom - y.part(value) * (bottom - TOP);
        let middle = f64::midpoint(LEFT, right);
        text(out, (middle, 22.0), "middle", "font-size=\"14\"", &self.title);
        text(out, (middle, HEIGHT - 12.0), "middle", "", &self.across);
        let height = f64::midpoint(TOP, bottom);
        text(
            out,
            (16.0, height),
            "middle",
            &format!("transform=\"rotate(-90 16 {height})\""),
            &self.up,
        );
        for (value, mark) in x.marks() {
            stroke(out, (across(value), TOP), (across(value), bottom), "#ddd");
            text(out, (across(value), bottom + 18.0), "middle", "", &mark);
        }
        for (value, mark) in y.marks() {
            stroke(out, (LEFT, up(value)), (right, up(value)), "#ddd");
            text(out, (LEFT - 8.0, up(value) + 4.0), "end", "", &mark);
        }
        stroke(out, (LEFT, bottom), (right, bottom), "black");
        stroke(out, (LEFT, TOP), (LEFT, bottom), "black");
        for ((at, line), color) in self.lines.iter().enumerate().zip(COLORS.iter().cycle()) {
            let points: Vec<(f64, f64)> = line.finite().map(|(x, y)| (across(x), up(y))).collect();
            let corners: Vec<String> =
                points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let corners = corners.join(" ");
            let _ = writeln!(
                out,
                "<polyline points=\"{corners}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
            );
            for (x, y) in points {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{color}\"/>"
                );
            }
            // The legend stands beside the plot, where no line can be.
            let y = TOP + 14.0 + 18.0 * at as f64;
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"14\" height=\"4\" fill=\"{color}\"/>",
                right + 12.0,
                y - 6.0
            );
            text(out, (right + 32.0, y), "start", "", &line.name);
        }
    }

    /// An axis over the whole numbers of marks that hold all points.
    fn axis(&self, value: impl Fn((f64, f64)) -> f64) -> Axis {
        let values = || self.lines.iter().flat_map(Line::finite).map(&value);
        let least = values().reduce(f64::min).unwrap_or(0.0);
        let most = values().reduce(f64::max).unwrap_or(1.0);
        Axis::over(least, most)
    }
}

impl Line {
    fn finite(&self) -> impl Iterator<Item = (f64, f64)> {
        self.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite())
    }
}

/// From the first mark to the last, in multiples of the step.
struct Axis {
    step: f64,
    first: f64,
    last: f64,
}

impl Axis {
    fn over(least: f64, most: f64) -> Self {
        let width = if most > least { most - least } else { least.abs().max(1.0) };
        let power = 10_f64.powi((width / MOST_MARKS).log10().floor() as i32);
        let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
        let step = steps.into_iter().find(|step| width / step <= MOST_MARKS).unwrap_or(steps[3]);
        let (first, last) = ((least / step).floor(), (most / step).ceil());
        Self { step, first, last: last.max(first + 1.0) }
    }

    /// Where a value lies: 0 at the first mark, 1 at the last.
    fn part(&self, value: f64) -> f64 {
        (value / self.step - self.first) / (self.last - self.first)
    }

    /// The marks, with as many decimals as they differ by.
    fn marks(&self) -> impl Iterator<Item = (f64, String)> {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 9.0) as usize;
        let count = (self.last - self.first) as usize;
        (0..=count).map(move |at| {
            let value = (self.first + at as f64) * self.step;
            (value, format!("{value:.decimals$}"))
        })
    }
}

fn stroke(out: &mut String, from: (f64, f64), to: (f64, f64), color: &str) {
    let _ = writeln!(
        out,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\"/>",
        from.0, from.1, to.0, to.1
    );
}

/// A text at a place; `more` are further attributes.
pub(super) fn text(out: &mut String, at: (f64, f64), anchor: &str, more: &str, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" {more}>{}</text>",
        at.0,
        at.1,
        escaped(text)
    );
}

/// A text as it may stand between tags.
pub(super) fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn plot(lines: Vec<Line>) -> Plot {
        Plot { title: "a < b & c".into(), across: "x".into(), up: "y".into(), lines }
    }

    fn line(points: &[(f64, f64)]) -> Line {
        Line { name: "line".into(), points: points.to_vec() }
    }

    /// Every tag is closed in its turn, and all text is escaped.
    pub(in crate::report) fn is_well_formed(svg: &str) -> bool {
        let mut open = Vec::new();
        for part in svg.split('<').skip(1) {
            let Some((tag, rest)) = part.split_once('>') else { return false };
            let entities = rest.matches('&').count();
            let known = ["&amp;", "&lt;", "&gt;"].map(|entity| rest.matches(entity).count());
            if rest.contains('>') || entities != known.iter().sum::<usize>() {
                return false;
            }
            let name = tag.split(' ').next().unwrap_or_default();
            if let Some(name) = name.strip_prefix('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        open.is_empty()
    }

    #[test]
    fn whatever_is_drawn_is_well_formed_and_finite() {
        let one = line(&[(1.0, 3.0)]);
        let odd = line(&[(0.0, f64::NAN), (1.0, 1e-12), (2.0, 1e12)]);
        for lines in [vec![], vec![line(&[])], vec![one.clone()], vec![odd, one]] {
            let text = svg(&[plot(lines.clone()), plot(lines)]);
            assert!(is_well_formed(&text), "{text}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            assert_eq!(text.matches("a &lt; b &amp; c").count(), 2);
        }
    }

    #[test]
    fn axes_have_round_marks_around_all_values() {
        let marks = |least, most| -> Vec<String> {
            Axis::over(least, most).marks().map(|(_, mark)| mark).collect()
        };
        assert_eq!(
            marks(0.3, 4.2),
            ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0", "3.5", "4.0", "4.5"]
        );
        assert_eq!(marks(1.0, 8.0), ["1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(marks(7.0, 7.0), ["7", "8"]);
        for (least, most) in [(11.98, 12.7), (-3e-9, 2e-9), (0.0, 60.0), (5.0, 5e6)] {
            let axis = Axis::over(least, most);
            assert!(axis.part(least) >= -1e-9 && axis.part(most) <= 1.0 + 1e-9);
            assert!(axis.marks().count() <= 12);
        }
    }
}
