//! What NBoard can read (the parser of weltyc/othello), and nothing looser than that: a line that is
//! something else makes it complain to its user.

/// Says what is wrong with a line, if anything is.
pub fn check(line: &str) -> Result<(), String> {
    let wrong = || Err(format!("NBoard cannot read '{line}'"));
    let words: Vec<&str> = line.split(' ').collect();
    let good = match words.as_slice() {
        // Any text; none clears it.
        ["status", ..] => line.trim_end() == line,
        ["set", "myname", name] => !name.is_empty(),
        ["pong", number] => is_int(number),
        ["===", answer] => is_answer(answer),
        ["search", pv, eval, "0", depth, ..] => is_pv(pv) && is_eval(eval) && is_depth(depth),
        ["book", pv, eval, games, depth, ..] => {
            is_pv(pv) && is_eval(eval) && is_int(games) && is_depth(depth)
        }
        ["nodestats", nodes, seconds] => is_digits(nodes) && is_real(seconds),
        ["analysis", moves, eval] => is_int(moves) && is_real(eval),
        ["learned"] => true,
        _ => false,
    };
    if good { Ok(()) } else { wrong() }
}

/// The moves of a PV, `F5-PA-d6` or `F5PAd6`; `None` if it is none.
pub fn moves_of(pv: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = match pv.contains('-') {
        true => pv.split('-').collect(),
        false => (0..pv.len()).step_by(2).map(|at| pv.get(at..at + 2)).collect::<Option<_>>()?,
    };
    let all_moves = !parts.is_empty() && parts.iter().all(|part| is_move(part));
    all_moves.then_some(parts)
}

fn is_pv(text: &str) -> bool {
    moves_of(text).is_some()
}

/// Two characters; anything that begins with a P is a pass to NBoard, but `PA` is its way.
fn is_move(text: &str) -> bool {
    let upper = text.to_ascii_uppercase();
    matches!(upper.as_bytes(), [b'A'..=b'H', b'1'..=b'8'] | b"PA")
}

/// `F5`, `F5/1.25` or `F5/1.25/0.5`; the evaluation may be empty.
fn is_answer(text: &str) -> bool {
    match text.split('/').collect::<Vec<_>>().as_slice() {
        [mv] => is_move(mv),
        [mv, eval] => is_move(mv) && (eval.is_empty() || is_real(eval)),
        [mv, eval, seconds] => {
            is_move(mv) && (eval.is_empty() || is_real(eval)) && is_real(seconds)
        }
        _ => false,
    }
}

/// One number, or two with a comma: draws to the mover, draws to the other, which is not more.
fn is_eval(text: &str) -> bool {
    match text.split_once(',') {
        None => is_real(text),
        Some((seeking, avoiding)) => {
            let value = |text: &str| text.parse::<f64>().unwrap();
            is_real(seeking) && is_real(avoiding) && value(seeking) >= value(avoiding)
        }
    }
}

/// An integer, with anything right after it: `12`, `73%`, `100%W`.
fn is_depth(text: &str) -> bool {
    is_int(text.trim_end_matches(|c: char| !c.is_ascii_digit()))
}

/// No exponent and no infinity: NBoard reads signs, digits and one dot.
fn is_real(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    match digits.split_once('.') {
        None => is_digits(digits),
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
    }
}

fn is_int(text: &str) -> bool {
    is_digits(text.strip_prefix(['-', '+']).unwrap_or(text)) && text.parse::<i32>().is_ok()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn what_the_documents_show_is_read() {
    for line in [
        "set myname Edax6",
        "pong 1",
        "status Edax is thinking",
        "status",
        "nodestats 35805 0.00",
        "=== F5/1.23/0.5",
        "=== H4//0.04",
        "=== PA",
        "search F5d6C3 -1.23 0 10",
        "search F5-PA-C3 1.5,-1.5 0 100%W with any text",
        "book F5 0.00 12 26",
        "analysis 61 -12.00",
        "learned",
    ] {
        check(line).unwrap();
    }
}

#[test]
fn anything_else_is_not() {
    for line in [
        "",
        "readyok",
        "info string error: x",
        "set myname Outflank 1",
        "set depth 3",
        "status ",
        "pong",
        "pong one",
        "pong 99999999999",
        "===",
        "=== F5 1.23 0.5",
        "=== I9/0/0",
        "=== F5/1e3/0",
        "=== F5/NaN/0",
        "search F5 D6 1.0 0 3",
        "search F5 1.0 3",
        "search F5- 1.0 0 3",
        "search - 1.0 0 3",
        "search F5 inf 0 3",
        "search F5 0.5,1.5 0 3",
        "search F5 1.0 0 deep",
        "search  0.00 0 0",
        "nodestats -1 0.0",
        "nodestats 1.5 0.0",
        "analysis 3",
        "learn",
    ] {
        assert!(check(line).is_err(), "{line}");
    }
}
