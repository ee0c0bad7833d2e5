//! Checks layouts from Rust types (`packet!`, options, arrays and tuples) against packets that npm minecraft-protocol wrote
//! (`packets.tsv`) and against the same layouts as type expressions.

use std::borrow::Cow;

use crate::minecraft_support::rows;
use crate::own_packet::{
    DeclareCommands, NodeKind, Player, PlayerInfo, Properties, Property, SetSlot, UpdateScore, WindowItems,
};
use crate::support::tsv::unhex;
use gamewire::error::DecodeErrorKind;
use gamewire::minecraft::nbt::{Compound, Nbt, OptNbt};
use gamewire::minecraft::{
    Chat, ItemStack, Position, Protocol, Slot, TypeExpr, Uuid, VarInt, Verdict, Wire, packet,
};

const P: Protocol = Protocol::V1_14;

/// A value reads from these bytes, writes them, and does in all as the type expression does, whose every leaf is `value`.
fn same<'a, X: Wire<'a> + PartialEq + std::fmt::Debug + 'a>(value: &X, bytes: &'a [u8], expression: &str) {
    let expr: TypeExpr = expression.parse().unwrap();
    assert_eq!(P.parse::<X>(bytes).as_ref(), Ok(value), "{expression}");
    assert_eq!(P.check::<X>(bytes), Ok(()));
    assert_eq!(P.encode(value).unwrap(), bytes);
    assert_eq!(P.encoded_len(value), Ok(bytes.len()));
    assert_eq!(P.verify::<X>(bytes), Verdict::Identical);
    assert_eq!(X::MIN_LEN, expr.min_len(), "{expression}");
    let rows = |explanation: &gamewire::explain::Explanation| -> Vec<_> {
        explanation.rows().iter().map(|row| (row.start, row.len, row.path().to_string())).collect()
    };
    assert_eq!(rows(&P.explain::<X>(bytes)), rows(&expr.explain(P, bytes)), "{expression}");
    for end in 0..bytes.len() {
        let (ours, theirs) =
            (P.parse::<X>(&bytes[..end]).unwrap_err(), expr.parse(P, &bytes[..end]).unwrap_err());
        assert_eq!(
            (ours.offset(), ours.kind(), ours.path().to_string(), Err(ours.clone())),
            (theirs.offset(), theirs.kind(), theirs.path().to_string(), P.check::<X>(&bytes[..end])),
            "{expression}"
        );
    }
}

#[test]
fn packets_by_their_fields() {
    let item = ItemStack::new(541, 1);
    same(
        &SetSlot { window: -1, slot: 36, item: item.into() },
        b"\xff\0\x24\x01\x9d\x04\x01\0",
        "struct(window:i8,slot:i16,item:slot)",
    );
    let info = PlayerInfo::Add(vec![Player {
        uuid: "069a79f4-44e9-4726-a5be-fca90e38aaf5".parse::<Uuid>().unwrap(),
        name: "Notch".into(),
        properties: vec![Property { name: "k".into(), value: "v".into(), signature: None }],
        mode: VarInt(1),
        ping: VarInt(20),
        display_name: None,
    }]);
    let bytes = b"\0\x01\x06\x9a\x79\xf4\x44\xe9\x47\x26\xa5\xbe\xfc\xa9\x0e\x38\xaa\xf5\x05Notch\x01\x01k\x01v\0\x01\x14\0";
    assert_eq!((P.parse(bytes), P.encode(&info)), (Ok(info), Ok(bytes.to_vec())));
}

/// The bodies of the packets with this name, which another codec wrote.
fn bodies(name: &str) -> Vec<(String, Vec<u8>)> {
    let rows = rows("packets.tsv").into_iter().filter(|row| row[0] == name);
    rows.map(|row| (row[1].clone(), unhex(&row[2])[1..].to_vec())).collect()
}

#[test]
fn a_count_of_another_type() {
    let bodies = bodies("window_items");
    for (_, bytes) in &bodies {
        same(&P.parse::<WindowItems>(bytes).unwrap(), bytes, "struct(window:u8,items:array(i16,slot))");
    }
    let mut items: WindowItems = P.parse(&bodies[0].1).unwrap();
    assert_eq!(*items.items, [Slot::EMPTY, ItemStack::new(5, 64).into()]);
    let error = P.parse::<WindowItems>(b"\0\xff\xff").unwrap_err();
    assert_eq!(error.to_string(), "at byte 0x0001, reading WindowItems at $.items: length -1 is negative");
    // A count beyond the input takes no memory, and no more than the type holds is written.
    let error = P.parse::<WindowItems>(b"\0\x7f\xff").unwrap_err();
    assert_eq!(error.kind(), &DecodeErrorKind::CountPastEnd { count: 32767, missing: 32767 });
    *items.items = vec![Slot::EMPTY; 32768];
    let error = P.encode(&items).unwrap_err();
    assert_eq!(error.to_string(), "at $.items: 32768 is out of range; the range is -32768 to 32767");
}

