//! The rules: every form of the board code against a plain one, on random boards.

mod naive;

use std::collections::HashSet;

use naive::Grid;
use outflank::board::{Bitboard, Board, Color, Move, Position, Square, Symmetry};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

type Flips = fn(usize, u64, u64) -> u64;
type Moves = fn(u64, u64) -> u64;

/// All forms that this build has, and the one that the board uses.
fn flips_forms() -> Vec<(&'static str, Flips)> {
    fn used(square: usize, mover: u64, opponent: u64) -> u64 {
        board(mover, opponent).flips(Square::new(square as u8).expect("below 64")).0
    }
    vec![
        ("used", used as Flips),
        ("portable", outflank::board::portable_flips),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        ("AVX2", outflank::board::avx2_flips),
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512vl",
            target_feature = "avx512cd"
        ))]
        ("AVX-512", outflank::board::avx512_flips),
    ]
}

fn moves_forms() -> Vec<(&'static str, Moves)> {
    fn used(mover: u64, opponent: u64) -> u64 {
        board(mover, opponent).legal_moves().0
    }
    vec![
        ("used", used as Moves),
        ("portable", outflank::board::portable_moves),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
        ("AVX-512", outflank::board::avx512_moves),
    ]
}

fn board(mover: u64, opponent: u64) -> Board {
    Board::new(Bitboard(mover), Bitboard(opponent)).expect("no square is claimed twice")
}

/// All positions of a random game, passes included, the finished one last.
fn playout(from: Position, random: &mut ChaCha8Rng) -> Vec<Position> {
    let mut positions = vec![from];
    let mut now = from;
    loop {
        let moves = now.moves();
        if moves.is_empty() {
            return positions;
        }
        now = now.try_play(moves[random.random_range(0..moves.len())]).expect("a listed move");
        positions.push(now);
    }
}

/// Discs anywhere: from nearly empty to full, from one-sided to balanced; and, in one of four,
/// discs of one side on the left and right columns or the top and bottom rows only, where a run
/// would wrap around if anything did.
fn scattered(random: &mut ChaCha8Rng) -> Board {
    let (filled, mine) = (random.random_range(0.05..1.0), random.random_range(0.05..0.95));
    let (mut mover, mut opponent) = (0, 0);
    for square in 0..64 {
        if random.random_bool(filled) {
            let side = if random.random_bool(mine) { &mut mover } else { &mut opponent };
            *side |= 1 << square;
        }
    }
    match random.random_range(0..16) {
        0 => opponent &= 0x8181_8181_8181_8181,
        1 => opponent &= 0xff00_0000_0000_00ff,
        2 => mover &= 0x8181_8181_8181_8181,
        3 => mover &= 0xff00_0000_0000_00ff,
        _ => {}
    }
    board(mover, opponent)
}

/// More than 200,000 boards: all of 2,000 random games, and as many scattered ones.
fn boards() -> impl Iterator<Item = Board> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut also_random = ChaCha8Rng::seed_from_u64(2);
    let games = (0..2000).flat_map(move |_| playout(Position::START, &mut random));
    let scattered = (0..100_000).map(move |_| scattered(&mut also_random));
    games.map(|position| position.board).chain(scattered)
}

#[test]
fn every_form_of_moves_and_flips_equals_the_naive_one() {
    let (flips_forms, moves_forms) = (flips_forms(), moves_forms());
    let mut count = 0;
    for board in boards() {
        count += 1;
        let grid = Grid::new(board);
        assert_eq!(grid.board(), board);
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        let moves = grid.moves();
        for (name, form) in &moves_forms {
            assert_eq!(Bitboard(form(mover, opponent)), moves, "{name} moves of {board:?}");
        }
        for square in board.empties() {
            let flips = grid.flips(square);
            assert_eq!(flips.is_empty(), !moves.has(square));
            for (name, form) in &flips_forms {
                let found = Bitboard(form(square.index(), mover, opponent));
                assert_eq!(found, flips, "{name} flips of {square} on {board:?}");
            }
        }
    }
    assert!(count >= 200_000, "{count}");
}

#[test]
fn forms_of_flips_agree_on_occupied_squares_and_numbers_past_the_board() {
    let forms = flips_forms();
    let ((_, portable), others) = (forms[1], &forms[2..]);
    for board in boards().step_by(10) {
        let (mover, opponent) = (board.mover().0, board.opponent().0);
        for square in 0..128 {
            let flips = portable(square, mover, opponent);
            assert_eq!(flips, portable(square % 64, mover, opponent));
            for (name, form) in others {
                assert_eq!(form(square, mover, opponent), flips, "{name} {square} {board:?}");
            }
        }
    }
}

