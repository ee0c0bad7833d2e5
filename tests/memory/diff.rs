//! Differences at long paths: the path is held once.

use gamewire::godot::{Dictionary, Variant, diff_each};
use gamewire::path::Change;

use crate::{alone, peak};

#[test]
fn a_long_path_is_held_once_however_much_differs() {
    if !alone() {
        return;
    }
    let key = "k".repeat(100_000);
    let of = |names: [&'static str; 2]| {
        let inner = Variant::from(names.map(|name| (name, 1)).into_iter().collect::<Dictionary<'_>>());
        Variant::from(Dictionary::from_iter([(key.clone(), vec![inner; 2000])]))
    };
    let differences = |new: &Variant<'_>, expected: &dyn Fn(&Change<Variant<'_>>) -> bool| {
        let old = of(["a", "b"]);
        let (peak, count) = peak(|| {
            let mut count = 0;
            let found = diff_each(&old, new, |_, change| {
                count += usize::from(expected(&change));
                Ok::<_, std::convert::Infallible>(())
            });
            found.map(|()| count).unwrap()
        });
        assert!(peak < 1 << 20, "{peak} bytes for {count} differences");
        count
    };
    assert_eq!(differences(&of(["b", "a"]), &|change| *change == Change::Reordered), 2000);
    assert_eq!(differences(&of(["a", "c"]), &|change| *change != Change::Reordered), 4000);
}
