/** Bytes. */
export type Bytes = Uint8Array | ArrayBuffer;

/** A value of Godot or NBT. The classes below have the types that JavaScript does not have. */
export type AnyValue =
  | null | boolean | number | bigint | string
  | Byte | Short | Float | Double | StringName | NodePath | Value | Root
  | Uint8Array | Int8Array | Int32Array | BigInt64Array | Float32Array | Float64Array
  | AnyValue[] | { [key: string]: AnyValue } | Map<AnyValue, AnyValue>;

/** An error, with the offset of the byte and the path of the value where they are known. */
export declare class GamewireError extends Error {
  constructor(message: string, offset?: number, path?: string);
  readonly offset?: number;
  readonly path?: string;
}

/** A Byte of NBT, from -128. */
export declare class Byte extends Number {}
/** A Short of NBT. */
export declare class Short extends Number {}
/** A Float of NBT. */
export declare class Float extends Number {}
/** A Double of NBT. */
export declare class Double extends Number {}
/** A StringName of Godot. */
export declare class StringName extends String {}
/** A NodePath of Godot. */
export declare class NodePath extends String {}

/**
 * A value of a type that JavaScript does not have, for example `new Value('Vector2', [1, 2])`. `wide` says that the numbers have 64 bits,
 * as in engines of double precision. The type `json` has values that no type of JavaScript would bring back, as the text of `toJson`.
 */
export declare class Value {
  constructor(type: string, args: any, wide?: boolean);
  type: string;
  args: any;
  wide: boolean;
}

/** A root of NBT that has a name. */
export declare class Root {
  constructor(name: string | Value, value: AnyValue);
  name: string | Value;
  value: AnyValue;
}

/** A row of `explain`: a few bytes and their meaning. */
export interface Row {
  offset: number;
  length: number;
  depth: number;
  path: string;
  type: string;
  meaning: string;
}

/**
 * Decodes one value. Without a format, the bytes are those of a file: compression is removed and the format is detected. The file must hold
 * one value; `File` reads files of several. Full objects of Godot are refused unless `objects` is true. With `plain`, all numbers are `number`,
 * except integers beyond 2^53, and lose their types.
 */
export declare function decode(data: Bytes, format?: string | null, options?: { objects?: boolean; plain?: boolean }): any;
/** Encodes one value. What `decode` returned, without `plain`, becomes the same bytes, if they were canonical. */
export declare function encode(value: any, format: string): Uint8Array;
/** Returns one value as JSON text that keeps all types, as `gamewire decode` prints it. */
export declare function toJson(data: Bytes, format: string, options?: { objects?: boolean }): string;
/** Encodes the JSON text of `toJson`. */
export declare function fromJson(text: string, format: string): Uint8Array;
/**
 * Returns one value as plain JSON text. Integers of 64 bits are numbers, which `JSON.parse` rounds beyond 2^53. With `longText`, those of NBT
 * and packets are text.
 */
export declare function toPlainJson(data: Bytes, format: string, options?: { objects?: boolean; longText?: boolean }): string;
/** Says what bytes are: compression, encryption, format and dialect. */
export declare function identify(data: Bytes): string;
/** Returns the bytes that a text stands for: a hex dump, a list of numbers, Base64. */
export declare function pasted(text: string): Uint8Array;
/** The dialects and types that are formats, except for types with parameters; and the names of which formats of packets consist. */
export declare function formats(): { dialects: string[]; types: string[]; versions: string[]; states: State[]; sides: Direction[] };
/** Explains every byte, also of damaged data: as text, or as rows. */
export declare function explain(data: Bytes, format?: string | null, options?: { rows?: false }): string;
export declare function explain(data: Bytes, format: string | null | undefined, options: { rows: true }): Row[];

/** Facts about a file that it does not state itself, and how it is opened. */
export interface OpenOptions {
  /** The format of the values, the version of recorded packets (`minecraft-1.20.4`), or `minecraft-packet`, which looks for versions. */
  format?: string;
  /** Whether a length precedes each value, as `store_var` writes it. */
  frame?: 'none' | 'store-var' | 'big-endian';
  password?: string;
  /** The key of an encrypted file, instead of a password: 64 hexadecimal digits. */
  key?: string;
  /** The chunk of a region, `0,0` to `31,31`. */
  chunk?: string;
  /** The number of bytes before the first value. */
  skip?: number;
  /** Whether full objects of Godot are read. By default, they are. */
  objects?: boolean;
  /** Opens any bytes, as far as they can be read, also text. `about` says what is wrong. By default, they are an error. */
  partial?: boolean;
}