#[test]
fn moves_played_equal_naive_ones() {
    for board in boards().step_by(20) {
        let grid = Grid::new(board);
        assert_eq!(board.is_over(), grid.is_over(), "{board:?}");
        assert_eq!(board.final_score(), grid.final_score(), "{board:?}");
        assert_eq!(board.pass(), grid.pass().board());
        for square in board.legal_moves() {
            assert_eq!(board.play_unchecked(square), grid.play(square).board());
            assert_eq!(board.after(square, board.flips(square)), board.play_unchecked(square));
        }
    }
}

#[test]
fn positions_list_exactly_the_moves_that_they_accept() {
    for (board, side) in boards().step_by(50).zip([Color::Black, Color::White].iter().cycle()) {
        let position = Position { board, side: *side };
        let listed = position.moves();
        for mv in Square::all().map(Move::Place).chain([Move::Pass]) {
            let played = position.try_play(mv);
            assert_eq!(listed.contains(&mv), played.is_ok(), "{mv} in {position:?}");
            if let Ok(after) = played {
                assert_eq!(after.side, !position.side);
            }
        }
        let must_pass = board.legal_moves().is_empty() && !board.is_over();
        assert_eq!(listed == [Move::Pass], must_pass, "{position:?}");
    }
}

#[test]
fn a_position_can_have_34_moves() {
    // Found by a random search; 34 is the most it found.
    let crowded = board(0x2020_7404_08b2_0440, 0x005a_0242_5204_ba00);
    assert_eq!(crowded.legal_moves().len(), 34);
    assert_eq!(Position { board: crowded, side: Color::White }.moves().len(), 34);
}

#[test]
fn squares_have_the_places_names_and_sets_they_should() {
    let mut seen = Bitboard::EMPTY;
    for (number, square) in Square::all().enumerate() {
        let (column, row) = ((number % 8) as u8, (number / 8) as u8);
        assert_eq!(square.index(), number);
        assert_eq!((square.column(), square.row()), (column, row));
        assert_eq!(Square::at(column, row), square);
        assert_eq!(Square::new(number as u8), Some(square));
        let name = format!("{}{}", "abcdefgh".as_bytes()[number % 8] as char, number / 8 + 1);
        assert_eq!(square.to_string(), name);
        assert_eq!(Square::from_name(&name), Some(square));
        assert_eq!(Move::from_name(&name.to_uppercase()), Some(Move::Place(square)));
        assert_eq!(square.bitboard(), Bitboard(1 << number));
        let edge = column == 0 || column == 7 || row == 0 || row == 7;
        assert_eq!(Bitboard::EDGES.has(square), edge);
        let corner = (column == 0 || column == 7) && (row == 0 || row == 7);
        assert_eq!(Bitboard::CORNERS.has(square), corner);
        let near =
            |other: &Square| other.column().abs_diff(column) <= 1 && other.row().abs_diff(row) <= 1;
        assert_eq!(square.bitboard().spread(), Square::all().filter(near).collect());
        seen |= square.bitboard();
    }
    assert_eq!(seen, Bitboard::ALL);
    assert_eq!(Square::new(64), None);
    for not_a_square in ["", "a", "a0", "a9", "i1", "`1", "a1 ", "aa1", "1a", "é"] {
        assert_eq!(Square::from_name(not_a_square), None, "{not_a_square:?}");
        assert_eq!(Move::from_name(not_a_square), None, "{not_a_square:?}");
    }
    for pass in ["pass", "PASS", "ps", "pa", "PA", "--", "0000", "@@@@", &Move::Pass.to_string()] {
        assert_eq!(Move::from_name(pass), Some(Move::Pass), "{pass:?}");
    }
}

#[test]
fn sets_of_squares_are_sets() {
    for board in boards().step_by(100) {
        let (a, b) = (board.mover(), board.opponent());
        let squares: HashSet<Square> = a.squares().collect();
        assert_eq!((a.len() as usize, a.is_empty()), (squares.len(), squares.is_empty()));
        assert_eq!(a.squares().len(), squares.len());
        assert_eq!(a.first(), squares.iter().copied().min());
        assert!(a.squares().is_sorted());
        assert_eq!(a.squares().collect::<Bitboard>(), a);
        assert!(a.is_disjoint(b) && (a & b).is_empty() && a.is_subset(a | b));
        assert_eq!(((a | b) - b, (a | b) ^ b, !!a), (a, a, a));
        assert_eq!(Square::all().filter(|&square| a.has(square)).collect::<Bitboard>(), a);
        assert_eq!(Board::new(a, b | a).is_some(), a.is_empty());
    }
}

