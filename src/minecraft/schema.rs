//! The layouts of Minecraft's types as data, including the numbers of the tables in `ids.rs`.

use super::ids::{
    DIRECTIONS, METADATA_END, MetadataType, PARTICLES, POSES, ParticleLayout, TagId, VILLAGER_PROFESSIONS,
    VILLAGER_TYPES,
};
use super::protocol::Protocol;
use super::releases::PositionOrder;
use crate::schema::{Field, FieldRef, IdTable, Scalar, Schema, Structure, Test, Type};

impl Protocol {
    /// Returns the layouts of NBT, Slot, entity metadata and of the types inside them as data.
    ///
    /// ```
    /// use gamewire::minecraft::Protocol;
    /// let schema = Protocol::V1_14.schema();
    /// let slot = schema.structure("Slot").unwrap();
    /// assert_eq!(slot.fields.iter().map(|field| field.name).collect::<Vec<_>>(), ["present", "item"]);
    /// ```
    #[must_use]
    pub fn schema(&self) -> Schema {
        let mut schema = nbt(self.nameless_nbt);
        schema.name = format!("minecraft {}", self.version);
        schema.structures.extend(self.structures());
        let particles = PARTICLES.iter().filter_map(|row| Some((row.id(self.version)?.into(), row.name)));
        schema.tables = vec![
            IdTable::new("tags", TagId::ALL.iter().map(|tag| (tag.to_wire().into(), tag.name()))),
            IdTable::new(
                "metadata types",
                self.metadata_types()
                    .filter_map(|kind| Some((kind.to_wire(self.version)?.into(), kind.name()))),
            ),
            IdTable::new("particles", particles),
            IdTable::new("directions", numbered(DIRECTIONS)),
            IdTable::new("poses", numbered(POSES)),
            IdTable::new("villager types", numbered(VILLAGER_TYPES)),
            IdTable::new("villager professions", numbered(VILLAGER_PROFESSIONS)),
        ];
        schema.rules.extend([
            "The text of String, Chat and Identifier is UTF-8, and limited in UTF-16 units: 32767 for Identifier, see the pages for the others.",
            match self.position {
                PositionOrder::Xzy => "The value v of a Position has x = v >> 38, z = v << 26 >> 38, y = v << 52 >> 52, with arithmetic shifts of 64 bits.",
                PositionOrder::Xyz => "The value v of a Position has x = v >> 38, y = v << 26 >> 52, z = v << 38 >> 38, with arithmetic shifts of 64 bits.",
            },
            "Angles are steps of 1/256 turn.",
            "OptBlockID and OptVarInt are 0 if absent; OptVarInt is the value plus 1 otherwise.",
        ]);
        schema
    }

    fn metadata_types(&self) -> impl Iterator<Item = MetadataType> {
        let version = self.version;
        MetadataType::ALL.iter().copied().filter(move |kind| kind.to_wire(version).is_some())
    }

    /// Returns the structures other than NBT.
    fn structures(&self) -> Vec<Structure> {
        let mut structures = single();
        structures.extend([
            text("String", "Text, after its length in bytes."),
            text("Chat", "JSON text, after its length in bytes."),
            text("Identifier", "A namespace and a path, after their length in bytes."),
            numbers("Position", "A block's position in 64 bits.", Scalar::I64, &["value"]),
            numbers("UUID", "128 bits.", Scalar::U64, &["high", "low"]),
            Structure::new(
                "Slot",
                "An item stack, or an empty slot.",
                vec![present(), Field::structure("item", "Item").when(PRESENT, SET)],
            ),
            Structure::new(
                "Item",
                "An item stack.",
                vec![
                    Field::scalar("id", Scalar::VarInt),
                    Field::scalar("count", Scalar::I8),
                    Field::structure("nbt", ROOT),
                ],
            ),
            numbers(
                "Dust",
                "The data of the particle dust.",
                Scalar::F32,
                &["red", "green", "blue", "scale"],
            ),
            Structure::new("Nothing", "No bytes.", Vec::new()),
            self.particle(),
            optional("OptChat", "Chat"),
            optional("OptPosition", "Position"),
            optional("OptUUID", "UUID"),
            numbers("Rotation", "Angles in degrees.", Scalar::F32, &["x", "y", "z"]),
            numbers("Villager_Data", "Of a villager.", Scalar::VarInt, &["type", "profession", "level"]),
            Structure::new(
                "Entity_Metadata",
                "Entries; the last one has the index 255 and nothing else.",
                vec![
                    Field::structure("entries", "Metadata_Entry")
                        .until(FieldRef::new("index"), Test::In(vec![METADATA_END.into()].into())),
                ],
            ),
            self.metadata_entry(),
        ]);
        structures
    }

