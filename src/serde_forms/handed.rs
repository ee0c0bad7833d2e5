//! Passes whole values between this crate's serializers and deserializers and fields of type `Variant` or `Tag`. serde has no
//! type for such a value, so a thread-local variable holds it meanwhile.

use std::any::Any;
use std::cell::Cell;

thread_local! {
    static VALUE: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
    static IS_ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Passes a value on to `receive`, in which [`taken`] returns it.
pub(crate) fn hand<R>(value: impl Any, receive: impl FnOnce() -> R) -> R {
    VALUE.set(Some(Box::new(value)));
    let received = receive();
    VALUE.take();
    received
}

/// Returns the value that was passed on, if there is one of this type.
pub(crate) fn taken<T: Any>() -> Option<T> {
    VALUE.take()?.downcast().ok().map(|value| *value)
}

/// Asks `serialize` for a value as a whole, which [`is_given`] passes on.
pub(crate) fn ask<T: Any, R, E>(serialize: impl FnOnce() -> Result<R, E>) -> Result<(R, Option<T>), E> {
    IS_ASKED.set(true);
    let serialized = serialize();
    IS_ASKED.set(false);
    let value = taken();
    Ok((serialized?, value))
}

/// Passes on a copy of a value and returns true, if [`ask`] was called for it.
pub(crate) fn is_given<T: Any + Clone>(value: &T) -> bool {
    let is_asked = IS_ASKED.take();
    if is_asked {
        VALUE.set(Some(Box::new(value.clone())));
    }
    is_asked
}
