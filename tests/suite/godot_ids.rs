//! Checks the tables of type ids and names of each generation: they have no gaps, and their lengths are those of the engines'
//! sources.

use gamewire::godot::{Kind, Table};

#[test]
fn every_table_is_without_gaps_and_as_long_as_the_engine_says() {
    let counts = [(Table::Godot2, 29), (Table::Godot3, 27), (Table::Godot4, 39)];
    for (table, count) in counts {
        assert_eq!(table.count(), count, "{table:?}");
        for id in 0..count {
            let kind = table.kind(id).unwrap_or_else(|| panic!("{table:?} has no type {id}"));
            assert_eq!(table.id(kind), Some(id));
        }
        assert_eq!(table.kind(count), None);
    }
}

#[test]
fn names_lead_back_to_their_type() {
    for &kind in Kind::ALL {
        for table in [Table::Godot2, Table::Godot3, Table::Godot4] {
            assert_eq!(Kind::from_name(table.name(kind)), Some(kind));
        }
    }
}
