// The half of the package in JavaScript: values, made of text and arrays of the other half, and back.
import * as wasm from './gamewire_wasm.js';

/** An error, with the offset of the byte and the path of the value where they are known. */
export class GamewireError extends Error {
  constructor(message, offset, path) {
    super(message);
    this.name = 'GamewireError';
    this.offset = offset ?? undefined;
    this.path = path ?? undefined;
  }
}

/** A Byte of NBT, from -128. */
export class Byte extends Number {}
/** A Short of NBT. */
export class Short extends Number {}
/** A Float of NBT. */
export class Float extends Number {}
/** A Double of NBT. */
export class Double extends Number {}
/** A StringName of Godot. */
export class StringName extends String {}
/** A NodePath of Godot. */
export class NodePath extends String {}

/** A value of a type that JavaScript does not have, for example `new Value('Vector2', [1, 2])`. */
export class Value {
  constructor(type, args, wide = false) {
    this.type = type;
    this.args = args;
    this.wide = wide;
  }
}

/** A root of NBT that has a name. */
export class Root {
  constructor(name, value) {
    this.name = name;
    this.value = value;
  }
}

/** Calls the other half, whose errors are JSON. */
function call(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof GamewireError || error instanceof WebAssembly.RuntimeError) throw error;
    // Arguments of a wrong type, or a value that JSON.stringify refuses.
    if (typeof error !== 'string') throw new GamewireError(error.message);
    const { message, offset, path } = JSON.parse(error);
    throw new GamewireError(message, offset, path);
  }
}

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

const BYTES = Array.from({ length: 256 }, (_, at) => new Byte((at << 24) >> 24));
/** The numbers of NBT: how they are read and written, their sizes and classes, and the first bits of the usual NaN. */
const NUMBERS = [
  [],
  ['getInt8', 'setInt8', 1, Byte],
  ['getInt16', 'setInt16', 2, Short],
  ['getInt32', 'setInt32', 4],
  ['getBigInt64', 'setBigInt64', 8],
  ['getFloat32', 'setFloat32', 4, Float, 0x7fc00000],
  ['getFloat64', 'setFloat64', 8, Double, 0x7ff80000],
];
const SAFE = 2n ** 53n;
const DECODER = new TextDecoder();
/** Texts that were read before, by their hashes: most names of NBT occur many times. */
const TEXTS = new Array(4096).fill('');
/** Objects would put these names first, or have no such key. */
const NO_KEY = /^([0-9]+|__proto__)$/;

/** Reads tags from the bytes of the Java edition, which the other half has checked. */
class NbtReader {
  constructor(bytes, at, plain) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = at;
    this.plain = plain;
    /** The values that no type of JavaScript brings back, with their types and bytes. */
    this.exact = [];
  }

  /** Reads a type and a tag of it. */
  tag() {
    this.at += 1;
    const tag = this.payload(this.bytes[this.at - 1]);
    for (const [value, id, start, end] of this.exact) {
      value.args = call(() => wasm.nbt_to_json(id, this.bytes.subarray(start, end)));
    }
    return tag;
  }

  /** The value for JSON, in place of those inside it. */
  json(id, start, inside = this.exact.length) {
    const value = new Value('json', '');
    this.exact.length = inside;
    this.exact.push([value, id, start, this.at]);
    return value;
  }

  /** Reads a text. `undefined` if it is not encoded as usual and its encoding matters. */
  text() {
    const { bytes } = this;
    const start = this.at + 2;
    const end = start + this.view.getUint16(this.at);
    this.at = end;
    let hash = 0;
    let all = 0;
    for (let at = start; at < end; at += 1) {
      hash = (Math.imul(hash, 31) + bytes[at]) | 0;
      all |= bytes[at] - 1;
    }
    if ((all & ~127) !== 0) return units(bytes, start, end, this.plain);
    const known = TEXTS[hash & 4095];
    if (known.length === end - start && isText(known, bytes, start)) return known;
    const text = DECODER.decode(bytes.subarray(start, end));
    if (text.length < 64) TEXTS[hash & 4095] = text;
    return text;
  }

  number(id) {
    const start = this.at;
    const [get, , size, Type, quiet] = NUMBERS[id];
    this.at += size;
    const x = this.view[get](start);
    if (this.plain) return typeof x === 'bigint' && x <= SAFE && -x <= SAFE ? Number(x) : x;
    if (id === 1) return BYTES[x & 255];
    // Numbers of JavaScript have one NaN.
    if (x !== x && (this.view.getUint32(start) !== quiet || (id === 6 && this.view.getUint32(start + 4) !== 0))) return this.json(id, start);
    return Type ? new Type(x) : x;
  }

  /** Reads big-endian words of 32 bits. `flip` is 1 if two are a number. */
  words(count, flip) {
    const words = new Int32Array(count);
    for (let at = 0; at < count; at += 1) words[at ^ flip] = this.view.getInt32(this.at + 4 * at);
    this.at += 4 * count;
    return words;
  }

  payload(id) {
    const start = this.at;
    if (id === 0) return null;
    if (id < 7) return this.number(id);
    if (id === 8) return this.text() ?? this.json(id, start);
    if (id === 9) return this.list();
    if (id === 10) return this.compound();
    const count = this.view.getInt32(start);
    this.at += 4;
    if (id === 11) return this.words(count, 0);
    if (id === 12) return new BigInt64Array(this.words(2 * count, 1).buffer);
    this.at += count;
    return new Int8Array(this.bytes.slice(start + 4, this.at).buffer);
  }

  list() {
    const start = this.at;
    const id = this.bytes[start];
    const count = this.view.getInt32(start + 1);
    this.at += 5;
    if (count <= 0) return id === 0 || this.plain ? [] : this.json(9, start);
    const items = [];
    for (let at = 0; at < count; at += 1) items.push(this.payload(id));
    return items;
  }

  compound() {
    const start = this.at;
    const inside = this.exact.length;
    let object = {};
    let map;
    let isExact = false;
    for (;;) {
      const id = this.bytes[this.at];
      this.at += 1;
      if (id === 0) break;
      const name = this.text();
      if (map === undefined && NO_KEY.test(name)) map = new Map(Object.entries(object));
      if (name === undefined || (map ? map.has(name) : Object.hasOwn(object, name))) isExact = true;
      const value = this.payload(id);
      if (map) map.set(name, value);
      else object[name] = value;
    }
    if (isExact && !this.plain) return this.json(10, start, inside);
    return map ?? object;
  }
}

