//! The mistakes on a curve: dots, and labels that keep out of each other's way.

use super::super::plot::{escaped, text};
use super::{
    BLUNDER, BLUNDER_INK, BOTTOM, CurvePly, Drawing, LEFT, Lapse, MISTAKE, MISTAKE_INK, TOP, WIDTH,
    dot, line,
};

/// A mistake and where it lies.
struct Spot<'a> {
    /// The number of its ply.
    number: usize,
    ply: &'a CurvePly,
    lapse: &'a Lapse,
    x: f64,
    y: f64,
}

/// Draws at each mistake a line from what the better move was worth, a dot, and the move where
/// there is room for it: the largest losses choose first.
pub(super) fn draw(drawing: &Drawing<'_>, out: &mut String) {
    let mut spots: Vec<Spot<'_>> = (1..)
        .zip(&drawing.curve.plies)
        .filter_map(|(number, ply)| {
            let (x, y) = (drawing.across(number), drawing.up(ply.value));
            Some(Spot { number, ply, lapse: ply.lapse.as_ref()?, x, y })
        })
        .collect();
    spots.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
    // What is drawn last lies on top.
    for spot in spots.iter().rev() {
        spot.draw_dot(drawing.up(spot.lapse.value), out);
    }
    let mut taken: Vec<Space> =
        spots.iter().map(|spot| Space::around((spot.x, spot.y), 5.0, 5.0)).collect();
    for spot in spots {
        let free = |space: &Space| !taken.iter().any(|other| other.meets(space));
        if let Some(space) =
            spot.spaces().into_iter().find(|space| space.is_inside() && free(space))
        {
            spot.draw_label(&space, out);
            taken.push(space);
        }
    }
}

impl Spot<'_> {
    fn loss(&self) -> f64 {
        (self.lapse.value - self.ply.value).abs()
    }

    fn label(&self) -> String {
        format!("{}{}", self.ply.name, self.lapse.mark)
    }

    fn draw_dot(&self, better_y: f64, out: &mut String) {
        let Self { number, ply, lapse, x, y } = *self;
        let color = if lapse.is_grave { BLUNDER } else { MISTAKE };
        line(out, (x, better_y), (x, y), color, 2.0);
        let (label, better, loss) = (self.label(), &lapse.better, self.loss());
        let who = if ply.is_black { "Black" } else { "White" };
        let said = format!("{number}. {who} {label}: {better} was better by {loss:.2} discs");
        dot(out, (x, y), color, &format!("<title>{}</title>", escaped(&said)));
    }

    /// Where the label may stand, the best place first: away from where the curve comes from, that
    /// is, below a mistake of Black's.
    fn spaces(&self) -> [Space; 7] {
        let half = 3.6 * self.label().chars().count() as f64;
        let beside = half + 7.0;
        let away = if self.ply.is_black { 1.0 } else { -1.0 };
        [
            (0.0, 13.0),
            (0.0, 25.0),
            (beside, 6.0),
            (-beside, 6.0),
            (0.0, -13.0),
            (0.0, 37.0),
            (0.0, 49.0),
        ]
        .map(|(right, far)| Space::around((self.x + right, self.y + far * away), half, 6.0))
    }

    fn draw_label(&self, space: &Space, out: &mut String) {
        let color = if self.lapse.is_grave { BLUNDER_INK } else { MISTAKE_INK };
        let style = format!(
            "font-weight=\"bold\" fill=\"{color}\" stroke=\"white\" stroke-width=\"3\" \
             stroke-linejoin=\"round\" paint-order=\"stroke\""
        );
        let (x, y) = space.center();
        text(out, (x, y + 4.0), "middle", &style, &self.label());
    }
}

/// A rectangle that something takes.
#[derive(Clone, Copy)]
pub(super) struct Space {
    x: (f64, f64),
    y: (f64, f64),
}

impl Space {
    pub fn around((x, y): (f64, f64), half_width: f64, half_height: f64) -> Self {
        Self { x: (x - half_width, x + half_width), y: (y - half_height, y + half_height) }
    }

    fn center(&self) -> (f64, f64) {
        (f64::midpoint(self.x.0, self.x.1), f64::midpoint(self.y.0, self.y.1))
    }

    pub fn meets(&self, other: &Self) -> bool {
        let overlap = |a: (f64, f64), b: (f64, f64)| a.0 < b.1 && b.0 < a.1;
        overlap(self.x, other.x) && overlap(self.y, other.y)
    }

    /// Whether it lies within the field, or a little to the right of it.
    fn is_inside(&self) -> bool {
        self.x.0 >= LEFT && self.x.1 <= WIDTH && self.y.0 >= TOP && self.y.1 <= BOTTOM
    }
}