    fn particle(&self) -> Structure {
        let data = PARTICLES.iter().filter_map(|row| {
            let data = match row.layout {
                ParticleLayout::None => "Nothing",
                ParticleLayout::BlockState => "VarInt",
                ParticleLayout::Dust => "Dust",
                ParticleLayout::Item => "Slot",
            };
            Some((u32::try_from(row.id(self.version)?).ok()?, Type::Structure(data)))
        });
        let data = Field::new("data", Type::switch(FieldRef::new("id"), data));
        Structure::new(
            "Particle",
            "A particle: its id and its data.",
            vec![Field::scalar("id", Scalar::VarInt), data],
        )
    }

    fn metadata_entry(&self) -> Structure {
        let values = self.metadata_types().filter_map(|kind| {
            Some((u32::try_from(kind.to_wire(self.version)?).ok()?, Type::Structure(metadata_value(kind))))
        });
        let unless_end =
            |field: Field| field.when(FieldRef::new("index"), Test::NotIn(vec![METADATA_END.into()].into()));
        Structure::new(
            "Metadata_Entry",
            "A value of an entity, or the end.",
            vec![
                Field::scalar("index", Scalar::U8),
                unless_end(Field::scalar("type", Scalar::VarInt)),
                unless_end(Field::new("value", Type::switch(FieldRef::new("type"), values))),
            ],
        )
    }
}

/// Returns the layout of NBT in files. Its structures need no other types of the protocol.
///
/// ```
/// let schema = gamewire::minecraft::nbt::schema();
/// assert_eq!(schema.root, "NBT");
/// ```
#[must_use]
pub fn nbt_schema() -> Schema {
    nbt(false)
}

const ROOT: &str = "NBT";
const MUTF8: &str = "Modified_UTF8";
const SET: Test = Test::is_not(&[0]);
const PRESENT: FieldRef = FieldRef::new("present");
const TYPE: FieldRef = FieldRef::new("type");

fn nbt(nameless: bool) -> Schema {
    let has = |field: Field| field.when(TYPE, SET);
    let kind = || Field::scalar("type", Scalar::U8);
    let name = has(Field::structure("name", MUTF8));
    let payload = |tags: &[TagId]| {
        let case = |tag: &TagId| (u32::from(tag.to_wire()), Type::Structure(payload_name(*tag)));
        Type::switch(TYPE, tags.iter().map(case))
    };
    let all: Vec<TagId> = TagId::ALL.iter().copied().filter(|tag| *tag != TagId::End).collect();
    let mut root = vec![kind().valid(None, Test::is(&[0, 10]))];
    if !nameless {
        root.push(name.clone());
    }
    root.push(has(Field::structure("root", payload_name(TagId::Compound))));
    let entry = vec![kind().valid(None, Test::AtMost(12)), name, has(Field::new("payload", payload(&all)))];
    let mut structures = vec![
        Structure::new(ROOT, "A named compound, or the byte 0 for no NBT.", root),
        Structure::new(
            "entry",
            "A named tag of a compound; the last one has the type 0 (End) and nothing else.",
            entry,
        ),
        Structure::new(
            MUTF8,
            "Text, after its length in bytes.",
            vec![
                Field::scalar("length", Scalar::U16),
                Field::new("text", Type::Bytes(FieldRef::new("length"))),
            ],
        ),
    ];
    structures.extend(TagId::ALL.iter().map(|tag| {
        Structure::new(payload_name(*tag), payload_about(*tag), payload_fields(*tag, payload(TagId::ALL)))
    }));
    Schema {
        name: "nbt".into(),
        big_endian: true,
        root: ROOT,
        structures,
        tables: Vec::new(),
        rules: vec![
            "The root compound is at level 0, a compound or list inside another is one level deeper. One at level 513 is an error.",
            "A count of n elements of at least s bytes is an error if fewer than n times s bytes follow. Check this before allocating memory.",
            "A list of End has no elements.",
            "Names and texts of NBT are modified UTF-8: U+0000 is c0 80, and characters above U+FFFF are two surrogates of 3 bytes each.",
            "Names may repeat. Of tags with the same name the game keeps the last.",
            "From 1.20.2 on, roots in packets have no name. Files may be compressed with gzip or zlib.",
        ],
    }
}

/// Returns the structure of the payload of an entry or an element of a list.
fn payload_name(tag: TagId) -> &'static str {
    match tag {
        TagId::End => "TAG_End",
        TagId::Byte => "TAG_Byte",
        TagId::Short => "TAG_Short",
        TagId::Int => "TAG_Int",
        TagId::Long => "TAG_Long",
        TagId::Float => "TAG_Float",
        TagId::Double => "TAG_Double",
        TagId::ByteArray => "TAG_Byte_Array",
        TagId::String => "TAG_String",
        TagId::List => "TAG_List",
        TagId::Compound => "TAG_Compound",
        TagId::IntArray => "TAG_Int_Array",
        TagId::LongArray => "TAG_Long_Array",
    }
}