function isText(text, bytes, start) {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== bytes[start + at]) return false;
  }
  return true;
}

/** Reads modified UTF-8. `undefined` if a unit has more or less bytes than usual, except for plain values. */
function units(bytes, start, end, plain) {
  let text = '';
  for (let at = start; at < end;) {
    const first = bytes[at];
    const count = first < 0x80 ? 1 : first < 0xe0 ? 2 : 3;
    let unit = count === 1 ? first : first & (0x3f >> (count - 1));
    for (let next = 1; next < count; next += 1) unit = (unit << 6) | (bytes[at + next] & 0x3f);
    if (!plain && count !== length(unit)) return undefined;
    text += String.fromCharCode(unit);
    at += count;
  }
  return text;
}

/** The number of bytes of a unit of text in modified UTF-8. */
const length = (unit) => (unit < 0x80 && unit !== 0 ? 1 : unit < 0x800 ? 2 : 3);

// Writing: the JSON that keeps all types.

/** The most levels of containers in a value. */
const DEPTH = 520;
const isName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What the writers of one value share. */
class Writer {
  steps = [];

  fail(message) {
    const step = (x) => (typeof x === 'number' ? `[${x}]` : isName.test(x) ? `.${x}` : `[${JSON.stringify(String(x))}]`);
    throw new GamewireError(message, undefined, `$${this.steps.map(step).join('')}`);
  }

  /** Steps into a value inside another one. Whoever calls it pops the step. */
  enter(step) {
    if (this.steps.length >= DEPTH) this.fail('the value is nested too deeply');
    this.steps.push(step);
  }

  long(x) {
    if (BigInt.asIntN(64, x) !== x) this.fail(`${x} has more than 64 bits`);
    return String(x);
  }

  entries(x) {
    if (x instanceof Map) return [...x];
    const plain = Object.getPrototypeOf(x);
    if (plain !== Object.prototype && plain !== null) {
      this.fail(`${x.constructor?.name ?? typeof x} is no type of the format; Value has those that JavaScript does not have`);
    }
    return Object.entries(x);
  }
}

const float = (x) => (Object.is(x, -0) ? '-0.0' : String(x));

