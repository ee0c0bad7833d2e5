//! The region files of a world in `verify`: it reports what is wrong with their chunks, and writes copies of
//! undamaged chunks.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gamewire::godot::Verdict;
use gamewire::minecraft::nbt::{NbtView, Tag};
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire_files::document::Format;
use gamewire_files::minecraft::NbtFileError;
use gamewire_files::minecraft::region::{Chunk, ChunkPos, Region, RegionError, RegionErrorKind, SECTOR};
use serde_json::json;

use crate::args::Raw;
use crate::input::{self, external};
use crate::output::answer;
use crate::output::outcome::{Status, Stop};
use crate::output::say::{shortened, shown};

/// The minimum limit for the contents of a chunk, and the limit per byte of its data.
const SMALL: usize = 1 << 20;
const RATIO: usize = 256;

/// Returns whether a file is a region file, judging by its name.
pub fn is_region(path: &Path, raw: &Raw) -> bool {
    let is_named = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("mca") || end.eq_ignore_ascii_case("mcr"));
    is_named && raw.chunk.is_none() && !raw.hex && !raw.base64
}

/// A problem of a chunk, or of the tables.
struct Finding {
    chunk: Option<ChunkPos>,
    status: &'static str,
    offset: Option<usize>,
    message: String,
}

/// The result of checking a region.
#[derive(Default)]
struct Checked<'r> {
    findings: Vec<Finding>,
    chunks: usize,
    free: usize,
    /// The chunks whose data is undamaged.
    whole: Vec<Chunk<'r>>,
    /// The chunks whose contents are complete although their checksum is wrong.
    unsummed: Vec<Chunk<'r>>,
    /// The separate files that have the data of undamaged chunks.
    beside: Vec<PathBuf>,
    /// The chunks that cannot be recovered.
    lost: Vec<ChunkPos>,
}

