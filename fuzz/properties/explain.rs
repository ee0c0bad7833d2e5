//! Explanations: the rows cover the input without gaps, the error is that of the decoder, and a part of an
//! explanation equals that part of the whole.

use super::nbt::deep;
use super::type_expr::{PROTOCOLS, expression_and_bytes};
use super::{chosen, shown};
use gamewire::DecodeError;
use gamewire::explain::{Explainer, Row};
use gamewire::minecraft::{Protocol, TypeExpr};

/// Explains the input as values of Godot.
pub fn godot(data: &[u8]) {
    let Some((decoder, bytes)) = chosen(data) else { return };
    let error = decoder.check(bytes).err();
    explained(&|| decoder.explainer(bytes), bytes, error.as_ref());
    if let Some(repaired) = decoder.repair(bytes) {
        assert!(repaired.end <= bytes.len());
        assert_eq!(decoder.check(&repaired.bytes), Ok(()));
    }
}

/// Explains the input as types of Minecraft, with each form of NBT.
pub fn minecraft(data: &[u8]) {
    let Some((expr, bytes)) = expression_and_bytes(data) else { return };
    let forms = [Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];
    let nameless = [Protocol::V1_15, Protocol::BEDROCK_NETWORK].map(|protocol| protocol.nameless_nbt(true));
    for protocol in PROTOCOLS.into_iter().chain(forms).chain(nameless).map(deep) {
        let error = expr.check(protocol, bytes).err();
        explained(&|| expr.explainer(protocol, bytes), bytes, error.as_ref());
        repaired(&expr, protocol, bytes);
    }
}

/// If there is a part before the damage, it is a complete value.
pub(super) fn repaired(expr: &TypeExpr, protocol: Protocol, bytes: &[u8]) {
    if let Some(repaired) = expr.repair(protocol, bytes) {
        assert!(repaired.end <= bytes.len());
        assert_eq!(expr.check(protocol, &repaired.bytes), Ok(()));
    }
}

/// Checks the explanation of bytes whose decoder returns this error: as a whole, in parts, and in every
/// output form.
pub(super) fn explained<'a>(
    explainer: &dyn Fn() -> Explainer<'a>,
    bytes: &[u8],
    error: Option<&DecodeError>,
) {
    let explanation = explainer().explain();
    assert_eq!(explanation.error(), error);
    tiles(explanation.rows(), bytes);
    shown::lines(&explanation.text());
    shown::lines(&explanation.html());
    explanation.rows().iter().for_each(|row| shown::line(&row.path().to_string()));
    // For each input, one way of showing it and one part are chosen: by depth, by number, by the path of any
    // row, or around an offset.
    let choice = bytes.iter().fold(0_usize, |sum, byte| sum * 31 % 10_007 + usize::from(*byte));
    match choice % 4 {
        0 => assert_eq!(written(&explainer()), explanation.text()),
        1 => shown::colored(&written(&explainer().color(true))),
        2 => assert_eq!(explainer().html(), explanation.html()),
        _ => shown::lines(&written(&explainer().characters(true))),
    }
    let part = if choice % 3 == 0 { explainer().depth(choice % 4) } else { explainer().limit(choice % 9) };
    tiles(&rows(&part), bytes);
    if let Some(row) = explanation.rows().get(choice % explanation.rows().len().max(1)) {
        tiles(&rows(&explainer().at(row.path())), bytes);
        let _ = explainer().at(row.path()).depth(1).limit(3).html();
        let near = explainer().near(row.start, choice % 5, choice % 7);
        assert!(near.iter().all(|near| near.start + near.len <= bytes.len()));
    }
}

fn rows(explainer: &Explainer<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    explainer.rows(|row| rows.push(row.clone()));
    rows
}

fn written(explainer: &Explainer<'_>) -> String {
    let mut text = Vec::new();
    explainer.write(&mut text).expect("a buffer takes all");
    String::from_utf8(text).expect("text")
}

fn tiles(rows: &[Row], bytes: &[u8]) {
    let end = rows.iter().fold(0, |end, row| {
        assert_eq!(row.start, end, "{rows:#?}");
        end + row.len
    });
    assert_eq!(end, bytes.len(), "{rows:#?}");
}
