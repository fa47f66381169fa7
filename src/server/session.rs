//! One session: the only reader and writer of its stream, owner of its protocol state.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_stream::StreamExt;
use tokio_util::bytes::BytesMut;
use tokio_util::codec::{Decoder, FramedRead, LinesCodec, LinesCodecError};
use tokio_util::sync::CancellationToken;

use crate::engine::{self, Event};
use crate::protocol::{Action, Protocol, Session};

/// Events that may wait for a stream that is slow to take them. A search finishes fewer than a
/// hundred depths; what else it says is left out when half of this is used up.
const EVENTS: usize = 1024;

/// After `shutdown` the other end gets so long to accept what is written.
const LAST_PATIENCE: Duration = Duration::from_secs(2);

/// What a session may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionLimits {
    /// The longest line, in bytes.
    pub line_length: usize,
    /// How long nothing may come in while nothing runs; `None`: for ever.
    pub idle: Option<Duration>,
    /// How long the other end may take to accept what is written; `None`: for ever.
    pub write: Option<Duration>,
}

/// What the reading half brought.
enum Input {
    Line(String),
    Unreadable(&'static str),
    Broken(io::Error),
    End,
}

/// Runs a session until its input ends and what was asked is answered, or it quits, or its stream
/// breaks, or `shutdown` is cancelled. Nothing is left running.
///
/// # Errors
/// When the stream breaks.
pub(super) async fn run(
    reader: impl AsyncRead + Unpin,
    mut writer: impl AsyncWrite + Unpin,
    mut protocol: Session,
    limits: SessionLimits,
    shutdown: CancellationToken,
) -> io::Result<()> {
    let mut lines = Lines::new(reader, limits.line_length);
    let (report, mut events) = mpsc::channel(EVENTS);
    let mut reading = true;
    let mut draining = false;
    loop {
        let idle_limit = limits.idle.filter(|_| reading && !protocol.is_busy());
        let mut idle = false;
        let actions = tokio::select! {
            // What a search says goes first: its answer may let waiting lines go on.
            biased;
            Some(event) = events.recv() => protocol.event(event),
            () = shutdown.cancelled(), if !draining => {
                (draining, reading) = (true, false);
                protocol.quit()
            }
            input = lines.next(), if reading => match input {
                Input::Line(line) => {
                    tracing::debug!(%line, "in");
                    protocol.line(&line)
                }
                Input::Unreadable(what) => protocol.bad_line(what),
                Input::Broken(error) => {
                    abandon(&mut protocol, &mut events).await;
                    return Err(error);
                }
                Input::End => {
                    reading = false;
                    protocol.end_of_input()
                }
            },
            () = pause(idle_limit) => {
                idle = true;
                protocol.bad_line("nothing came in for too long, the session is closed")
            }
        };
        let patience = out_of_patience(limits.write, &shutdown);
        match carry_out(actions, &mut writer, patience, &report).await {
            Ok(false) if !idle => {}
            Ok(_) => return Ok(()),
            Err(error) => {
                abandon(&mut protocol, &mut events).await;
                return Err(error);
            }
        }
    }
}

async fn pause(limit: Option<Duration>) {
    match limit {
        Some(limit) => sleep(limit).await,
        None => std::future::pending().await,
    }
}

/// Ends when the other end has had time enough to accept what is written.
async fn out_of_patience(limit: Option<Duration>, shutdown: &CancellationToken) {
    tokio::select! {
        () = pause(limit) => {}
        () = async { shutdown.cancelled().await; sleep(LAST_PATIENCE).await } => {}
    }
}

/// The reading half, cut into lines.
struct Lines<R>(FramedRead<R, Cutter>);

/// Cuts lines. What cannot be one is an item like the others, and no error: after an error the
/// frames would wait for more input, though the next line may have come along with the bad one.
struct Cutter(LinesCodec);

impl Decoder for Cutter {
    type Item = Result<String, LinesCodecError>;
    type Error = io::Error;

    fn decode(&mut self, input: &mut BytesMut) -> io::Result<Option<Self::Item>> {
        Ok(self.0.decode(input).transpose())
    }

    fn decode_eof(&mut self, input: &mut BytesMut) -> io::Result<Option<Self::Item>> {
        Ok(self.0.decode_eof(input).transpose())
    }
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(reader: R, longest: usize) -> Self {
        let cutter = Cutter(LinesCodec::new_with_max_length(longest));
        Self(FramedRead::new(reader, cutter))
    }

    /// The next line, or what is wrong with it. May be dropped and called again at any time.
    async fn next(&mut self) -> Input {
        match self.0.next().await {
            Some(Ok(Ok(line))) => Input::Line(line),
            Some(Ok(Err(LinesCodecError::MaxLineLengthExceeded))) => {
                Input::Unreadable("the line is too long and is left out")
            }
            Some(Ok(Err(LinesCodecError::Io(_)))) => {
                Input::Unreadable("the line is not UTF-8 and is left out")
            }
            Some(Err(error)) => Input::Broken(error),
            None => Input::End,
        }
    }
}

/// Writes lines and starts jobs; says whether the session is to be closed.
async fn carry_out(
    actions: Vec<Action>,
    writer: &mut (impl AsyncWrite + Unpin),
    out_of_patience: impl Future<Output = ()>,
    report: &mpsc::Sender<Event>,
) -> io::Result<bool> {
    let mut text = String::new();
    let mut close = false;
    for action in actions {
        match action {
            Action::Send(line) => {
                tracing::debug!(%line, "out");
                text.push_str(&line);
                text.push('\n');
            }
            Action::Start(job, stop) => {
                let report = report.clone();
                engine::spawn(job, stop, move |event| say(&report, event));
            }
            Action::Close => close = true,
        }
    }
    if !text.is_empty() {
        let write = async {
            writer.write_all(text.as_bytes()).await?;
            writer.flush().await
        };
        tokio::select! {
            written = write => written?,
            () = out_of_patience => return Err(io::ErrorKind::TimedOut.into()),
        }
    }
    Ok(close)
}

/// Hands an event over without ever waiting: the search does not wait for a slow reader.
fn say(report: &mpsc::Sender<Event>, event: Event) {
    if event.is_progress() && report.capacity() < EVENTS / 2 {
        return;
    }
    // Full or closed: nobody listens any more.
    drop(report.try_send(event));
}

/// The stream is broken: stops what runs and waits until it has ended.
async fn abandon(protocol: &mut Session, events: &mut mpsc::Receiver<Event>) {
    drop(protocol.quit());
    while protocol.is_busy() {
        match events.recv().await {
            Some(event) => drop(protocol.event(event)),
            None => return,
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "in a test it is the way to say that something is wrong")]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::*;

    /// The stream stays open: nothing else makes the reader look again.
    #[tokio::test]
    async fn a_line_that_comes_along_with_a_bad_one_is_read_at_once() {
        let (mut near, far) = duplex(1024);
        let mut lines = Lines::new(far, 4);
        near.write_all(b"12345\none\n\xff\ntwo\n123456789\r\n\xff\nfour\n").await.unwrap();
        let mut read = Vec::new();
        for _ in 0..7 {
            let input = timeout(Duration::from_secs(30), lines.next()).await.unwrap();
            read.push(match input {
                Input::Line(line) => line,
                Input::Unreadable(what) => what.split(' ').nth(3).unwrap().to_owned(),
                Input::Broken(_) | Input::End => "nothing".to_owned(),
            });
        }
        assert_eq!(read, ["too", "one", "not", "two", "too", "not", "four"]);
    }
}