/// The number of results for each status.
#[derive(Default)]
pub struct Sums(BTreeMap<&'static str, usize>);

impl Sums {
    /// Returns, for example, `1024 chunks in 2 regions: 1 damaged, 3 misplaced`. Returns `None` if there was no
    /// region.
    pub fn text(&self) -> Option<String> {
        let count = |name| self.0.get(name).copied().unwrap_or_default();
        let (regions, chunks) = (count("regions"), count("chunks"));
        let others = self.0.iter().filter(|(name, _)| !["regions", "chunks"].contains(name));
        let wrong: Vec<_> = others.map(|(name, count)| format!("{count} {name}")).collect();
        let wrong = if wrong.is_empty() { "nothing is wrong".into() } else { wrong.join(", ") };
        let s = |count| if count == 1 { "" } else { "s" };
        (regions > 0)
            .then(|| format!("{chunks} chunk{} in {regions} region{}: {wrong}", s(chunks), s(regions)))
    }

    /// Adds the results of other regions.
    pub fn add_all(&mut self, others: Self) {
        others.0.into_iter().for_each(|(name, count)| self.add(name, count));
    }

    fn add(&mut self, name: &'static str, count: usize) {
        if count > 0 {
            *self.0.entry(name).or_default() += count;
        }
    }
}

/// Checks a region. Writes an answer for each problem, and one for the region. If the region is damaged and a path in
/// another folder is given, its undamaged chunks are written there.
pub fn verify(
    path: &Path,
    raw: &Raw,
    fixed: Option<&Path>,
    sums: &mut Sums,
    json: bool,
    out: &mut dyn Write,
) -> Result<Status, Stop> {
    let bytes = input::read_up_to(path, raw.max_size)?;
    let checked = check(path, &bytes, raw.max_size);
    sums.add("regions", 1);
    sums.add("chunks", checked.chunks);
    for Finding { chunk, status, offset, message } in &checked.findings {
        sums.add(status, 1);
        let chunk = chunk.map(|at| at.to_string());
        let message = shortened(message);
        let finding = json!({ "chunk": chunk, "status": status, "offset": offset, "message": message });
        answer::write(out, json, Some(path), finding)?;
    }
    let is_whole = checked.findings.is_empty();
    let (status, wrong) = (if is_whole { "identical" } else { "rejected" }, checked.findings.len());
    let Checked { chunks, free, .. } = checked;
    let whole = json!({ "chunks": chunks, "free_sectors": free, "status": status, "wrong": wrong });
    answer::write(out, json, Some(path), whole)?;
    if is_whole {
        return Ok(Status::Success);
    }
    if let Some(fixed) = fixed {
        let lost: Vec<_> = checked.lost.iter().map(ToString::to_string).collect();
        sums.add("lost", lost.len());
        save(&checked, path, fixed, raw.max_size)?;
        let saved = checked.whole.len() + checked.unsummed.len();
        answer::write(out, json, Some(fixed), json!({ "status": "saved", "chunks": saved, "lost": lost }))?;
    }
    Ok(Status::Rejected)
}

fn check<'r>(path: &Path, bytes: &'r [u8], max_size: Option<usize>) -> Checked<'r> {
    let mut checked = Checked::default();
    // The game creates an empty file before it writes the tables.
    if bytes.is_empty() {
        return checked;
    }
    let region = match Region::parse_damaged(bytes) {
        Ok(region) => region,
        Err(error) => {
            checked.add(None, "damaged", error.offset, error.to_string());
            return checked;
        }
    };
    let mut errors: BTreeMap<ChunkPos, RegionError> =
        region.damage().filter_map(|error| Some((error.at?, error))).collect();
    let mut used = vec![false; bytes.len().div_ceil(SECTOR)];
    for at in ChunkPos::all() {
        let error = errors.remove(&at);
        let is_there = error.is_some();
        if let Some(error) = error {
            let status =
                if matches!(error.kind, RegionErrorKind::Overlap { .. }) { "overlap" } else { "damaged" };
            checked.add(Some(at), status, error.offset, error.to_string());
        }
        let Some(chunk) = region.chunk(at) else {
            if is_there {
                checked.chunks += 1;
                checked.lost.push(at);
            }
            continue;
        };
        checked.chunks += 1;
        let (first, count) = chunk.sectors();
        used.iter_mut().skip(first).take(count).for_each(|used| *used = true);
        checked.chunk(path, chunk, max_size);
    }
    checked.free = used.iter().skip(2).filter(|used| !**used).count();
    if checked.chunks == 0 && bytes.iter().skip(2 * SECTOR).any(|byte| *byte != 0) {
        let message =
            format!("the tables list no chunk, but the file has {} sectors with data", checked.free);
        checked.add(None, "empty", Some(0), message);
    }
    checked
}

impl<'r> Checked<'r> {
    fn add(&mut self, chunk: Option<ChunkPos>, status: &'static str, offset: Option<usize>, message: String) {
        self.findings.push(Finding { chunk, status, offset, message });
    }

    /// Checks the contents of a chunk.
    fn chunk(&mut self, path: &Path, chunk: Chunk<'r>, max_size: Option<usize>) {
        let at = chunk.at();
        let offset = Some(chunk.offset());
        let (contents, damage, beside) = match contents(path, &chunk, max_size) {
            Ok(found) => found,
            Err(why) => {
                self.lost.push(at);
                return self.add(Some(at), "damaged", offset, why);
            }
        };
        let is_trailing = matches!(damage, Some(NbtFileError::Trailing { .. }));
        let said = damage.as_ref().map(|damage| format!("chunk {at}: {damage}"));
        match (Format::Minecraft(Protocol::V1_14, TypeExpr::Nbt).verify(&contents), said) {
            (Verdict::Identical, None) => self.whole.push(chunk),
            (Verdict::Rejected(error), said) => {
                self.lost.push(at);
                return self.add(
                    Some(at),
                    "damaged",
                    offset,
                    said.unwrap_or_else(|| format!("chunk {at}: {error}")),
                );
            }
            (_, Some(said)) if !is_trailing => {
                let said = format!("{said}; the contents are complete NBT, but some values may be damaged");
                self.unsummed.push(chunk);
                self.add(Some(at), "checksum", offset, said);
            }
            (verdict, said) => {
                let why = match verdict {
                    Verdict::Differs { offset, why } => {
                        format!("chunk {at}: differs at byte {offset:#06x} of the contents: {why}")
                    }
                    _ => said.unwrap_or_default(),
                };
                self.whole.push(chunk);
                self.add(Some(at), "differs", offset, why);
            }
        }
        self.beside.extend(beside);
        if let Some((x, z)) = position(&contents)
            && let Some(message) = elsewhere(path, at, x, z)
        {
            self.add(Some(at), "misplaced", offset, message);
        }
    }
}

