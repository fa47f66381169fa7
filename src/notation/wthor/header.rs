//! The 16 bytes that every file of the archive begins with.

/// How many bytes a header has.
pub(super) const LENGTH: usize = 16;

/// What a header says beside the number of records, as it stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// When the file was made: century (20), year of the century, month, day.
    pub made: [u8; 4],
    /// The second count: 0 in files of games, the number of names in lists of them.
    pub second_count: u16,
    /// The year in which the games were played; 0 in lists of names.
    pub year: u16,
    /// Squares on a side of the board: 8, or 0 for the same.
    pub board_size: u8,
    /// 1 for solitaires, else 0.
    pub kind: u8,
    /// How many empty squares were left where the theoretical scores begin.
    pub depth: u8,
    /// Not in use.
    pub reserved: u8,
}

impl Header {
    /// The header and the first count of a file, and what comes after; `None` if it is too short.
    pub(super) fn read(bytes: &[u8]) -> Option<(Self, u32, &[u8])> {
        let (header, rest) = bytes.split_first_chunk::<LENGTH>()?;
        let &[m0, m1, m2, m3, a, b, c, d, e, f, g, h, board_size, kind, depth, reserved] = header;
        let header = Self {
            made: [m0, m1, m2, m3],
            second_count: u16::from_le_bytes([e, f]),
            year: u16::from_le_bytes([g, h]),
            board_size,
            kind,
            depth,
            reserved,
        };
        Some((header, u32::from_le_bytes([a, b, c, d]), rest))
    }

    /// The bytes of a header.
    pub(super) fn write(&self, first_count: u32) -> [u8; LENGTH] {
        let Self { made: [m0, m1, m2, m3], board_size, kind, depth, reserved, .. } = *self;
        let [a, b, c, d] = first_count.to_le_bytes();
        let [e, f] = self.second_count.to_le_bytes();
        let [g, h] = self.year.to_le_bytes();
        [m0, m1, m2, m3, a, b, c, d, e, f, g, h, board_size, kind, depth, reserved]
    }
}
