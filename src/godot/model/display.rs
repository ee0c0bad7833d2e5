//! Values as text, near to how a script would write them: for people, not for reading back.

use std::fmt::{self, Formatter, Result, Write};

use super::*;
use crate::godot::ids::{Table, for_each_type};

/// With the type names of Godot 4.
impl fmt::Display for Variant<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, Table::Godot4)
    }
}

/// With the type names of Godot 4.
impl fmt::Display for Array<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_items(self, f, Table::Godot4)
    }
}

/// With the type names of Godot 4.
impl fmt::Display for Dictionary<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_pairs(self, f, Table::Godot4)
    }
}

/// With the type names of Godot 4.
impl fmt::Display for ObjectData<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_properties(self, f, Table::Godot4)
    }
}

fn write_items(array: &Array<'_>, f: &mut dyn Write, names: Table) -> Result {
    f.write_str("[")?;
    for (at, item) in array.iter().enumerate() {
        f.write_str(comma(at))?;
        item.write(f, names)?;
    }
    f.write_str("]")
}

fn write_pairs(dictionary: &Dictionary<'_>, f: &mut dyn Write, names: Table) -> Result {
    f.write_str("{")?;
    for (at, (key, value)) in dictionary.as_slice().iter().enumerate() {
        f.write_str(comma(at))?;
        key.write(f, names)?;
        f.write_str(": ")?;
        value.write(f, names)?;
    }
    f.write_str("}")
}

fn write_properties(data: &ObjectData<'_>, f: &mut dyn Write, names: Table) -> Result {
    write_start(f, &data.class)?;
    for (at, (name, value)) in data.properties.iter().enumerate() {
        write_name(f, at, name)?;
        value.write(f, names)?;
    }
    f.write_str(")")
}

impl Variant<'_> {
    /// The start of the value's text, at most about `limit` characters, with the type names of one generation.
    pub(crate) fn preview(&self, names: Table, limit: usize) -> String {
        let mut text = Short { text: String::new(), limit };
        match self.write(&mut text, names) {
            Ok(()) => text.text,
            Err(fmt::Error) => text.text + "…",
        }
    }

    fn write(&self, f: &mut dyn Write, names: Table) -> Result {
        match self {
            Self::Array(array) | Self::PackedTypedArray(array) => write_items(array, f, names),
            Self::Dictionary(dictionary) => write_pairs(dictionary, f, names),
            Self::Object(Object::Full(data)) => write_properties(data, f, names),
            leaf => leaf.write_leaf(f, names),
        }
    }

    #[inline(never)]
    fn write_leaf(&self, f: &mut dyn Write, names: Table) -> Result {
        match self {
            Self::Nil => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::String(text) => write!(f, "{text:?}"),
            Self::StringName(text) => write!(f, "&{text:?}"),
            Self::NodePath(path) => write!(f, "NodePath(\"{path}\")"),
            Self::Rid(Rid(id)) => write!(f, "RID({id})"),
            Self::Object(Object::Id(id)) => write!(f, "Object#{id}"),
            Self::Object(_) => f.write_str("Object(null)"),
            Self::Callable => f.write_str("Callable()"),
            Self::Signal(signal) => write!(f, "Signal({:?}, Object#{})", signal.name, signal.object),
            Self::Image(image) => {
                write!(
                    f,
                    "Image({}×{} {}, {} bytes)",
                    image.width,
                    image.height,
                    image.format.name(),
                    image.data.len()
                )
            }
            Self::InputEvent(event) => write!(f, "InputEvent({:?}, device {})", event.event, event.device),
            leaf => {
                write!(f, "{}(", names.name(leaf.kind()))?;
                leaf.write_numbers(f)?;
                f.write_str(")")
            }
        }
    }
}

/// A row becomes an arm that writes the numbers or texts that the value is made of.
macro_rules! numbers {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $payload:ty)?) $shape:ident $wire:tt
            ($($width:ident $y:ident: $wide:ty)?) $names:tt $ids:tt;
    )+) => {
        impl Variant<'_> {
            /// What is between the brackets of everything that is made of numbers or texts alone.
            fn write_numbers(&self, f: &mut dyn Write) -> Result {
                match self {
                    $(Self::$kind$(($x))? => payload!($shape f $($x)?),)+
                    Self::Double(double) => match &**double {
                        $($(Double::$kind($y) => payload!($shape f $y),)?)+
                    },
                }
            }
        }
    };
}

macro_rules! payload {
    (reals $f:ident $x:ident) => {{
        let mut components = Vec::with_capacity(16);
        $x.map(&mut |component| components.push(component));
        numbers($f, components)
    }};
    (ints $f:ident $x:ident) => {
        numbers($f, $x.to_ints())
    };
    (bytes $f:ident $x:ident) => {
        packed($f, $x)
    };
    (packed $f:ident $x:ident) => {
        packed($f, $x)
    };
    (packed_reals $f:ident $x:ident) => {
        packed($f, $x)
    };
    (strings $f:ident $x:ident) => {
        $x.iter().enumerate().try_for_each(|(at, text)| {
            $f.write_str(comma(at))?;
            write!($f, "{text:?}")
        })
    };
    ($shape:ident $f:ident) => {
        Ok(())
    };
    ($shape:ident $f:ident $x:ident) => {
        write!($f, "{:?}", $x)
    };
}

for_each_type!(numbers);

/// Takes so much text and no more; the error then ends the formatting of however large a value.
struct Short {
    text: String,
    limit: usize,
}

impl Write for Short {
    fn write_str(&mut self, more: &str) -> Result {
        for character in more.chars() {
            if self.limit == 0 {
                return Err(fmt::Error);
            }
            self.limit -= 1;
            self.text.push(character);
        }
        Ok(())
    }
}

fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { ", " }
}

// Apart from the recursion, so that formatting takes little stack per level.
#[inline(never)]
fn write_start(f: &mut dyn Write, class: &Text<'_>) -> Result {
    write!(f, "{class}(")
}

#[inline(never)]
fn write_name(f: &mut dyn Write, at: usize, name: &Text<'_>) -> Result {
    write!(f, "{}{name}: ", comma(at))
}

fn numbers<N: fmt::Display>(f: &mut dyn Write, numbers: impl IntoIterator<Item = N>) -> Result {
    numbers.into_iter().enumerate().try_for_each(|(at, number)| write!(f, "{}{number}", comma(at)))
}

/// Numbers as they are, vectors in brackets.
fn packed<T: Element>(f: &mut dyn Write, array: &Packed<'_, T>) -> Result {
    use crate::trace::Shown;
    array.iter().enumerate().try_for_each(|(at, element)| {
        f.write_str(comma(at))?;
        match element.shown() {
            Shown::Tuple(tuple) => write!(f, "{tuple}"),
            Shown::F32(number) => write!(f, "{number}"),
            Shown::F64(number) => write!(f, "{number}"),
            Shown::Int(number) => write!(f, "{number}"),
            _ => Ok(()),
        }
    })
}