fn payload_about(tag: TagId) -> &'static str {
    tag.layout()
}

fn payload_fields(tag: TagId, any: Type) -> Vec<Field> {
    let number = |scalar| vec![Field::scalar("value", scalar)];
    let count = || Field::scalar("count", Scalar::I32).valid(None, Test::AtLeast(0));
    let array = |scalar| vec![count(), Field::scalar("elements", scalar).times(FieldRef::new("count"))];
    match tag {
        TagId::End => Vec::new(),
        TagId::Byte => number(Scalar::I8),
        TagId::Short => number(Scalar::I16),
        TagId::Int => number(Scalar::I32),
        TagId::Long => number(Scalar::I64),
        TagId::Float => number(Scalar::F32),
        TagId::Double => number(Scalar::F64),
        TagId::ByteArray => array(Scalar::I8),
        TagId::String => vec![Field::structure("value", MUTF8)],
        TagId::List => vec![
            Field::scalar("type", Scalar::U8).valid(None, Test::AtMost(12)),
            count(),
            Field::new("elements", any).times(FieldRef::new("count")),
        ],
        TagId::Compound => vec![Field::structure("entries", "entry").until(TYPE, Test::is(&[0]))],
        TagId::IntArray => array(Scalar::I32),
        TagId::LongArray => array(Scalar::I64),
    }
}

/// Returns the structures that are one number.
fn single() -> Vec<Structure> {
    let one = |name, about, scalar| numbers(name, about, scalar, &["value"]);
    let boolean = Field::scalar("value", Scalar::U8).valid(None, Test::is(&[0, 1]));
    vec![
        Structure::new("Boolean", "0 is false, 1 is true.", vec![boolean]),
        one("Byte", "A signed number.", Scalar::I8),
        one("Unsigned_Byte", "A number.", Scalar::U8),
        one("Short", "A signed number.", Scalar::I16),
        one("Unsigned_Short", "A number.", Scalar::U16),
        one("Int", "A signed number.", Scalar::I32),
        one("Long", "A signed number.", Scalar::I64),
        one("Float", "A number of 32 bits.", Scalar::F32),
        one("Double", "A number of 64 bits.", Scalar::F64),
        one("VarInt", "A signed number of 32 bits in groups of 7 bits.", Scalar::VarInt),
        one("VarLong", "A signed number of 64 bits in groups of 7 bits.", Scalar::VarLong),
        one("Angle", "Steps of 1/256 turn.", Scalar::U8),
    ]
}

fn numbers(
    name: &'static str,
    about: &'static str,
    scalar: Scalar,
    fields: &'static [&'static str],
) -> Structure {
    Structure::new(name, about, fields.iter().map(|field| Field::scalar(field, scalar)).collect())
}

fn text(name: &'static str, about: &'static str) -> Structure {
    let fields = vec![
        Field::scalar("length", Scalar::VarInt).valid(None, Test::AtLeast(0)),
        Field::new("text", Type::Bytes(FieldRef::new("length"))),
    ];
    Structure::new(name, about, fields)
}

fn present() -> Field {
    Field::scalar("present", Scalar::U8).valid(None, Test::is(&[0, 1]))
}

fn optional(name: &'static str, of: &'static str) -> Structure {
    let value = Field::structure("value", of).when(PRESENT, SET);
    Structure::new(name, "A Boolean, then the value if it is true.", vec![present(), value])
}

/// Returns the structure of a value of entity metadata.
fn metadata_value(id: MetadataType) -> &'static str {
    match id {
        MetadataType::Byte => "Byte",
        MetadataType::Float => "Float",
        MetadataType::String => "String",
        MetadataType::Chat => "Chat",
        MetadataType::OptChat => "OptChat",
        MetadataType::Slot => "Slot",
        MetadataType::Boolean => "Boolean",
        MetadataType::Rotation => "Rotation",
        MetadataType::Position => "Position",
        MetadataType::OptPosition => "OptPosition",
        MetadataType::OptUuid => "OptUUID",
        MetadataType::Nbt => ROOT,
        MetadataType::Particle => "Particle",
        MetadataType::VillagerData => "Villager_Data",
        MetadataType::VarInt
        | MetadataType::Direction
        | MetadataType::OptBlockId
        | MetadataType::OptVarInt
        | MetadataType::Pose => "VarInt",
    }
}

/// Returns the names with their numbers.
fn numbered(names: &'static [&'static str]) -> impl Iterator<Item = (i64, &'static str)> {
    (0..).zip(names.iter().copied())
}