/** A place in the contents that is wrong, in the form of a `GamewireError`. */
export interface Problem {
  message: string;
  offset?: number;
  path?: string;
  /** The number of missing bytes, if the contents end too early. */
  missing?: number;
}

/** A description of a file. */
export interface About {
  kind: 'values' | 'packets' | 'text' | 'region' | 'choice' | 'damaged' | 'unknown' | 'encrypted' | 'closed' | 'foreign' | 'empty';
  title: string;
  /** Why the format was chosen, or what reads the file. */
  why?: string | null;
  /** The versions that read all packets of a recording that does not state its own; the first one is used. */
  versions?: string[];
  /** Compression and encryption, outermost first, and the rows of the outermost one. */
  layers: string[];
  container: (Omit<FileRow, 'row' | 'folds' | 'folded' | 'page'> & { sentences: string })[];
  format: string | null;
  /** The number of bytes of the file, and of its contents, which rows and offsets count. */
  size: number;
  contents: number;
  values: number;
  rows: number;
  visible: number;
  errors: Problem[];
  /** Whether an only value is written again with the same bytes; if it is not, where and why. */
  verdict: { text: string; offset?: number } | null;
  changes: Change[];
  /** Other formats or frames that read the bytes, if the file does not say which it has. */
  choices?: { format?: string; frame?: OpenOptions['frame']; text: string }[];
  /** Guesses about unknown bytes, and the number of bytes to skip for each. */
  hints?: { text: string; skip: number }[];
  /** The chunks of a region, of which `OpenOptions` choose one. */
  chunks?: string[];
}

/** A change, its texts if `setText` made it, and the place of the bytes that it changed. */
export interface Change {
  path: string;
  was: string | null;
  text: string | null;
  offset: number;
  length: number;
}

/** A row of a file. Rows follow each other without gaps; `path` and `type` are missing between values. */
export interface FileRow {
  row: number;
  offset: number;
  length: number;
  depth: number;
  /** 0: a header with a type, 1: structure, 2: a value, 3: padding, 4: bytes that are not read, 5: left out, 6: other. */
  role: number;
  meaning: string;
  path?: string;
  type?: string;
  /** The first 24 bytes. */
  hex: string;
  /** Whether rows are inside, and whether they are hidden. */
  folds: boolean;
  folded: boolean;
  /** The page about the type, below https://docs.rs/gamewire/latest/, or an empty text. */
  page: string;
  /** In a region, the chunk that these bytes are. */
  chunk?: string | null;
}

/** A row with the rows inside: their number, and where they end. */
export interface FileRowDetail extends FileRow {
  /** The meaning in sentences. */
  sentences: string;
  end: number;
  inside: number;
  /** The type and the text of a value that `setText` changes. */
  kind?: string;
  value?: string;
}

/** A value in the tree of a file, with the number of the values in it, or with its text. */
export interface TreeNode {
  label: string;
  type: string;
  offset?: number;
  count?: number;
  class?: string | null;
  text?: string;
  /** Why the value cannot be read. */
  error?: string;
}

/**
 * A file that is opened, shown, changed and written again, with its compression and encryption. Values are found by paths. Rows explain
 * the bytes; they are made when they are asked for the first time after a change, and a file of 100 MB may have millions.
 */