class GodotWriter extends Writer {
  /** Writes a type that consists of numbers. */
  numbers(type, args, wide) {
    // In an array, the bits of a NaN are kept.
    if (!Array.isArray(args) && !ArrayBuffer.isView(args)) this.fail(`${type} needs a list of numbers`);
    const list = ArrayBuffer.isView(args) ? args : wide ? Float64Array.from(args, Number) : args;
    const bits = [];
    let text = '';
    for (let at = 0; at < list.length; at += 1) {
      const x = list[at];
      if (at > 0) text += ',';
      if (typeof x === 'bigint') text += this.long(x);
      else if (typeof x !== 'number') this.fail(`${typeof x} is no number`);
      else if (x !== x) {
        const of = ArrayBuffer.isView(list) ? list.slice(at, at + 1) : new Float32Array([x]);
        bits.push(Array.from(new Uint8Array(of.buffer), (byte) => byte.toString(16).padStart(2, '0')).reverse().join(''));
        text += 'null';
      } else if (Math.abs(x) === Infinity) text += x < 0 ? '-1e99999' : '1e99999';
      else text += float(x);
    }
    const nan = bits.length > 0 ? `,"nan":${JSON.stringify(bits)}` : '';
    return `{"type":${JSON.stringify(type)},"args":[${text}]${nan}${wide && type !== 'PackedFloat64Array' ? ',"precision":"double"' : ''}}`;
  }

  write(x) {
    if (x === null || x === undefined) return 'null';
    if (typeof x === 'boolean') return String(x);
    if (typeof x === 'bigint') return `"i:${this.long(x)}"`;
    if (typeof x === 'number') {
      if (x !== x) return '"f:nan"';
      return Math.abs(x) === Infinity ? `"f:${x < 0 ? '-' : ''}inf"` : `"f:${float(x)}"`;
    }
    if (typeof x === 'string') return JSON.stringify(`s:${x}`);
    if (typeof x !== 'object') this.fail(`${typeof x} is no type of Godot`);
    if (x instanceof StringName) return JSON.stringify(`sn:${x}`);
    if (x instanceof NodePath) return JSON.stringify(`np:${x}`);
    if (x instanceof Value) return x.type === 'json' ? String(x.args) : this.numbers(x.type, x.args, x.wide);
    if (x instanceof Uint8Array) return this.numbers('PackedByteArray', x);
    if (x instanceof Int32Array) return this.numbers('PackedInt32Array', x);
    if (x instanceof BigInt64Array) return this.numbers('PackedInt64Array', x);
    if (x instanceof Float32Array) return this.numbers('PackedFloat32Array', x);
    if (x instanceof Float64Array) return this.numbers('PackedFloat64Array', x, true);
    if (Array.isArray(x)) {
      const items = [];
      for (let at = 0; at < x.length; at += 1) {
        this.enter(at);
        items.push(this.write(x[at]));
        this.steps.pop();
      }
      return `[${items.join(',')}]`;
    }
    const items = [];
    for (const [key, value] of this.entries(x)) {
      this.enter(key);
      items.push(`${this.write(key)},${this.write(value)}`);
      this.steps.pop();
    }
    return `{"type":"Dictionary","args":[${items.join(',')}]}`;
  }
}

const IDS = new Map([[Byte, 1], [Short, 2], [Float, 5], [Double, 6], [Int8Array, 7], [Int32Array, 11], [BigInt64Array, 12]]);
const NAMES = ['End', 'Byte', 'Short', 'Int', 'Long', 'Float', 'Double', 'ByteArray', 'String', 'List', 'Compound', 'IntArray', 'LongArray'];

/** Writes tags as the bytes of the Java edition. */
class NbtWriter extends Writer {
  bytes = new Uint8Array(4096);
  view = new DataView(this.bytes.buffer);
  at = 0;
  /** The steps of the path, with positions in place of names. */
  places = [];
  /** The parts with text that is longer than these bytes can have: their paths and their JSON. */
  late = [];

  /** Writes that a part is elsewhere. */
  defer(json) {
    this.late.push([`$${this.places.join('')}`, json]);
  }

  /** The JSON of these parts. `undefined` if there are none. */
  get parts() {
    return this.late.length > 0 ? JSON.stringify(this.late) : undefined;
  }

  /** Returns the place of the next bytes. */
  next(count) {
    const start = this.at;
    this.at += count;
    if (this.at > this.bytes.length) {
      const old = this.bytes;
      this.bytes = new Uint8Array(2 * this.at);
      this.bytes.set(old);
      this.view = new DataView(this.bytes.buffer);
    }
    return start;
  }

  /** Returns the bytes of a type and a tag of it. */
  tag(x) {
    const start = this.next(1);
    const id = this.payload(x);
    this.bytes[start] = id;
    return this.bytes.subarray(start, this.at);
  }

