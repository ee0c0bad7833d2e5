//! `project.godot`: any text is a project or an error, and the text of a project is read back as the same
//! project.

use super::shown;
use gamewire::godot::{Decoder, Dialect, Table, Variant};
use gamewire_files::godot::ProjectFile;
use gamewire_files::godot::ProjectTextError;

/// The input is a choice of the dialect (0 for the one of `config_version`) and the text.
pub fn project_text(data: &[u8]) {
    let Some((choice, text)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let dialect = usize::from(*choice).checked_sub(1).map(|at| Dialect::ALL[at % Dialect::ALL.len()]);
    let (project, dialect) = match ProjectFile::from_text(text, dialect) {
        Ok(read) => read,
        Err(error) => return refused(text, &error),
    };
    let file = project.encode().expect("what was read is written");
    assert_eq!(ProjectFile::parse(&file).expect("what was written is read").settings, project.settings);

    let decoder = Decoder::new(dialect).allow_objects(true);
    let are_ordinary = project.settings.iter().all(|setting| is_ordinary(&setting.key));
    let written = match (project.to_text(&decoder), are_ordinary) {
        (Ok(written), _) => written,
        (Err(ProjectTextError::Dialect { .. }), _) | (Err(ProjectTextError::Name { .. }), false) => return,
        (Err(error), _) => panic!("{error}"),
    };
    // Like the engine, names that contain characters of the syntax are not always written in a form that can
    // be read.
    if !are_ordinary {
        let _ = ProjectFile::from_text(&written, Some(dialect));
        return;
    }
    let read = |text: &str| {
        let read = ProjectFile::from_text(text, Some(dialect));
        read.unwrap_or_else(|error| panic!("{error}: {text}")).0
    };
    let again = read(&written);
    let keys = |project: &ProjectFile<'_>| {
        let mut keys: Vec<String> = project.settings.iter().map(|setting| setting.key.to_string()).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&again), keys(&project));
    // Like in the engine, an object by id is written as null, which has another position among sorted keys.
    let last = again.to_text(&decoder).expect("it was written before");
    let same = read(&last).to_text(&decoder).expect("it was written before");
    // In Godot 3, each of two different arrays is less than the other, so that such keys change places each
    // time.
    let mut values = again.settings.iter().map(|setting| setting.decode(&decoder).expect("it was written"));
    match dialect.table() == Table::Godot3 && values.any(|value| has_arrays_as_keys(&value)) {
        true => assert_eq!(entries(&same), entries(&last)),
        false => assert_eq!(same, last),
    }
}

fn has_arrays_as_keys(value: &Variant) -> bool {
    let is_array = |(key, _): &(Variant, Variant)| key.kind().name().ends_with("Array");
    value.walk().any(|value| value.as_dictionary().is_some_and(|pairs| pairs.as_slice().iter().any(is_array)))
}

/// Returns the lines in sorted order, without the commas between entries.
fn entries(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches(',')).collect();
    lines.sort_unstable();
    lines
}

fn is_ordinary(key: &str) -> bool {
    let name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    key.split('/').all(name)
}

/// The message of an error has one line, and its place is within the text.
fn refused(text: &str, error: &ProjectTextError) {
    shown::line(&error.to_string());
    if let ProjectTextError::Text(error) = error {
        let before = text.get(..error.offset()).expect("the offset is that of a character");
        assert_eq!(error.line(), 1 + before.bytes().filter(|byte| *byte == b'\n').count());
        assert!((1..=before.chars().count() + 1).contains(&error.column()));
    }
}
