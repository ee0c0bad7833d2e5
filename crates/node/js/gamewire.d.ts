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
/** Explains every byte, also of damaged data: as text, or as rows. */
export declare function explain(data: Bytes, format?: string | null, options?: { rows?: false }): string;
export declare function explain(data: Bytes, format: string | null | undefined, options: { rows: true }): Row[];

/** A file that is opened, read and changed by paths, and written again, with its compression and encryption. */
export declare class File {
  constructor(data: Bytes, options?: { format?: string; password?: string; chunk?: string; objects?: boolean });
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
  /** Removes the value at a path, with its key. */
  remove(path: string): void;
  /** Returns the paths of all entries with this key. If the file has several values, paths begin with their number. */
  find(key: string): string[];
  /** Returns the differences to another file: the path, the old and the new value. `undefined` stands for a value that is not there. */
  diff(other: File): [string, any, any][];
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