/// The unpacked contents of a chunk, their damage, and the separate file that has the data.
type Contents = (Vec<u8>, Option<NbtFileError>, Option<PathBuf>);

fn contents(path: &Path, chunk: &Chunk<'_>, max_size: Option<usize>) -> Result<Contents, String> {
    let limit = |packed: usize| max_size.unwrap_or(packed.saturating_mul(RATIO).max(SMALL));
    if chunk.is_external() {
        let file = external::file_of(path, chunk.at())?;
        let data = fs::read(&file).map_err(|error| format!("{}: {error}", shown(&file)))?;
        let contents = chunk.unpack_external(&data, limit(data.len())).map_err(|error| error.to_string())?;
        return Ok((contents.into_owned(), None, Some(file)));
    }
    let unpacked = chunk.unpack_prefix(limit(chunk.data().len())).map_err(|error| error.to_string())?;
    Ok((unpacked.contents.into_owned(), unpacked.damage, None))
}

/// Returns the position in the world that a chunk of blocks or entities states.
fn position(contents: &[u8]) -> Option<(i64, i64)> {
    let root = Protocol::V1_14.parse::<NbtView<'_>>(contents).ok()?.root();
    let of = |tag: gamewire::minecraft::nbt::TagView<'_>| {
        Some((tag.get("xPos")?.as_i64()?, tag.get("zPos")?.as_i64()?))
    };
    of(root).or_else(|| of(root.get("Level")?)).or_else(|| match root.get("Position")?.to_tag() {
        Tag::IntArray(ints) => Some((ints.get(0)?.into(), ints.get(1)?.into())),
        _ => None,
    })
}

/// Returns the message for a chunk that states another position.
fn elsewhere(path: &Path, at: ChunkPos, x: i64, z: i64) -> Option<String> {
    let number = |number: i64| i32::try_from(number).ok();
    let is_there = number(x).zip(number(z)).is_some_and(|(x, z)| {
        // The name of a separate file has the position in the world.
        let name = path.file_name().and_then(|name| at.external_name(name.to_str()?));
        name.map_or(ChunkPos::of_world(x, z) == at, |name| name == format!("c.{x}.{z}.mcc"))
    });
    (!is_there)
        .then(|| format!("chunk {at} is in the wrong place: it states that it is chunk {x},{z} of the world"))
}

/// Writes the undamaged chunks of a region, and the separate files of such chunks.
fn save(checked: &Checked<'_>, path: &Path, fixed: &Path, max_size: Option<usize>) -> Result<(), Stop> {
    let wrong = |error: RegionError| Stop::Wrong(format!("{}: {error}", shown(path)));
    let mut file = Region::from_chunks(checked.whole.iter().copied()).map_err(wrong)?;
    for chunk in &checked.unsummed {
        let (contents, ..) = contents(path, chunk, max_size).map_err(Stop::Wrong)?;
        file = Region::parse(&file)
            .and_then(|region| region.with_chunk(chunk.at(), &contents))
            .map_err(wrong)?;
    }
    create(fixed, &file)?;
    for beside in &checked.beside {
        let Some(name) = beside.file_name() else { continue };
        create(&fixed.with_file_name(name), &fs::read(beside).map_err(|error| Stop::file(beside, &error))?)?;
    }
    Ok(())
}

/// Writes a new file, and creates the folders around it. An existing file is never replaced.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let written = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        OpenOptions::new().write(true).create_new(true).open(path)?.write_all(bytes)
    };
    written().map_err(|error| Stop::file(path, &error))
}

/// Returns the path in the folder `fixed` for a file that was named by one of these inputs or found in it.
pub fn fixed_path(fixed: &Path, inputs: &[PathBuf], file: &Path) -> PathBuf {
    let inside = inputs.iter().filter(|input| input.is_dir()).find_map(|input| file.strip_prefix(input).ok());
    fixed.join(inside.or_else(|| file.file_name().map(Path::new)).unwrap_or(file))
}