/// The nodes of Declare Commands.
const COMMANDS: &str = "struct(nodes:array(varint,struct(flags:u8,children:array(varint,varint),\
    redirect:if(flags&8,varint),node:switch(flags&3;0=struct()|1=string|2=struct(name:string,parser:identifier,\
    properties:switch(parser;brigadier:float=struct(flags:u8,min:if(flags&1,f32),max:if(flags&2,f32))|\
    brigadier:double=struct(flags:u8,min:if(flags&1,f64),max:if(flags&2,f64))|\
    brigadier:integer=struct(flags:u8,min:if(flags&1,i32),max:if(flags&2,i32))|brigadier:string=varint|\
    minecraft:entity=u8|minecraft:score_holder=u8|minecraft:range=bool|*=struct()))),\
    suggestions:if(flags&16,identifier))),root:varint)";

#[test]
fn fields_that_depend_on_flags() {
    let bodies = bodies("declare_commands");
    for (_, bytes) in &bodies {
        same(&P.parse::<DeclareCommands>(bytes).unwrap(), bytes, COMMANDS);
    }
    let mut commands: DeclareCommands = P.parse(&bodies[1].1).unwrap();
    let nodes = &commands.nodes;
    assert_eq!((nodes[0].redirect, nodes[2].redirect), (None, Some(VarInt(1))));
    assert_eq!((&nodes[0].node, &nodes[1].node), (&NodeKind::Root, &NodeKind::Literal("give".into())));
    let argument = |at: usize| if let NodeKind::Argument(x) = &nodes[at].node { x } else { panic!() };
    assert_eq!((&*argument(3).name, &argument(3).properties), ("targets", &Properties::Entity(2)));
    assert_eq!(argument(4).properties, Properties::None);
    assert_eq!(nodes[4].suggestions.as_ref().unwrap().as_str(), "minecraft:ask_server");
    let Properties::Integer(range) = &argument(5).properties else { panic!() };
    assert_eq!((range.min, range.max), (Some(1), Some(64)));
    let Properties::Double(range) = &argument(6).properties else { panic!() };
    assert_eq!((range.min, range.max), (Some(0.5), None));

    // The flags 3 are no node, and are read before: the error is where the node would be.
    let error = P.parse::<DeclareCommands>(b"\x01\x03\0\0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0003, reading NodeKind at $.nodes[0].node: 3 is not a value of this enumeration"
    );
    // A field that the flags do not announce cannot be written, and neither can a node of another kind.
    commands.nodes[0].redirect = Some(VarInt(0));
    let contradicts = "this value contradicts the field that selects its layout";
    assert_eq!(
        P.encode(&commands).unwrap_err().to_string(),
        format!("at $.nodes[0].redirect: {contradicts}")
    );
    commands.nodes[0].redirect = None;
    commands.nodes[0].node = NodeKind::Literal("x".into());
    assert_eq!(P.encode(&commands).unwrap_err().to_string(), format!("at $.nodes[0].node: {contradicts}"));
}

#[test]
fn a_field_that_is_there_for_one_number() {
    for (case, bytes) in &bodies("scoreboard_score") {
        let score: UpdateScore = P.parse(bytes).unwrap();
        assert_eq!(score.value, (case == "set").then_some(VarInt(300)));
        same(&score, bytes, "struct(entity:string,action:i8,objective:string,value:if(action=0,varint))");
    }
}

