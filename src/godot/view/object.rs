//! Views of full objects.

use super::CheckedReader;
use super::{Sequence, VariantView};
use crate::conversions::iterate;
use crate::godot::model::Text;
use crate::godot::wire::Rules;

/// A view of a full object, which reads the properties in place.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, ObjectData};
/// let node = ObjectData { class: "Node2D".into(), properties: vec![("z_index".into(), 5.into())] };
/// let bytes = Dialect::GODOT_4.encode(&node.into())?;
/// let node = Decoder::new(Dialect::GODOT_4).allow_objects(true).view(&bytes)?.as_object().unwrap();
/// assert_eq!(node.class(), "Node2D");
/// assert_eq!(node.get("z_index").and_then(|z| z.as_i64()), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ObjectView<'a> {
    whole: VariantView<'a>,
    properties: Sequence<'a>,
}

impl<'a> ObjectView<'a> {
    pub(super) fn from_view(whole: VariantView<'a>) -> Option<Self> {
        let (at, head) =
            whole.checked_reader().object(whole.bytes).filter(|(_, head)| !head.of.is_empty())?;
        Some(Self { whole, properties: Sequence { at, left: head.count } })
    }

    /// Returns the name of the class.
    pub fn class(&self) -> Text {
        let opened = self.whole.checked_reader().object(self.whole.bytes);
        opened.map(|(_, head)| head.of.into()).unwrap_or_default()
    }

    /// Returns the number of properties.
    pub fn len(&self) -> usize {
        self.properties.left
    }

    /// Returns whether there are no properties.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns an iterator over the properties, in order. The items are names and values.
    pub fn properties(&self) -> ObjectViewIter<'a> {
        ObjectViewIter { rules: self.whole.rules, properties: self.properties }
    }

    /// Returns the value of a property. If several properties have the name, it is the last one.
    pub fn get(&self, name: &str) -> Option<VariantView<'a>> {
        self.properties().filter(|(other, _)| *other == name).last().map(|(_, value)| value)
    }
}

/// An iterator over the properties of an [`ObjectView`], in order.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, ObjectData};
///
/// let node = ObjectData { class: "Node2D".into(), properties: vec![("z_index".into(), 5.into())] };
/// let bytes = Dialect::GODOT_4.encode(&node.into())?;
/// let view = Decoder::new(Dialect::GODOT_4).allow_objects(true).view(&bytes)?.as_object().unwrap();
/// for (name, value) in view.properties() {
///     assert_eq!((name.as_str(), value.as_i64()), (Some("z_index"), Some(5)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ObjectViewIter<'a> {
    rules: Rules,
    properties: Sequence<'a>,
}

iterate!(ObjectView by properties: ObjectViewIter of (Text, VariantView<'a>));

impl<'a> Iterator for ObjectViewIter<'a> {
    type Item = (Text, VariantView<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let Self { rules, properties } = self;
        if properties.left == 0 {
            return None;
        }
        let reader = CheckedReader(rules);
        let (at, name) = reader.text(properties.at)?;
        properties.at = at;
        Some((name.into(), VariantView { bytes: properties.nth(&reader.settings(), 0)?, rules: *rules }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.properties.left, Some(self.properties.left))
    }
}

impl ExactSizeIterator for ObjectViewIter<'_> {}
