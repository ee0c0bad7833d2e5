use gamewire::minecraft::{Protocol, nbt::Nbt};
fn main() {
    let bytes = std::fs::read("../../tests/fixtures/minecraft/nbt/complex_player.nbt").unwrap();
    let enc = std::env::args().len() > 1;
    let v = Protocol::V1_14.decode::<Option<Nbt>>(&bytes).unwrap();
    let mut buf = Vec::new();
    for _ in 0..300000 {
        if enc { buf.clear(); Protocol::V1_14.encode_into(&v, &mut buf).unwrap(); std::hint::black_box(&buf); }
        else { std::hint::black_box(Protocol::V1_14.decode::<Option<Nbt>>(std::hint::black_box(&bytes)).unwrap()); }
    }
}
