//! Strategies for values that contain other values.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, Union};

use super::Values;
use crate::godot::ids::{Kind, Table};
use crate::godot::model::Leaf;
use crate::godot::{Array, Dictionary, ElementType, EntryTypes, ObjectData, Variant};

impl Values {
    /// Returns a strategy for arrays, dictionaries and objects whose contents come from `inner`.
    pub(super) fn container(self, inner: BoxedStrategy<Variant>) -> BoxedStrategy<Variant> {
        let shared = if self.dialect.shared_bit { any::<bool>().boxed() } else { Just(false).boxed() };
        let array = (vec(inner.clone(), 0..6), shared.clone())
            .prop_map(|(items, shared)| Variant::Array(Array::from(items).with_shared(shared)));
        let text = self.text().prop_map(Variant::String);
        let key = prop_oneof![2 => text, 1 => inner.clone()];
        let dictionary = (vec((key, inner.clone()), 0..6), shared).prop_map(move |(mut pairs, shared)| {
            if self.unchanged && self.dialect.table() == Table::Godot3 {
                pairs.retain(|(key, _)| !holds_packed_nan(key));
            }
            Variant::Dictionary(Dictionary::from(pairs).with_shared(shared))
        });
        let mut choices = vec![array.boxed(), dictionary.boxed()];
        if self.dialect.typed_arrays {
            choices.push(self.typed_array(inner.clone()));
        }
        if self.dialect.typed_dictionaries {
            choices.push(self.typed_dictionary(inner.clone()));
        }
        if self.objects && self.dialect.objects {
            let object = ("[A-Z][a-z]{0,9}", vec((self.text(), inner), 0..5))
                .prop_map(|(class, properties)| ObjectData { class: class.into(), properties }.into());
            choices.push(object.boxed());
        }
        Union::new(choices).boxed()
    }

    fn builtin(self) -> BoxedStrategy<ElementType> {
        select(self.builtins()).prop_map(ElementType::Builtin).boxed()
    }

    fn element(self) -> BoxedStrategy<ElementType> {
        let class = self.text().prop_map(ElementType::Class);
        let script = self.text().prop_map(ElementType::Script);
        prop_oneof![2 => self.builtin(), 1 => class, 1 => script].boxed()
    }

    /// Returns the types that a container can be declared to hold, each with a strategy for values that an
    /// engine accepts there.
    fn declared(self) -> Vec<(Kind, BoxedStrategy<Variant>)> {
        self.builtins().into_iter().filter_map(|kind| Some((kind, self.of_kind(kind)?))).collect()
    }

    fn typed_array(self, inner: BoxedStrategy<Variant>) -> BoxedStrategy<Variant> {
        if !self.unchanged {
            let array = (self.element(), vec(inner, 0..5));
            return array.prop_map(|(element, items)| Array::typed(element, items).into()).boxed();
        }
        select(self.declared())
            .prop_flat_map(|(kind, leaf)| {
                let typed = move |items| Array::typed(ElementType::Builtin(kind), items).into();
                vec(leaf, 0..4).prop_map(typed)
            })
            .boxed()
    }

    fn typed_dictionary(self, inner: BoxedStrategy<Variant>) -> BoxedStrategy<Variant> {
        if !self.unchanged {
            let both = (option::of(self.element()), option::of(self.element()));
            let types = both.prop_map(|(key, value)| match (key, value) {
                // A dictionary without any declared type is not a typed dictionary.
                (None, None) => EntryTypes { key: Some(ElementType::Builtin(Kind::Int)), value: None },
                (key, value) => EntryTypes { key, value },
            });
            let dictionary = (types, vec((inner.clone(), inner), 0..5));
            return dictionary.prop_map(|(types, pairs)| Dictionary::typed(types, pairs).into()).boxed();
        }
        (select(self.declared()), select(self.declared()), 0..3)
            .prop_flat_map(|((key_kind, key), (value_kind, value), which)| {
                let types = EntryTypes {
                    key: (which != 0).then_some(ElementType::Builtin(key_kind)),
                    value: (which != 1).then_some(ElementType::Builtin(value_kind)),
                };
                vec((key, value), 0..4).prop_map(move |pairs| Dictionary::typed(types.clone(), pairs).into())
            })
            .boxed()
    }
}

/// Returns whether there is a NaN in a packed array.
fn holds_packed_nan(value: &Variant) -> bool {
    let has_nan = |part: &Variant| matches!(part.leaf(), Leaf::Packed(packed) if packed.numbers.any_nan());
    value.walk().with_keys().any(has_nan)
}