export declare class File {
  constructor(data: Bytes, options?: OpenOptions);
  /** The number of values. */
  get length(): number;
  /** The name of the format, which `decode` and `encode` take. */
  get format(): string;
  /** Returns the value with a number. */
  value(number: number, options?: { plain?: boolean }): any;
  /** Returns all values. */
  values(options?: { plain?: boolean }): any[];
  /** Returns the value at a path, such as `$.player.items[0]`. */
  get(path: string, options?: { plain?: boolean }): any;
  /** Sets the value at a path. A number, a text and a list of numbers take the type of the value that is there. */
  set(path: string, value: any): void;
  /** Sets the value at a path to that of a text, as a person enters it. The type stays. */
  setText(path: string, text: string): void;
  /** Removes the value at a path, with its key. */
  remove(path: string): void;
  /** Takes back a change of `about().changes`, or the last one, and keeps the others. If one of them needs it, it is an error. */
  undo(number?: number): void;
  /** Returns the paths of all entries with this key. If the file has several values, paths begin with their number. */
  find(key: string): string[];
  /**
   * Returns the places of a text, two numbers each: offset and length. The text is a part of a name or a value, a number, bytes (`e2 04`), an
   * offset (`0x5c`) or a path. In a region, the places are those of the chunks.
   */
  search(text: string): Uint32Array;
  /** Returns the differences to another file: the path, the old and the new value. `undefined` stands for a value that is not there. */
  diff(other: File): [string, any, any][];
  /** Returns the value at a path as text of the engine (`var_to_str`, SNBT), or as JSON that keeps all types. */
  toText(path: string): string;
  toJson(path: string): string;
  /** Says what the file is. */
  about(): About;
  /** Returns visible rows: those that are in no folded row. */
  rows(first: number, count: number): FileRow[];
  /** Returns one row, also if it is not visible. */
  row(number: number): FileRowDetail;
  /** Returns the number of the row that has a byte. */
  rowAt(offset: number): number;
  /** Folds or unfolds a row. Returns the number of visible rows. */
  toggle(row: number): number;
  /** Folds all rows from this depth on, and unfolds the others. Returns the number of visible rows. */
  foldFrom(depth: number): number;
  /** Unfolds the rows around a row. Returns its place among the visible ones, and their number. */
  reveal(row: number): { place: number; visible: number };
  /** Returns bytes of the contents. */
  bytes(offset: number, length: number): Uint8Array;
  /** Returns the rows that have these bytes, three numbers each: row, offset and role. */
  marks(offset: number, length: number): Uint32Array;
  /** Returns values inside a value. `at` has the number of the value in the file, and the numbers of its children; without it, the values of the file. */
  tree(at?: Iterable<number>, first?: number, count?: number): TreeNode[];
  /** Returns the way to the value of a byte, in the form of `at`. */
  trail(offset: number): Uint32Array;
  /** Returns the file with all values converted to another dialect of Godot, and a report of the changes. */
  convert(to: string, options?: { lossy?: boolean }): { bytes: Uint8Array; report: string };
  /** Returns the bytes of the file. Containers and all bytes that were not changed are kept. */
  save(): Uint8Array;
  /** Frees the memory of the file at once, and not some time after its last use. */
  free(): void;
}

/** A region file: its chunks, and the NBT of each, which `decode` reads. */
export declare class Region {
  constructor(data: Bytes);
  /** The places of the chunks, 0 to 31, and the seconds from 1970 to when each was saved. */
  readonly chunks: { x: number; z: number; time: number }[];
  /** Returns the NBT of a chunk, or `undefined`. */
  get(x: number, z: number): Uint8Array | undefined;
}

/** Returns the values at paths in all chunks of a region. Other values are not built. A value that is not there is `undefined`. */
export declare function chunks(
  data: Bytes, paths: string[], options?: { plain?: boolean },
): { x: number; z: number; time: number; values: any[] }[];

export type State = 'handshaking' | 'status' | 'login' | 'configuration' | 'play';
export type Direction = 'toClient' | 'toServer';

/** The packets of a version of the Java edition. A packet has a name and params, as in minecraft-protocol. */
export declare class Packets {
  constructor(version: string);
  /** The names of all versions. */
  static versions(): string[];
  /**
   * Decodes a packet, which begins with its id. Integers of 64 bits are text. With `plain`, it has the form of minecraft-protocol, in which
   * they are rounded, and cannot be encoded again.
   */
  decode(state: State, direction: Direction, data: Bytes, options?: { plain?: boolean }): any;
  /** Returns a packet as plain JSON text. With `longText`, integers of 64 bits are text. */
  json(state: State, direction: Direction, data: Bytes, options?: { longText?: boolean }): string;
  /** Encodes a packet in the form that `decode` returns. */
  encode(state: State, direction: Direction, packet: any): Uint8Array;
  /** Explains every byte of a packet, also of a damaged one. */
  explain(state: State, direction: Direction, data: Bytes, options?: { rows?: false }): string;
  explain(state: State, direction: Direction, data: Bytes, options: { rows: true }): Row[];
}

/** The packets that one side sent, from the bytes of a recording or of a `.mcpr` file. */
export declare class Recording {
  constructor(data: Bytes, version?: string);
  /** The version, if it is known; the side that sent the packets; and why the rest cannot be read, if it cannot. */
  readonly version: string | null;
  readonly direction: Direction;
  readonly error: string | null;
  readonly length: number;
  /** Returns a packet. One that cannot be read is its bytes. */
  at(number: number): { state: State; name: string | null; offset: number; packet: any } | undefined;
  [Symbol.iterator](): IterableIterator<{ state: State; name: string | null; offset: number; packet: any }>;
}