#[test]
fn enumerations_by_a_number_before_them() {
    let player = "struct(uuid:uuid,name:string,properties:array(varint,struct(name:string,value:string,\
        signature:option(string))),mode:varint,ping:varint,display:option(chat))";
    let expression = format!(
        "struct(action:varint,players:switch(action;0=array(varint,{player})|1=array(varint,struct(uuid:uuid,mode:varint))|\
         2=array(varint,struct(uuid:uuid,ping:varint))|3=array(varint,struct(uuid:uuid,name:option(chat)))|4=array(varint,uuid)))"
    );
    let expr: TypeExpr = expression.parse().unwrap();
    // A description of the same packet that selects by the action for each player, as in the protocol's documentation.
    let each: TypeExpr = "struct(action:enum(varint;add|mode|ping|name|remove),players:array(varint,struct(uuid:uuid,of:switch(action;\
        add=struct(name:string,properties:array(varint,struct(name:string,value:string,signature:option(string))),\
        mode:varint,ping:varint,display:option(chat))|mode=varint|ping=varint|name=option(chat)|remove=struct()))))"
        .parse()
        .unwrap();
    let cases: Vec<_> = bodies("player_info").into_iter().map(|(_, bytes)| bytes).collect();
    for bytes in &cases {
        let info: PlayerInfo = P.parse(bytes).unwrap();
        assert_eq!(P.encode(&info).as_ref(), Ok(bytes));
        assert_eq!(
            (P.verify::<PlayerInfo>(bytes), P.check::<PlayerInfo>(bytes)),
            (Verdict::Identical, Ok(()))
        );
        for expr in [&expr, &each] {
            assert_eq!(expr.to_string().parse().as_ref(), Ok(expr));
            assert_eq!(expr.encode(P, &expr.parse(P, bytes).unwrap()).as_ref(), Ok(bytes));
            assert_eq!((expr.verify(P, bytes), expr.check(P, bytes)), (Verdict::Identical, Ok(())));
        }
        for end in 0..bytes.len() {
            let error = P.parse::<PlayerInfo>(&bytes[..end]).unwrap_err();
            assert_eq!(P.check::<PlayerInfo>(&bytes[..end]), Err(error.clone()));
            let theirs = expr.parse(P, &bytes[..end]).unwrap_err();
            assert_eq!((error.offset(), error.kind()), (theirs.offset(), theirs.kind()));
        }
    }
    let PlayerInfo::SetPing(players) = P.parse(&cases[2]).unwrap() else { panic!() };
    assert_eq!(players[0].1, VarInt(300));
    let dump = P.explain::<PlayerInfo>(&cases[2]).text();
    assert!(dump.contains("0x0000  02                       variant = 2 (SetPing)"), "{dump}");
    let error = P.parse::<PlayerInfo>(b"\x05\0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0000, reading PlayerInfo at $: 5 is not a value of this enumeration"
    );
}

packet! {
    /// Teams, of which the mode selects the contents.
    #[derive(Debug, PartialEq)]
    struct Teams<'a> { name: Cow<'a, str>, mode: i8, change: TeamChange<'a> where mode }
}

