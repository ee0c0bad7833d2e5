//! Measures reading and writing of packets of vanilla servers, each kind separately and all in turn:
//! `gamewire-packets VERSION TABLE`. Each line of the table has the name of a packet and its bytes in
//! hexadecimal digits. The output has the name of each measurement, the number of bytes, and the packets per
//! second.

use std::hint::black_box;
use std::time::{Duration, Instant, UNIX_EPOCH};

use gamewire::minecraft::{Packet, Packets, Side, State};

/// The kinds that are measured separately. The longest packet of each is used.
const KINDS: [&str; 9] = [
    "rel_entity_move",
    "spawn_entity",
    "entity_metadata",
    "window_items",
    "map_chunk",
    "tags",
    "declare_commands",
    "declare_recipes",
    "login",
];

/// The duration of a measurement, in CPU time. Each is repeated, and the fastest repetition counts.
const TIME: Duration = Duration::from_millis(100);
const ROUNDS: usize = 3;

/// Returns the CPU time of this thread, which other programs on the machine do not change. Where the system does not
/// provide it, returns the time of the clock.
fn now() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => UNIX_EPOCH.elapsed().unwrap_or_default(),
    }
}

fn per_second(packets: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let (start, mut runs) = (now(), 0_u32);
        let mut spent = Duration::ZERO;
        while spent < TIME {
            // To read the CPU time takes longer than to read most packets.
            let until = Instant::now() + TIME / 3;
            while Instant::now() < until {
                run();
                runs += 1;
            }
            spent = now() - start;
        }
        best = best.min(spent.as_secs_f64() / f64::from(runs));
    }
    packets as f64 / best
}

fn timed(name: &str, all: &Packet, packets: &[Vec<u8>]) {
    let values: Vec<_> = packets.iter().map(|bytes| all.parse(bytes).expect("a packet")).collect();
    let read = per_second(packets.len(), || {
        packets.iter().for_each(|bytes| drop(black_box(all.parse(black_box(bytes)))))
    });
    let written = per_second(packets.len(), || {
        values.iter().for_each(|value| drop(black_box(all.encode(black_box(value)))))
    });
    let bytes: usize = packets.iter().map(Vec::len).sum();
    println!("{name}\t{bytes}\t{read:.0}\t{written:.0}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [version, table] = arguments.as_slice() else { panic!("name a version and a table") };
    let text = std::fs::read_to_string(table).expect("a table");
    let packets = Packets::named(version).expect("a known version");
    let all = packets.all(State::Play, Side::Server).expect("packets of servers");
    let digit =
        |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("digits");
    let rows: Vec<(&str, Vec<u8>)> = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, rest)| (name, rest.split('\t').next().unwrap_or_default()))
        .map(|(name, hex)| (name, hex.as_bytes().chunks(2).map(digit).collect()))
        .collect();
    let mix: Vec<Vec<u8>> = rows.iter().map(|(_, bytes)| bytes.clone()).collect();
    timed(&format!("{} packets of {version}", mix.len()), all, &mix);
    for kind in KINDS {
        let longest = rows.iter().filter(|(name, _)| *name == kind).max_by_key(|(_, bytes)| bytes.len());
        if let Some((_, bytes)) = longest {
            timed(&format!("{kind} {version}"), all, std::slice::from_ref(bytes));
        }
    }
}