  /** Writes the JSON of a tag, and returns its type. */
  json(x) {
    if (x.type !== 'json') this.fail(`NBT has no Value of type ${x.type}`);
    const tag = call(() => wasm.nbt_from_json(textOf(x.args)));
    const start = this.next(tag.length - 1);
    this.bytes.set(tag.subarray(1), start);
    if (tag[0] > 127) this.defer(x.args);
    return tag[0] & 127;
  }

  /** Writes a name, and returns its bytes. */
  name(x) {
    const start = this.at;
    const { length } = this.late;
    if (x instanceof Value) {
      if (this.json(x) !== 8) this.fail('a name is a text');
    } else this.text(String(x));
    if (this.late.length > length) this.fail('a name has at most 65535 bytes');
    return this.bytes.subarray(start, this.at);
  }

  text(text) {
    const start = this.next(2 + 3 * text.length);
    const { bytes } = this;
    let at = start + 2;
    for (let place = 0; place < text.length; place += 1) {
      const unit = text.charCodeAt(place);
      const count = length(unit);
      bytes[at] = count === 1 ? unit : (count === 2 ? 0xc0 : 0xe0) | (unit >> (6 * count - 6));
      at += 1;
      for (let shift = 6 * count - 12; shift >= 0; shift -= 6) {
        bytes[at] = 0x80 | ((unit >> shift) & 0x3f);
        at += 1;
      }
    }
    if (at - start - 2 > 0xffff) {
      this.defer(`{"type":"string","value":${JSON.stringify(text)}}`);
      at = start + 2;
    }
    this.at = at;
    this.view.setUint16(start, at - start - 2);
  }

  list(x) {
    const start = this.next(5);
    let element = 0;
    for (let at = 0; at < x.length; at += 1) {
      this.enter(at);
      this.places.push(`[${at}]`);
      const id = this.payload(x[at]);
      this.places.pop();
      if (at > 0 && id !== element) this.fail(`a list has elements of one type, not ${NAMES[element]} and ${NAMES[id]}`);
      element = id;
      this.steps.pop();
    }
    this.bytes[start] = element;
    this.view.setInt32(start + 1, x.length);
    return 9;
  }

  array(x, id) {
    const start = this.next(4 + x.byteLength);
    this.view.setInt32(start, x.length);
    if (id === 7) this.bytes.set(x, start + 4);
    else {
      const flip = id === 12 ? 1 : 0;
      const words = new Int32Array(x.buffer, x.byteOffset, x.byteLength / 4);
      for (let at = 0; at < words.length; at += 1) this.view.setInt32(start + 4 + 4 * at, words[at ^ flip]);
    }
    return id;
  }

  number(x, id) {
    const [, set, size] = NUMBERS[id];
    const bits = 8 * size;
    if (id < 4 && !(Number.isInteger(x) && x >= -(2 ** (bits - 1)) && x < 2 ** (bits - 1))) this.fail(`${x} is no integer of ${bits} bits`);
    const at = this.next(size);
    this.view[set](at, x);
    return id;
  }

  /** Writes a tag without its type, which is returned. */
  payload(x) {
    if (typeof x === 'number') {
      if (!Number.isInteger(x) || Object.is(x, -0)) return this.number(x, 6);
      if (x !== (x | 0)) this.fail(`${x} is no Int of 32 bits: a BigInt is a Long, and new Double(${x}) a Double`);
      return this.number(x, 3);
    }
    if (typeof x === 'string') {
      this.text(x);
      return 8;
    }
    if (typeof x === 'bigint') {
      this.long(x);
      return this.number(x, 4);
    }
    if (typeof x === 'boolean') return this.number(Number(x), 1);
    if (typeof x !== 'object' || x === null) this.fail(`${x === null ? x : typeof x} is no type of NBT`);
    if (Array.isArray(x)) return this.list(x);
    const id = x instanceof Uint8Array ? 7 : IDS.get(x.constructor);
    if (id >= 7) return this.array(x, id);
    if (id) return this.number(Number(x), id);
    if (x instanceof Value) return this.json(x);
    let place = 0;
    for (const [name, value] of this.entries(x)) {
      this.enter(name);
      this.places.push(`.value(${place})`);
      const start = this.next(1);
      this.name(name);
      const id = this.payload(value);
      this.bytes[start] = id;
      this.places.pop();
      this.steps.pop();
      place += 1;
    }
    const end = this.next(1);
    this.bytes[end] = 0;
    return 10;
  }
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

const ENCODER = new TextEncoder();

/** A text, or `undefined` where it may be left out: the other half would read any memory for another value. */
function textOf(x, isOptional = false) {
  if (typeof x === 'string') return x;
  if (isOptional && (x === undefined || x === null)) return undefined;
  throw new GamewireError(`${typeof x} is no text`);
}

/** 0 for values of Godot, 1 for NBT, and 2 for other types of Minecraft, which are JSON without marks. */
const gameOf = (format) => call(() => wasm.game(format));

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
    const start = writer.name(name);
    const tag = root === null || root === undefined ? new Uint8Array(1) : writer.tag(root);
    return call(() => wasm.from_nbt(start, tag, writer.parts, format));
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

/** Explains every byte, also of damaged data: as text, or as rows. */
export function explain(data, format, { rows = false } = {}) {
  const text = call(() => wasm.explain(bytesOf(data), format ? textOf(format) : undefined, rows));
  if (!rows) return text;
  return JSON.parse(text).map(([offset, length, depth, path, type, meaning]) => ({ offset, length, depth, path, type, meaning }));
}

/** A file that is opened, read and changed by paths, and written again. */
export class File {
  #opened;

