//! NBT compared bit by bit: `==` takes NaN for different from itself and 0.0 for -0.0.

use gamewire::minecraft::nbt::{Compound, List, Nbt, Numbers, Tag};

pub(crate) fn same_roots(a: &Nbt<'_>, b: &Nbt<'_>) -> bool {
    a.name == b.name && same(&a.root, &b.root)
}

pub(crate) fn same_optional_roots(a: &Option<Nbt<'_>>, b: &Option<Nbt<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same_roots(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

pub(crate) fn same_compounds(a: &Compound<'_>, b: &Compound<'_>) -> bool {
    let entry = |((a, x), (b, y)): ((&_, &_), (&_, &_))| a == b && same(x, y);
    a.len() == b.len() && a.iter().zip(b.iter()).all(entry)
}

fn each<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn same_floats(a: &Numbers<'_, f32>, b: &Numbers<'_, f32>) -> bool {
    a.iter().map(f32::to_bits).eq(b.iter().map(f32::to_bits))
}

fn same_doubles(a: &Numbers<'_, f64>, b: &Numbers<'_, f64>) -> bool {
    a.iter().map(f64::to_bits).eq(b.iter().map(f64::to_bits))
}

pub(crate) fn same_lists(a: &List<'_>, b: &List<'_>) -> bool {
    match (a, b) {
        (List::Float(a), List::Float(b)) => same_floats(a, b),
        (List::Double(a), List::Double(b)) => same_doubles(a, b),
        (List::List(a), List::List(b)) => each(a, b, same_lists),
        (List::Compound(a), List::Compound(b)) => each(a, b, same_compounds),
        // Without fractions, or of different types.
        (a, b) => a == b,
    }
}

fn same(a: &Tag<'_>, b: &Tag<'_>) -> bool {
    match (a, b) {
        (Tag::Float(a), Tag::Float(b)) => a.to_bits() == b.to_bits(),
        (Tag::Double(a), Tag::Double(b)) => a.to_bits() == b.to_bits(),
        (Tag::List(a), Tag::List(b)) => same_lists(a, b),
        (Tag::Compound(a), Tag::Compound(b)) => same_compounds(a, b),
        (a, b) => a == b,
    }
}

#[test]
fn signs_of_zero_differ_and_nan_is_itself() {
    let compound = |float: f32, double: f64| {
        let list = List::Compound([Compound::from_iter([("f", Tag::Float(float))])].into());
        let lists = List::List([List::Double(vec![double].into())].into());
        Compound::from_iter([("a", Tag::List(list)), ("b", Tag::List(lists)), ("c", Tag::Double(double))])
    };
    assert!(same_compounds(&compound(f32::NAN, f64::NAN), &compound(f32::NAN, f64::NAN)));
    assert!(!same_compounds(&compound(0.0, 1.0), &compound(-0.0, 1.0)));
    assert!(!same_compounds(&compound(0.0, 0.0), &compound(0.0, -0.0)));
    assert!(!same_compounds(&compound(0.0, 1.0), &Compound::new()));
}
