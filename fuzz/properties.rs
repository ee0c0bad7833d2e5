// What each fuzz target demands of its input. `tests/fuzz_corpus.rs` includes this file and demands the same of
// the corpus and of the fixtures.

use gamewire::godot::{Decoder, Dialect, Text, Variant, Verdict};

/// The first byte chooses the dialect and what is allowed, the rest is the input.
fn chosen(data: &[u8]) -> Option<(Decoder, &[u8])> {
    let (choice, bytes) = data.split_first()?;
    let dialect = Dialect::ALL.get(usize::from(choice & 0xf) % Dialect::ALL.len())?;
    let decoder = Decoder::new(*dialect).allow_objects(choice & 0x10 != 0).allow_trailing(choice & 0x20 != 0);
    Some((decoder.keep_duplicates(choice & 0x40 != 0), bytes))
}

/// Every way of reading gives the same answer.
pub fn parse(data: &[u8]) {
    let Some((decoder, bytes)) = chosen(data) else { return };
    let parsed = decoder.parse(bytes).map(|_| ());
    assert_eq!(decoder.parse_owned(bytes).map(|_| ()), parsed);
    assert_eq!(decoder.check(bytes), parsed);
    assert_eq!(decoder.view(bytes).map(|_| ()), parsed);
    match (decoder.parse_prefix(bytes), decoder.check_prefix(bytes)) {
        (Ok((_, rest)), Ok(read)) => assert_eq!(read + rest.len(), bytes.len()),
        (Err(prefix), Err(checked)) => assert_eq!((Err(prefix), Err(checked)), (parsed.clone(), parsed)),
        (prefix, checked) => panic!("{prefix:?} against {checked:?}"),
    }
}

/// What was read can be written, and then stays as it is.
pub fn round_trip(data: &[u8]) {
    let Some((decoder, bytes)) = chosen(data) else { return };
    let Ok((value, _)) = decoder.parse_prefix(bytes) else { return };
    let dialect = decoder.dialect();
    let written = dialect.encode(&value).expect("what was read can be written");
    assert_eq!(dialect.encoded_len(&value), Ok(written.len()));
    assert_eq!(dialect.encode(&value.clone().into_owned()).as_ref(), Ok(&written));
    // Doubles read by a single-precision dialect are written narrower: keys may have become the same.
    let decoder = decoder.allow_objects(true).keep_duplicates(true);
    let again = decoder.parse(&written).expect("what was written can be read");
    let rewritten = dialect.encode(&again).expect("and written again");
    assert_eq!(rewritten, written);
    assert_eq!(decoder.verify(&written), Verdict::Identical);
}

/// Rows tile the input, and the error is the decoder's.
pub fn explain(data: &[u8]) {
    let Some((decoder, bytes)) = chosen(data) else { return };
    let explanation = decoder.explain(bytes);
    assert_eq!(explanation.error(), decoder.check(bytes).err().as_ref());
    let end = explanation.rows().iter().fold(0, |end, row| {
        assert_eq!(row.start, end);
        end + row.len
    });
    assert_eq!(end, bytes.len());
    let _ = (explanation.text(), explanation.html());
}

/// Text in any dialect: what one reads comes back, and its characters are those of its bytes.
pub fn text(data: &[u8]) {
    let text = Text::from_loose_bytes(data.to_vec());
    let _ = (text.code_points().count(), text.to_string_lossy().len(), text.to_string(), format!("{text:?}"));
    let mut block = vec![4, 0, 0, 0];
    block.extend(u32::try_from(data.len()).expect("small").to_le_bytes());
    block.extend(data);
    block.resize(block.len().next_multiple_of(4), 0);
    for dialect in Dialect::ALL {
        let Ok(Variant::String(text)) = dialect.parse(&block) else { continue };
        let written = dialect.encode(&Variant::String(text.clone())).expect("what was read can be written");
        let Ok(Variant::String(again)) = dialect.parse(&written) else { panic!("{written:02x?} is no text") };
        assert_eq!(again.as_bytes(), text.as_bytes());
    }
}