  constructor(data, { format, password, chunk, objects = true } = {}) {
    this.#opened = call(() => new wasm.Opened(bytesOf(data), ...[format, password, chunk].map((x) => textOf(x, true)), objects));
  }

  get #file() {
    if (this.#opened === undefined) throw new GamewireError('the file was freed');
    return this.#opened;
  }

  /** The number of values. */
  get length() {
    return this.#file.len();
  }

  /** The name of the format, which `decode` and `encode` take. */
  get format() {
    return this.#file.format();
  }

  get #marks() {
    return this.#file.game() < 2;
  }

  /** Returns the value with a number. */
  value(number, { plain = false } = {}) {
    return made(() => this.#file.value(number, plain), { plain, marks: this.#marks });
  }

  /** Returns all values. */
  values(options) {
    return Array.from({ length: this.length }, (_, at) => this.value(at, options));
  }

  /** Returns the value at a path, such as `$.player.items[0]`. */
  get(path, { plain = false } = {}) {
    return made(() => this.#file.get(textOf(path), plain), { plain, marks: this.#marks });
  }

  /** Sets the value at a path. A number, a text and a list of numbers take the type of the value that is there. */
  set(path, value) {
    const game = this.#file.game();
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
    const encoded = game === 1 ? writer.tag(new_) : ENCODER.encode(json(new_, game));
    call(() => this.#file.set(textOf(path), encoded, writer.parts));
  }

  /** Removes the value at a path, with its key. */
  remove(path) {
    call(() => this.#file.remove(textOf(path)));
  }

  /** Returns the paths of all entries with this key. */
  find(key) {
    return JSON.parse(call(() => this.#file.find(textOf(key))));
  }

  /** Returns the differences to another file: the path, the old and the new value. */
  diff(other) {
    return made(() => this.#file.diff(other.#file), { marks: this.#marks });
  }

  /** Returns the bytes of the file. Containers and all bytes that were not changed are kept. */
  save() {
    return call(() => this.#file.save());
  }

  /** Frees the memory of the file at once, and not some time after its last use. */
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
  #prefix;

  constructor(version) {
    if (!Packets.versions().includes(version)) {
      throw new GamewireError(`there is no version ${version} of Minecraft; Packets.versions() lists them`);
    }
    this.#prefix = `minecraft-${version}/`;
  }

  /** The names of all versions. */
  static versions() {
    return JSON.parse(wasm.versions());
  }

  /** Decodes a packet, which begins with its id. With `plain`, it has the form of minecraft-protocol, and cannot be encoded again. */
  decode(state, direction, data, { plain = false } = {}) {
    return plain
      ? JSON.parse(this.json(state, direction, data))
      : decode(data, `${this.#prefix}${state}.${direction}`);
  }

  /** Returns a packet as plain JSON text. With `longText`, integers of 64 bits are text. */
  json(state, direction, data, options) {
    return toPlainJson(data, `${this.#prefix}${state}.${direction}`, options);
  }

  /** Encodes a packet in the form that `decode` returns. */
  encode(state, direction, packet) {
    return encode(packet, `${this.#prefix}${state}.${direction}`);
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
    const packet = isReadable ? decode(data, `minecraft-${this.version}/${state}.${this.direction}`) : data;
    return { state, name, offset, packet };
  }

  *[Symbol.iterator]() {
    for (let at = 0; at < this.length; at += 1) yield this.at(at);
  }
}