packet! {
    #[derive(Debug, PartialEq)]
    enum TeamChange<'a>: i8 {
        Create(NewTeam<'a>) = 0,
        Remove = 1,
        Update(Team<'a>) = 2,
        AddPlayers(Vec<Cow<'a, str>>) = 3,
        RemovePlayers(Vec<Cow<'a, str>>) = 4,
    }
}

packet! {
    #[derive(Debug, PartialEq)]
    struct NewTeam<'a> { team: Team<'a>, players: Vec<Cow<'a, str>> }
}

packet! {
    #[derive(Debug, PartialEq)]
    struct Team<'a> {
        display_name: Chat,
        flags: u8,
        name_tags: Cow<'a, str>,
        collisions: Cow<'a, str>,
        color: VarInt,
        prefix: Chat,
        suffix: Chat,
    }
}

#[test]
fn an_enumeration_that_a_field_before_it_selects() {
    const TEAM: &str = "struct(display_name:chat,flags:u8,name_tags:string,collisions:string,color:varint,prefix:chat,suffix:chat)";
    let expression = format!(
        "struct(name:string,mode:i8,change:switch(mode;0=struct(team:{TEAM},players:array(varint,string))|1=struct()|2={TEAM}|\
         3=array(varint,string)|4=array(varint,string)))"
    );
    let team = |display: &'static str,
                flags,
                tags: &'static str,
                collisions: &'static str,
                color,
                [prefix, suffix]: [&'static str; 2]| Team {
        display_name: display.into(),
        flags,
        name_tags: tags.into(),
        collisions: collisions.into(),
        color: VarInt(color),
        prefix: prefix.into(),
        suffix: suffix.into(),
    };
    let players = |names: &[&'static str]| names.iter().map(|name| (*name).into()).collect();
    // The fields that the documentation of the protocol lists, read from the bytes by hand.
    let changes = [
        (
            "create",
            TeamChange::Create(NewTeam {
                team: team(r#""Red""#, 1, "always", "never", 12, [r#""[""#, r#""]""#]),
                players: players(&["Notch", "jeb_"]),
            }),
        ),
        ("remove", TeamChange::Remove),
        ("update", TeamChange::Update(team(r#""R""#, 0, "never", "always", 0, [r#""""#, r#""""#]))),
        ("add players", TeamChange::AddPlayers(players(&["Notch"]))),
        ("remove players", TeamChange::RemovePlayers(players(&["jeb_", "Notch"]))),
    ];
    let bodies = bodies("teams");
    assert_eq!(bodies.len(), changes.len());
    for (mode, ((case, bytes), (name, change))) in (0..).zip(bodies.iter().zip(changes)) {
        assert_eq!(case, name);
        same(&Teams { name: "red".into(), mode, change }, bytes, &expression);
    }
    let error = P.parse::<Teams>(b"\x03red\x05").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0005, reading TeamChange at $.change: 5 is not a value of this enumeration"
    );
    let error =
        P.encode(&Teams { name: "red".into(), mode: 1, change: TeamChange::AddPlayers(vec![]) }).unwrap_err();
    assert_eq!(error.to_string(), "at $.change: this value contradicts the field that selects its layout");
}

packet! {
    /// A lifetime of another name, attributes of fields, a field whose name is used inside of the macro, no comma at the end.
    #[derive(Debug, PartialEq)]
    struct Odd<'bytes> {
        /// A field.
        #[doc(hidden)]
        i: Cow<'bytes, str>,
        cx: [VarInt; 2],
        field: (bool, Option<Position>)
    }
}

packet! {
    #[derive(Debug, PartialEq)]
    struct Ping { id: i64 }
}

packet! {
    #[derive(Debug, PartialEq)]
    struct Nothing {}
}

#[test]
fn structures_of_all_forms() {
    let odd = Odd { i: Cow::from("a"), cx: [VarInt(1), VarInt(300)], field: (true, None) };
    // The position is not there: its Boolean is false.
    let bytes = b"\x01a\x01\xac\x02\x01\x00";
    assert_eq!(P.parse::<Odd>(bytes).as_ref(), Ok(&odd));
    assert_eq!(P.encode(&odd).unwrap(), bytes);
    assert_eq!(P.check::<Odd>(bytes), Ok(()));
    let error = P.parse::<Odd>(b"\x01a\x01\xac\x02\x01\x02").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0006, reading Odd at $.field[1]: a Boolean must be 0 or 1, not 2"
    );
    let error = P.encode(&Odd { field: (true, Some(Position { x: 0, y: 5000, z: 0 })), ..odd }).unwrap_err();
    assert!(error.to_string().starts_with("at $.field[1]"), "{error}");

    same(&Ping { id: -2 }, b"\xff\xff\xff\xff\xff\xff\xff\xfe", "struct(id:i64)");
    assert_eq!((P.parse(b""), P.encode(&Nothing {}).unwrap()), (Ok(Nothing {}), vec![]));
}

#[test]
fn options_arrays_and_tuples() {
    same(&Some(7_i16), b"\x01\0\x07", "option(i16)");
    same(&None::<i16>, b"\0", "option(i16)");
    same(&Some(None::<Chat>), b"\x01\0", "option(option(chat))");
    same(&[1_u8, 2, 3], b"\x01\x02\x03", "array(3,u8)");
    same(&vec![Some(1_i32)], b"\x01\x01\0\0\0\x01", "array(varint,option(i32))");
    same(
        &[[VarInt(1), VarInt(2)], [VarInt(3), VarInt(300)]],
        b"\x01\x02\x03\xac\x02",
        "array(2,array(2,varint))",
    );
    let bytes = b"\x01\x05\0\x02";
    assert_eq!(P.parse::<(bool, VarInt, i16)>(bytes), Ok((true, VarInt(5), 2)));
    assert_eq!(P.encode(&(true, VarInt(5), 2_i16)).unwrap(), bytes);
    assert_eq!(<(i64, Option<i64>, [i16; 3])>::MIN_LEN, 15);
    let error = P.parse::<(bool, (VarInt, i16))>(b"\x01\x05\0").unwrap_err();
    assert_eq!((error.path().to_string(), error.missing()), ("$[1][1]".into(), Some(1)));
}

#[test]
fn a_slot_or_a_root_in_an_option_has_both_prefixes() {
    same(&Some(Slot::EMPTY), b"\x01\0", "option(slot)");
    same(&Some(OptNbt(None)), b"\x01\0", "option(nbt)");
    same(&OptNbt(Some(Nbt::default())), b"\x0a\0\0\0", "nbt");
    let nbt = Nbt::unnamed(Compound::from_iter([("hp", 20_i8)]));
    let bytes = b"\x0a\0\0\x01\0\x02hp\x14\0";
    assert_eq!((P.parse(bytes), P.encode(&nbt).unwrap()), (Ok(nbt.clone()), bytes.to_vec()));
    assert_eq!(P.encode(&Some(nbt)).unwrap(), [b"\x01", &bytes[..]].concat());
    let error = P.parse::<Nbt>(b"\0").unwrap_err();
    assert_eq!((error.offset(), error.kind()), (0, &DecodeErrorKind::NbtRoot { id: 0 }));
    assert_eq!(
        error.to_string(),
        "at byte 0x0000, reading NBT at $: expected an NBT root, found tag 0, which means that there is none"
    );
}

/// An owned string has the layout of a borrowed one.
#[test]
fn an_owned_string_is_a_string() {
    use gamewire::minecraft::Protocol;
    assert_eq!(Protocol::V1_14.encode(&"hé".to_owned()).unwrap(), b"\x03h\xc3\xa9");
    assert_eq!(Protocol::V1_14.parse::<String>(b"\x03h\xc3\xa9").unwrap(), "hé");
}
