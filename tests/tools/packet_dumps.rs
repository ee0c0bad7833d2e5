//! Compares the dumps of the book's page on packets with packets that node protodef wrote (`tests/fixtures/protodef/book.js`).

use gamewire::minecraft::{Packets, Side, State};

use crate::book::root;
use crate::dump_support::assert_dump;
use crate::support::tsv::unhex;

#[test]
fn packets_of_the_book() {
    let rows = std::fs::read_to_string(root().join("tests/fixtures/protodef/book.tsv")).unwrap();
    let mut before = "";
    for row in rows.lines() {
        let [version, _, _, name, hex, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let packets = Packets::named(version).unwrap();
        let all = packets.all(State::Play, Side::Server).unwrap();
        let (bytes, more) = (unhex(hex), if before == name { "_compound" } else { "" });
        let value = all.parse(&bytes).unwrap();
        assert_eq!(all.encode(&value).unwrap(), bytes, "{name}");
        assert_dump(&format!("minecraft/packets/{name}{more}"), &all.explain(&bytes).text());
        before = name;
    }
}
