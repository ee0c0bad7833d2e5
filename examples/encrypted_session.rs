//! Reads the encrypted packets of a connection, as a proxy or a client does once it knows the shared secret.
//!
//! After the client's answer to `encryption_begin`, each side encrypts all bytes with AES/CFB-8, of which the secret is both the
//! key and the initialization vector. The lengths of packets are encrypted, too, so bytes are decrypted as they arrive.
//!
//! `cargo run --example encrypted_session --features packets`

#![allow(clippy::print_stdout)] // An example shows something.

use std::error::Error;

use aes::Aes128;
use cfb8::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};
use cfb8::{Decryptor, Encryptor};
use gamewire::minecraft::stream::FrameDecoder;
use gamewire::minecraft::{Packet, Packets, Session, Side, Value};

/// The bytes that one side sends.
pub(crate) struct Incoming {
    side: Side,
    frames: FrameDecoder,
    cipher: Option<Decryptor<Aes128>>,
}

impl Incoming {
    pub(crate) fn new(side: Side, packets: &Packets) -> Self {
        Self { side, frames: FrameDecoder::new(packets.protocol()), cipher: None }
    }

    /// Decrypts all bytes that are pushed from now on. Call it for both sides when the client has sent its secret.
    pub(crate) fn begin_encryption(&mut self, secret: [u8; 16]) {
        self.cipher = Some(Decryptor::new(&secret.into(), &secret.into()));
    }

    /// Takes bytes as they arrive, in parts of any size.
    pub(crate) fn push(&mut self, mut bytes: Vec<u8>) {
        if let Some(cipher) = &mut self.cipher {
            for byte in &mut bytes {
                let mut block = [*byte].into();
                cipher.decrypt_block(&mut block);
                [*byte] = block.into();
            }
        }
        self.frames.push(&bytes);
    }

    /// Returns the next packet, if it is complete.
    pub(crate) fn next(&mut self, session: &mut Session) -> Result<Option<(Packet, Value)>, Box<dyn Error>> {
        // It changes when the server sends `compress`.
        self.frames.set_threshold(session.threshold());
        let Some(packet) = self.frames.next_packet()? else { return Ok(None) };
        Ok(Some(session.read(self.side, packet.as_wire())?))
    }
}

/// Encrypts what is sent.
pub(crate) fn encrypt(cipher: &mut Encryptor<Aes128>, bytes: &mut [u8]) {
    for byte in bytes {
        let mut block = [*byte].into();
        cipher.encrypt_block(&mut block);
        [*byte] = block.into();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}

/// Reads a short login, of which the end is encrypted. Returns a line for each packet of the server.
pub(crate) fn run() -> Result<Vec<String>, Box<dyn Error>> {
    let packets = Packets::named("1.20.4").ok_or("the version is known")?;
    let mut server = Incoming::new(Side::Server, &packets);
    let mut session = Session::new(packets);
    // The client begins to log in.
    session.read(Side::Client, b"\x00\xfd\x05\x09localhost\x63\xdd\x02")?;

    // From here on, what the server sends is encrypted: `compress` with the threshold 256, and `disconnect` with the reason "full",
    // which has a data length of 0 because it is too short to be compressed.
    let secret = *b"sixteen bytes of";
    let mut sent = b"\x03\x03\x80\x02\x09\x00\x00\x06\"full\"".to_vec();
    encrypt(&mut Encryptor::new(&secret.into(), &secret.into()), &mut sent);

    server.begin_encryption(secret);
    let mut lines = Vec::new();
    for part in sent.chunks(5) {
        server.push(part.to_vec());
        while let Some((packet, value)) = server.next(&mut session)? {
            lines.push(packet.to_plain_json(&value));
        }
    }
    Ok(lines)
}