#[test]
fn symmetries_are_eight_bijections_with_inverses() {
    let images: HashSet<Vec<Square>> = Symmetry::ALL
        .into_iter()
        .map(|symmetry| Square::all().map(|square| symmetry.square(square)).collect())
        .collect();
    assert_eq!(images.len(), 8);
    for symmetry in Symmetry::ALL {
        for square in Square::all() {
            let image = symmetry.square(square);
            assert_eq!(symmetry.inverse().square(image), square, "{symmetry:?}");
            assert_eq!(symmetry.bitboard(square.bitboard()), image.bitboard(), "{symmetry:?}");
        }
    }
}

#[test]
fn symmetric_boards_have_symmetric_moves_flips_and_stable_discs() {
    for board in boards().step_by(50) {
        let canonical = board.canonical();
        assert_eq!(canonical.canonical(), canonical);
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            assert_eq!(symmetry.inverse().board(image), board);
            assert_eq!(image.canonical(), canonical, "{symmetry:?} of {board:?}");
            assert_eq!(image.legal_moves(), symmetry.bitboard(board.legal_moves()));
            assert_eq!(image.stable_discs(), symmetry.bitboard(board.stable_discs()));
            for square in board.empties() {
                let flips = image.flips(symmetry.square(square));
                assert_eq!(flips, symmetry.bitboard(board.flips(square)));
            }
        }
    }
}

#[test]
fn stable_discs_are_the_naive_ones() {
    for board in boards().step_by(5) {
        let stable = board.stable_discs();
        assert!(stable.is_subset(board.mover()));
        assert_eq!(stable, Grid::new(board).stable(), "{board:?}");
    }
}

#[test]
fn stable_discs_are_never_turned_over() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for game in 0..4000 {
        let board = if game % 2 == 0 { Board::START } else { scattered(&mut random) };
        let mut stable = [Bitboard::EMPTY; 2];
        for position in playout(Position { board, side: Color::Black }, &mut random) {
            for color in [Color::Black, Color::White] {
                let own = color == position.side;
                let board = if own { position.board } else { position.board.pass() };
                let before = &mut stable[color as usize];
                assert!(before.is_subset(board.stable_discs()), "{color} lost one: {position:?}");
                *before = board.stable_discs();
            }
        }
    }
}

#[test]
fn no_two_early_positions_share_a_hash() {
    let mut positions = HashSet::from([Board::START]);
    let mut generation = positions.clone();
    for _ in 0..7 {
        let children = |board: &Board| {
            board.legal_moves().squares().map(|s| board.play_unchecked(s)).collect::<Vec<_>>()
        };
        generation = generation.iter().flat_map(children).collect();
        positions.extend(&generation);
    }
    let hashes: HashSet<u64> = positions.iter().map(|board| board.hash()).collect();
    assert!(positions.len() > 40_000, "{}", positions.len());
    assert_eq!(hashes.len(), positions.len());

    // As bins are chosen by any part of the hash, every part has to fill them evenly.
    for shift in (0..=52).step_by(4) {
        let mut bins = [0_u32; 4096];
        for hash in &hashes {
            bins[(hash >> shift) as usize % 4096] += 1;
        }
        let mean = hashes.len() as f64 / 4096.0;
        let chi_square: f64 = bins.iter().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        // 4095 degrees of freedom: 4095 +- 90 if the bins are drawn at random.
        assert!(chi_square < 4600.0, "bits from {shift}: {chi_square}");
    }
}

#[test]
fn every_disc_changes_about_half_of_the_hash() {
    let sample: Vec<Board> = boards().step_by(50).collect();
    for square in Square::all() {
        let at = square.bitboard();
        let mut changes = [0_u32; 64];
        let mut count = 0;
        for board in sample.iter().filter(|board| !board.mover().has(square)) {
            // On an empty square a disc is put, on the opponent's it is turned over.
            let more = Board::new(board.mover() | at, board.opponent() - at).expect("disjoint");
            let change = board.hash() ^ more.hash();
            count += 1;
            for (bit, changes) in changes.iter_mut().enumerate() {
                *changes += (change >> bit & 1) as u32;
            }
        }
        for (bit, &changes) in changes.iter().enumerate() {
            let share = f64::from(changes) / f64::from(count);
            assert!((0.4..0.6).contains(&share), "{square} changes bit {bit}: {share}");
        }
    }
}
