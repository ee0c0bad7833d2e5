//! Without the feature `compress`, packets have no data length.

use std::borrow::Cow;

use super::Packet;
use crate::error::{DecodeError, EncodeError};
use crate::minecraft::Protocol;

#[derive(Debug, Clone, Default)]
pub(super) struct PacketCompression {}

impl PacketCompression {
    pub(super) fn body<'p>(&self, packet: &'p [u8], _: usize) -> Result<Cow<'p, [u8]>, EncodeError> {
        Ok(Cow::Borrowed(packet))
    }

    pub(super) fn packet<'a>(
        &mut self,
        _: &Protocol,
        payload: &'a [u8],
        _: usize,
    ) -> Result<Packet<'a>, DecodeError> {
        Ok(Packet { bytes: Cow::Borrowed(payload), offset: 0, data_length: None })
    }
}
