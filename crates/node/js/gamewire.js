// The half of the package in JavaScript: values, made of text and arrays of the other half, and back.
import * as wasm from './gamewire_wasm.js';
import { GodotWriter } from './godot.js';
import { NbtReader, NbtWriter, ofTyped, typed } from './nbt.js';
import { codecOf } from './packets.js';
import { ENCODER } from './text.js';
import { Byte, Double, Float, GamewireError, NodePath, Root, Short, StringName, Value, call, textOf } from './values.js';

export { Byte, Double, Float, GamewireError, NodePath, Root, Short, StringName, Value };

// Reading. `src/values.rs` says what the marks are.

const ARRAYS = [Uint8Array, Int32Array, BigInt64Array, Float32Array, Float64Array];
const MARK = '\x7f';
const isMarked = (x) => (typeof x === 'string' ? x.charCodeAt(0) === 127 : typeof x === 'object' && x !== null);

const number = (text) => (text.endsWith('inf') ? Number(text.replace('inf', 'Infinity')) : Number(text));

/** Puts the values that JSON does not have into what `JSON.parse` made. `bytes` are those of arrays and of NBT. */
function revive(x, bytes, plain) {
  if (typeof x === 'string') {
    if (x.charCodeAt(0) !== 127) return x;
    const rest = x.slice(2);
    switch (x[1]) {
      case 'l': return BigInt(rest);
      case 'n': return number(rest);
      case 'S': return new StringName(rest);
      case 'N': return new NodePath(rest);
      case 'j': return new Value('json', rest);
      case 'p': return JSON.parse(rest);
      case 'u': return undefined;
      case 'T': return ofTyped(JSON.parse(rest), plain);
      case 'g': return new NbtReader(bytes, Number(rest), plain).tag();
      case 'a': {
        const [start, count] = rest.slice(1).split(',');
        return new ARRAYS[rest[0]](bytes.buffer, Number(start), Number(count));
      }
      default: return rest;
    }
  }
  if (Array.isArray(x)) {
    for (let at = 0; at < x.length; at += 1) {
      if (isMarked(x[at])) x[at] = revive(x[at], bytes, plain);
    }
    return x;
  }
  if (typeof x !== 'object' || x === null) return x;
  const parts = x[MARK];
  if (parts === undefined) {
    for (const key in x) {
      if (isMarked(x[key])) x[key] = revive(x[key], bytes, plain);
    }
    return x;
  }
  const [mark, first, second, wide] = parts;
  if (mark === 'v') return new Value(first, revive(second, bytes, plain), wide);
  if (mark === 'r') return new Root(revive(first, bytes, plain), revive(second, bytes, plain));
  const pairs = [];
  for (let at = 0; at < first.length; at += 2) {
    pairs.push([revive(first[at], bytes, plain), revive(first[at + 1], bytes, plain)]);
  }
  return new Map(pairs);
}

/** Makes values of the answer of the other half. */
function made(run, { plain = false, marks = true } = {}) {
  const [text, bytes] = call(run);
  const value = JSON.parse(text);
  return marks ? revive(value, bytes, plain) : value;
}

/** The value with the type of the value that is there. */
function like(x, old) {
  if (typeof x === 'number' && typeof old === 'bigint') return Number.isInteger(x) ? BigInt(x) : x;
  if ((typeof x === 'number' || typeof x === 'bigint') && old instanceof Number) return new old.constructor(Number(x));
  if (typeof x === 'bigint' && typeof old === 'number') return Number(x);
  if (typeof x === 'string' && old instanceof String) return new old.constructor(x);
  if (!Array.isArray(x)) return x;
  if (old instanceof Value && typeof old.args !== 'string') return new Value(old.type, like(x, old.args), old.wide);
  if (!ArrayBuffer.isView(old)) return x;
  const array = call(() => old.constructor.from(x, old instanceof BigInt64Array ? BigInt : Number));
  const isFloat = array instanceof Float32Array || array instanceof Float64Array;
  const wrong = x.findIndex((item, at) => (typeof item !== 'number' && typeof item !== 'bigint') || (!isFloat && item != array[at]));
  if (wrong >= 0) throw new GamewireError(`${String(x[wrong])} is no element of ${array.constructor.name}`);
  return array;
}

// The functions of the package.

/** 0 for values of Godot, 1 for NBT, and 2 for other types of Minecraft, which are JSON without marks. */
function gameOf(format) {
  const known = GAMES.get(format);
  if (known !== undefined) return known;
  const game = call(() => wasm.game(format));
  if (GAMES.size < 1024) GAMES.set(format, game);
  return game;
}
const GAMES = new Map();

function bytesOf(data) {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new GamewireError('bytes are a Uint8Array or an ArrayBuffer');
}

