//! The payloads. They are computed, so that they are the same on every machine.

use crate::tree::Tree;

/// A named value.
pub struct Payload {
    /// The letter of the payload in the table of targets.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    pub tree: Tree,
}

/// A generator of small pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
    fn int(&mut self) -> i64 {
        i64::try_from(self.below(2_000_000)).unwrap_or(0) - 1_000_000
    }
    /// Returns a float that fits in 32 bits.
    fn short_float(&mut self) -> f32 {
        self.below(1 << 20) as f32 / 16.0
    }
}

/// Returns `count` players by name, as a game would save them.
pub fn players(count: usize) -> Tree {
    Tree::Dictionary(player_entries(count).collect())
}

/// Returns the entries of [`players`], one at a time.
pub fn player_entries(count: usize) -> impl Iterator<Item = (Tree, Tree)> {
    let mut numbers = Numbers(1);
    let player = |n: usize, numbers: &mut Numbers| {
        let tag = |kind: &str, numbers: &mut Numbers| Tree::text(format!("{kind}_{}", numbers.below(1000)));
        Tree::named([
            ("id", Tree::Int(n as i64)),
            ("name", Tree::text(format!("player_{n}"))),
            ("pos", Tree::Vector3([numbers.short_float(), numbers.short_float(), numbers.short_float()])),
            ("tags", Tree::Array([tag("team", numbers), tag("guild", numbers), tag("zone", numbers)].into())),
            ("hp", Tree::Float(numbers.next() as f64 / 3.0)),
        ])
    };
    (0..count).map(move |n| (Tree::text(format!("key_{n}")), player(n, &mut numbers)))
}

/// Returns the same players without arrays, which godot-binary-serialization does not support.
pub fn flat_players(count: usize) -> Tree {
    let Tree::Dictionary(players) = players(count) else { return Tree::Nil };
    let flat = |player: Tree| {
        let Tree::Dictionary(fields) = player else { return player };
        let mut flat = Vec::new();
        for (key, value) in fields {
            match value {
                Tree::Array(tags) => flat.extend(
                    tags.into_iter().enumerate().map(|(n, tag)| (Tree::text(format!("tag{n}")), tag)),
                ),
                value => flat.push((key, value)),
            }
        }
        Tree::Dictionary(flat.into())
    };
    Tree::Dictionary(players.into_iter().map(|(key, player)| (key, flat(player))).collect())
}

/// Returns a packet such as games send many times a second.
pub fn packet() -> Tree {
    Tree::named([("type", Tree::text("move")), ("id", Tree::Int(7)), ("pos", Tree::Vector2([12.5, -3.25]))])
}

/// Returns an array of ints of 32 bits.
pub fn ints(count: usize) -> Tree {
    Tree::Array(int_elements(count).map(Tree::Int).collect())
}

/// Returns the elements of [`ints`], one at a time.
pub fn int_elements(count: usize) -> impl Iterator<Item = i64> {
    let mut numbers = Numbers(2);
    (0..count).map(move |_| numbers.int())
}

/// Returns an array of strings of 4 to 6 bytes.
pub fn short_strings(count: usize) -> Tree {
    let mut numbers = Numbers(3);
    let word = |numbers: &mut Numbers| {
        let length = 4 + numbers.below(3);
        (0..length).map(|_| char::from(b'a' + numbers.below(26) as u8)).collect::<String>()
    };
    Tree::Array((0..count).map(|_| Tree::text(word(&mut numbers))).collect())
}

/// Returns an array of nulls, Booleans, ints and floats of both widths, and vectors. They are in turns, like
/// the rows of a table, or in an order that branch prediction cannot learn.
pub fn scalars(count: usize, by_turns: bool) -> Tree {
    let mut numbers = Numbers(4);
    let scalar = |n: usize, numbers: &mut Numbers| match if by_turns { n as u64 } else { numbers.next() } % 8
    {
        0 => Tree::Nil,
        1 => Tree::Bool(numbers.below(2) == 1),
        2 => Tree::Int(numbers.int()),
        3 => Tree::Int(numbers.int() << 20),
        4 => Tree::Float(numbers.short_float().into()),
        5 => Tree::Float(numbers.next() as f64 / 3.0),
        6 => Tree::Vector2([numbers.short_float(), numbers.short_float()]),
        _ => Tree::Vector3([numbers.short_float(), numbers.short_float(), numbers.short_float()]),
    };
    Tree::Array((0..count).map(|n| scalar(n, &mut numbers)).collect())
}

/// Returns a packed array of vectors.
pub fn vectors(count: usize) -> Tree {
    Tree::Vectors(vector_elements(count).collect())
}

/// Returns the elements of [`vectors`], one at a time.
pub fn vector_elements(count: usize) -> impl Iterator<Item = [f32; 3]> {
    let mut numbers = Numbers(5);
    (0..count).map(move |_| [numbers.short_float(), numbers.short_float(), numbers.short_float()])
}

/// Returns a packed array of bytes.
pub fn bytes(count: usize) -> Tree {
    let mut numbers = Numbers(6);
    Tree::Bytes((0..count).map(|_| numbers.below(256) as u8).collect())
}

/// Returns a long text, in several scripts or only in ASCII.
pub fn long_text(at_least: usize, mixed: bool) -> Tree {
    let words: &[&str] = if mixed {
        &["plain words, ", "Größe und Maß, ", "Здравствуй, мир, ", "こんにちは世界、", "🎮🕹️ ", "γειά σου, "]
    } else {
        &["the quick brown fox ", "jumps over ", "the lazy dog, ", "again and again; "]
    };
    let mut numbers = Numbers(7);
    let mut text = String::with_capacity(at_least + 64);
    while text.len() < at_least {
        text.push_str(words[numbers.below(words.len() as u64) as usize]);
    }
    Tree::text(text)
}

/// Returns nested arrays with an int in the innermost one.
pub fn nested(depth: usize) -> Tree {
    (0..depth).fold(Tree::Int(7), |inner, _| Tree::Array([inner].into()))
}

/// Returns the largest value of the project's fixtures: 2,000 entries `{key: [int, float, text]}`, written by
/// Godot 4.6.3.
pub fn fixture() -> &'static [u8] {
    let file = include_bytes!("../data/store_var_large.bin");
    let (length, bytes) = file.split_first_chunk::<4>().expect("a length");
    &bytes[..u32::from_le_bytes(*length) as usize]
}

/// Returns all payloads of the table, the small ones first.
pub fn all() -> Vec<Payload> {
    let payload = |name, about, tree| Payload { name, about, tree };
    vec![
        payload("e", "packet {type, id, pos}", packet()),
        payload("d'", "Array of 1 000 ints", ints(1_000)),
        payload("a'", "100 players", players(100)),
        payload("a", "10 000 players", players(10_000)),
        payload("a flat", "10 000 players without arrays", flat_players(10_000)),
        payload("d", "Array of 1 000 000 ints", ints(1_000_000)),
        payload("f", "Array of 100 000 short strings", short_strings(100_000)),
        payload("h", "Array of 100 000 scalars of eight types by turns", scalars(100_000, true)),
        payload("h'", "the same in random order", scalars(100_000, false)),
        payload("b", "PackedVector3Array of 1 000 000", vectors(1_000_000)),
        payload("c", "PackedByteArray of 16 MiB", bytes(16 << 20)),
        payload("g", "one text of 16 MiB, mixed scripts", long_text(16 << 20, true)),
        payload("g'", "one text of 16 MiB, ASCII", long_text(16 << 20, false)),
    ]
}
