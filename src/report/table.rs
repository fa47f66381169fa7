//! Tables whose rows are written as they come, in columns of fixed widths.

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What stands above it.
    pub heading: &'static str,
    /// Its width in characters; what is longer pushes the rest of its row to the right.
    pub width: usize,
    /// To which side its cells are moved.
    pub align: Align,
}

impl Column {
    /// A column of numbers.
    pub const fn of_numbers(heading: &'static str, width: usize) -> Self {
        Self { heading, width, align: Align::Right }
    }

    /// A column of text.
    pub const fn of_text(heading: &'static str, width: usize) -> Self {
        Self { heading, width, align: Align::Left }
    }
}

/// Where a cell's text stands in its column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// At its left end: text.
    Left,
    /// At its right end: numbers.
    Right,
}

/// A table, known by its columns.
#[derive(Clone, Copy, Debug)]
pub struct Table<const N: usize> {
    /// The columns, from left to right.
    pub columns: [Column; N],
}

impl<const N: usize> Table<N> {
    /// The line of headings.
    pub fn head(&self) -> String {
        self.row(self.columns.map(|column| column.heading.to_owned()))
    }

    /// A line of cells, two blanks between them and none at the end.
    pub fn row(&self, cells: [String; N]) -> String {
        let mut line = String::new();
        for (column, cell) in self.columns.iter().zip(cells) {
            if !line.is_empty() {
                line.push_str("  ");
            }
            let width = column.width;
            line += &match column.align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            };
        }
        line.truncate(line.trim_end().len());
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_lines_end_where_the_text_does() {
        let table = Table {
            columns: [
                Column { heading: "#", width: 3, align: Align::Right },
                Column { heading: "name", width: 6, align: Align::Left },
                Column { heading: "score", width: 5, align: Align::Right },
                Column { heading: "PV", width: 0, align: Align::Left },
            ],
        };
        let row = |cells: [&str; 4]| table.row(cells.map(str::to_owned));
        assert_eq!(table.head(), "  #  name    score  PV");
        assert_eq!(row(["12", "ffo", "+8", "g8 h1"]), " 12  ffo        +8  g8 h1");
        assert_eq!(row(["1234", "too long", "0", ""]), "1234  too long      0");
    }
}