/** Decodes one value. Without a format, the bytes are those of a file, and all is detected. */
export function decode(data, format, { objects = false, plain = false } = {}) {
  const bytes = bytesOf(data);
  if (format !== undefined && format !== null) {
    const name = textOf(format);
    return made(() => wasm.decode(bytes, name, objects, plain), { plain, marks: gameOf(name) < 2 });
  }
  const file = new File(bytes, { objects });
  try {
    if (file.length !== 1) throw new GamewireError(`the file has ${file.length} values; File reads them`);
    return file.value(0, { plain });
  } finally {
    file.free();
  }
}

function json(value, game) {
  if (game === 0) return new GodotWriter().write(value);
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    // A BigInt has no JSON. A function that is called for each value takes longer than all else.
    return call(() => JSON.stringify(value, (_, x) => (typeof x === 'bigint' ? String(x) : x)) ?? 'null');
  }
}

/** Encodes one value. What `decode` returned, without `plain`, becomes the same bytes, if they were canonical. */
export function encode(value, format) {
  const game = gameOf(textOf(format));
  if (game === 1) {
    const [name, root] = value instanceof Root ? [value.name, value.value] : ['', value];
    const writer = new NbtWriter();
    if (!(name instanceof Value)) textOf(name);
    writer.name(name);
    const start = writer.bytes.subarray(0, writer.at);
    const tag = root === null || root === undefined ? new Uint8Array(1) : writer.tag(root);
    if (!writer.isLong || tag[0] === 0) return call(() => wasm.from_nbt(start, tag, format));
    return fromJson(JSON.stringify({ name: typed(name).value, tag: typed(root) }), format);
  }
  const text = ENCODER.encode(json(value, game));
  return call(() => wasm.from_json(text, format));
}

/** Returns one value as JSON text that keeps all types, as `gamewire decode` prints it. */
export const toJson = (data, format, { objects = false } = {}) => call(() => wasm.to_json(bytesOf(data), textOf(format), objects));

/** Encodes the JSON text of `toJson`. */
export const fromJson = (text, format) => call(() => wasm.from_json(ENCODER.encode(text), textOf(format)));

/** Returns one value as plain JSON text. With `longText`, integers of 64 bits of NBT and packets are text. */
export const toPlainJson = (data, format, { objects = false, longText = false } = {}) =>
  call(() => wasm.to_plain_json(bytesOf(data), textOf(format), objects, longText));

/** Says what bytes are: compression, encryption, format and dialect. */
export const identify = (data) => wasm.identify(bytesOf(data));

/** Returns the bytes that a text stands for: a hex dump, a list of numbers, Base64. */
export const pasted = (text) => call(() => wasm.pasted(textOf(text)));

/** The names of which formats consist. */
export const formats = () => JSON.parse(wasm.formats());

/** Explains every byte, also of damaged data: as text, or as rows. */
export function explain(data, format, { rows = false } = {}) {
  const text = call(() => wasm.explain(bytesOf(data), format ? textOf(format) : undefined, rows));
  if (!rows) return text;
  return JSON.parse(text).map(([offset, length, depth, path, type, meaning]) => ({ offset, length, depth, path, type, meaning }));
}

/** A file that is opened, shown, changed and written again: `gamewire.d.ts` describes all methods. */
export class File {
  #opened;

  constructor(data, { skip = 0, objects = true, partial = false, ...options } = {}) {
    const texts = Object.entries(options).filter(([, text]) => text !== undefined && text !== null).flat();
    this.#opened = call(() => new wasm.Opened(bytesOf(data), texts.map((text) => textOf(text)), skip, objects, partial));
  }

  get #file() {
    if (this.#opened === undefined) throw new GamewireError('the file was freed');
    return this.#opened;
  }

  #ask(name, ...args) {
    return call(() => this.#file[name](...args));
  }

  #json(name, ...args) {
    return JSON.parse(this.#ask(name, ...args));
  }

  #made(name, what, { plain = false } = {}) {
    const game = this.#ask('game');
    return made(() => this.#file[name](what, plain), { plain, marks: game < 2 });
  }

