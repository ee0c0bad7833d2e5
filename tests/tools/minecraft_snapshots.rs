//! Compares explanations of every sample, of some rejected input and of the classic NBT files with the ones kept in `snapshots`.
//!
//! `INSTA_UPDATE=always cargo test --test tools minecraft_snapshots` writes them anew; look at the difference.

use std::fmt::Write as _;

use crate::dump_support::assert_dump;
use crate::minecraft_support::{fixture, rows, type_of};
use crate::support::tsv::unhex;
use gamewire::minecraft::nbt::{Compound, List, Nbt, Tag, TagId};
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire_fixtures::minecraft_samples;

fn snapshot(name: &str, text: &str) {
    assert_dump(&format!("minecraft/1.14/{name}"), text);
}

#[test]
fn samples_explained() {
    for sample in minecraft_samples().iter().filter(|sample| !sample.bytes.is_empty()) {
        let explanation = sample.type_expr().unwrap().explain(Protocol::V1_14, sample.bytes);
        snapshot(&sample.name(), &explanation.text());
    }
}

#[test]
fn rejected_input_is_explained_up_to_the_wrong_number() {
    for (name, expression, bytes) in [
        ("varint__rejected_no_end", "varint", "ffffffffff"),
        ("varint__rejected_cut", "varint", "8080"),
        ("varint__lenient_padded", "varint", "ac82808000"),
        ("varint__lenient_bits_beyond_32", "varint", "ffffffff7f"),
        ("text__rejected_negative_length", "string(16)", "ffffffff0f"),
        ("text__rejected_too_long", "string(1)", "04f09f9880"),
        ("text__rejected_cut", "string(16)", "054e6f"),
        ("text__rejected_not_utf8", "string(16)", "036180ff"),
        ("text__rejected_identifier_character", "identifier", "0f6d696e6563726166743a53746f6e65"),
        ("prim__rejected_boolean", "bool", "02"),
        ("combine__rejected_count_past_end", "array(varint,i64)", "ffffffff070000"),
        ("combine__rejected_enum", "enum(u8;survival|creative)", "04"),
        ("nbt__rejected_root", "nbt", "08000000026869"),
        ("nbt__rejected_tag_id", "nbt", "0a00000100016101ff00016100"),
        ("nbt__rejected_count_past_end", "nbt", "0a00000a0001630b0001617fffffff000000"),
        ("nbt__rejected_list_of_end", "nbt", "0a000009000161000000000100"),
        ("nbt__rejected_modified_utf8", "nbt", "0a0000080001610002c34100"),
        ("nbt__rejected_cut_name", "nbt", "0a0000010005616200"),
        ("nbt__raw_zero", "nbt", "0a000008000173000100080001740002c08000"),
        ("slot__rejected_made_up_nbt", "slot", "01010104cafebabe"),
        ("particle__rejected_id", "particle", "3a"),
        ("metadata__rejected_type", "metadata", "000040011300ff"),
        ("metadata__rejected_no_end", "metadata", "00004001"),
    ] {
        snapshot(name, &type_of(expression).explain(Protocol::V1_14, &unhex(bytes)).text());
    }
}

/// The files small enough to be explained whole.
const WHOLE: usize = 250;

#[test]
fn classic_files_decode_reencode_and_explain() {
    let files = rows("nbt/files.tsv");
    assert_eq!(files.len(), 18);
    for row in &files {
        let (file, counts) = (&row[0], &row[7]);
        let bytes = std::fs::read(fixture("nbt").join(file)).unwrap();
        assert_eq!(bytes.len().to_string(), row[1], "{file}");
        let nbt: Nbt = Protocol::V1_14.parse(&bytes).unwrap();
        let name = nbt.name.to_str().unwrap().into_owned();
        assert_eq!(if name.is_empty() { "-" } else { &name }, row[4], "{file}");
        // An independent library counted these.
        let mut summary = Summary::default();
        summary.compound(nbt.root.as_compound().unwrap(), 1);
        assert_eq!(&summary.counts(), counts, "{file}");
        let total: usize = summary.tags.iter().sum();
        assert_eq!(total.to_string(), row[5], "{file}");
        let text = if bytes.len() <= WHOLE {
            TypeExpr::Nbt.explain(Protocol::V1_14, &bytes).text()
        } else {
            let names: Vec<_> = nbt
                .root
                .as_compound()
                .unwrap()
                .entries()
                .iter()
                .map(|(name, tag)| format!("  {name:?}: {}\n", brief(tag)))
                .collect();
            format!(
                "root {name:?}: {} bytes, {total} tags\n{counts}\n\nentries of the root\n{}",
                bytes.len(),
                names.concat()
            )
        };
        snapshot(&format!("nbt__file_{}", file.trim_end_matches(".nbt")), &text);
        assert_eq!(Protocol::V1_14.encode(&nbt).unwrap(), bytes, "{file}");
    }
}

fn brief(tag: &Tag) -> String {
    match tag {
        Tag::Compound(x) => format!("Compound of {}", x.len()),
        Tag::List(x) => format!("List of {} {}", x.len(), x.element_type().name()),
        Tag::ByteArray(x) => format!("Byte_Array of {}", x.len()),
        Tag::IntArray(x) => format!("Int_Array of {}", x.len()),
        Tag::LongArray(x) => format!("Long_Array of {}", x.len()),
        Tag::String(x) if x.as_bytes().len() > 60 => format!("String of {} bytes", x.as_bytes().len()),
        other => format!("{other:?}"),
    }
}

/// Counts tags by type, the root and the elements of lists included.
#[derive(Default)]
struct Summary {
    tags: [usize; 13],
}

impl Summary {
    fn counts(&self) -> String {
        let mut named: Vec<_> =
            TagId::ALL.iter().map(|id| (id.name(), self.tags[usize::from(id.to_wire())])).collect();
        named.sort();
        let mut text = String::new();
        for (name, count) in named.iter().filter(|(_, count)| *count > 0) {
            let _ = write!(text, "{}{name}={count}", if text.is_empty() { "" } else { " " });
        }
        text
    }

    fn add(&mut self, id: TagId, count: usize) {
        self.tags[usize::from(id.to_wire())] += count;
    }

    fn compound(&mut self, compound: &Compound, count: usize) {
        self.add(TagId::Compound, count);
        for (_, tag) in compound.entries() {
            match tag {
                Tag::Compound(x) => self.compound(x, 1),
                Tag::List(x) => self.list(x),
                leaf => self.add(leaf.id(), 1),
            }
        }
    }

    fn list(&mut self, list: &List) {
        self.add(TagId::List, 1);
        match list {
            List::Compound(x) => x.iter().for_each(|x| self.compound(x, 1)),
            List::List(x) => x.iter().for_each(|x| self.list(x)),
            leaves => self.add(leaves.element_type(), leaves.len()),
        }
    }
}