  get length() { return this.#file.count(); }
  get format() { return this.#ask('format'); }
  about() { return this.#json('about'); }

  value(number, options) { return this.#made('value', number, options); }
  values(options) { return Array.from({ length: this.length }, (_, at) => this.value(at, options)); }
  get(path, options) { return this.#made('get', textOf(path), options); }
  toText(path) { return this.#ask('text', textOf(path), false); }
  toJson(path) { return this.#ask('text', textOf(path), true); }
  tree(at = [], first = 0, count = 100) { return this.#json('tree', Uint32Array.from(at), first, count); }
  find(key) { return this.#json('find', textOf(key)); }

  diff(other) {
    const game = this.#ask('game');
    return made(() => this.#file.diff(other.#file), { marks: game < 2 });
  }

  set(path, value) {
    const game = this.#ask('game');
    let new_ = value;
    if (game < 2) {
      let old;
      try {
        old = this.get(path);
      } catch (error) {
        if (!(error instanceof GamewireError)) throw error;
      }
      new_ = like(value, old);
    }
    const writer = new NbtWriter();
    const tag = game === 1 ? writer.tag(new_) : undefined;
    const isTag = game === 1 && !writer.isLong;
    const bytes = call(() => (isTag ? tag : ENCODER.encode(game === 1 ? JSON.stringify(typed(new_)) : json(new_, game))));
    this.#ask('set', textOf(path), bytes, isTag);
  }

  setText(path, text) { this.#ask('set_text', textOf(path), textOf(text)); }
  remove(path) { this.#ask('remove', textOf(path)); }
  undo(number) { this.#ask('undo', number); }

  convert(to, { lossy = false } = {}) {
    const [bytes, report] = this.#ask('convert', textOf(to), lossy, crypto.getRandomValues(new Uint8Array(16)));
    return { bytes, report };
  }

  rows(first, count) { return this.#json('rows', first, count); }
  row(number) { return this.#json('row', number); }
  rowAt(offset) { return this.#ask('row_at', offset); }
  toggle(row) { return this.#ask('toggle', row); }
  foldFrom(depth) { return this.#ask('fold_from', depth); }

  reveal(row) {
    const [place, visible] = this.#ask('reveal', row);
    return { place, visible };
  }

  bytes(offset, length) { return this.#ask('bytes', offset, length); }
  marks(offset, length) { return this.#ask('marks', offset, length); }
  trail(offset) { return this.#ask('trail', offset); }
  search(text) { return this.#ask('search', textOf(text)); }

  save() { return this.#ask('save'); }

  free() {
    this.#opened?.free();
    this.#opened = undefined;
  }
}

/** A region file: its chunks, and the NBT of each, which `decode` reads. */
export class Region {
  #data;

  constructor(data) {
    this.#data = bytesOf(data);
    /** The places of the chunks, 0 to 31, and the seconds from 1970 to when each was saved. */
    this.chunks = made(() => wasm.chunks(this.#data, [], false)).map(([x, z, time]) => ({ x, z, time }));
  }

  /** Returns the NBT of a chunk, or `undefined`. */
  get(x, z) {
    return call(() => wasm.region_chunk(this.#data, x, z));
  }
}

/** Returns the values at paths in all chunks of a region. Other values are not built. */
export function chunks(data, paths, { plain = false } = {}) {
  return made(() => wasm.chunks(bytesOf(data), paths.map((path) => textOf(path)), plain), { plain }).map(([x, z, time, ...values]) => ({ x, z, time, values }));
}

/** The packets of a version of the Java edition. */
export class Packets {
  #codec;
  #prefix;

  constructor(version) {
    if (!Packets.versions().includes(version)) {
      throw new GamewireError(`there is no version ${version} of Minecraft; Packets.versions() lists them`);
    }
    this.#codec = codecOf(version);
    this.#prefix = `minecraft-${version}/`;
  }

  /** The names of all versions. */
  static versions() {
    return formats().versions;
  }

  /** Decodes a packet, which begins with its id. With `plain`, it has the form of minecraft-protocol, and cannot be encoded again. */
  decode(state, direction, data, { plain = false } = {}) {
    if (plain) return JSON.parse(this.json(state, direction, data));
    return this.#codec.read(state, direction, bytesOf(data)) ?? decode(data, `${this.#prefix}${state}.${direction}`);
  }

  /** Returns a packet as plain JSON text. With `longText`, integers of 64 bits are text. */
  json(state, direction, data, options) {
    return toPlainJson(data, `${this.#prefix}${state}.${direction}`, options);
  }

  /** Encodes a packet in the form that `decode` returns. */
  encode(state, direction, packet) {
    return this.#codec.write(state, direction, packet) ?? encode(packet, `${this.#prefix}${state}.${direction}`);
  }

  /** Explains every byte of a packet, also of a damaged one. */
  explain(state, direction, data, options) {
    return explain(data, `${this.#prefix}${state}.${direction}`, options);
  }
}

/** The packets that one side sent, from the bytes of a recording or of a `.mcpr` file. */
export class Recording {
  #packets;

  constructor(data, version) {
    [this.version, this.direction, this.error, this.#packets] = made(() => wasm.recording(bytesOf(data), textOf(version, true)));
  }

  get length() {
    return this.#packets.length;
  }

  /** Returns a packet. One that cannot be read is its bytes. */
  at(number) {
    const one = this.#packets.at(number);
    if (!one) return undefined;
    const [state, name, offset, isReadable, data] = one;
    const packet = isReadable
      ? codecOf(this.version).read(state, this.direction, data) ?? decode(data, `minecraft-${this.version}/${state}.${this.direction}`)
      : data;
    return { state, name, offset, packet };
  }

  *[Symbol.iterator]() {
    for (let at = 0; at < this.length; at += 1) yield this.at(at);
  }
}
