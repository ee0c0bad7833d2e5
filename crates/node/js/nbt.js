// NBT as values, by the bytes of the Java edition.
import * as wasm from './gamewire_wasm.js';
import { Growing } from './bytes.js';
import { ascii, hex, isBroken, unhex, units, utf8, writeUnits } from './text.js';
import { Byte, Double, Float, Short, Value, Writer, call, textOf } from './values.js';

const BYTES = Array.from({ length: 256 }, (_, at) => new Byte((at << 24) >> 24));
/** The numbers of NBT: their sizes and classes, and the first bits of the usual NaN. */
const NUMBERS = [
  {},
  { size: 1, Type: Byte },
  { size: 2, Type: Short },
  { size: 4 },
  { size: 8 },
  { size: 4, Type: Float, quiet: 0x7fc00000 },
  { size: 8, Type: Double, quiet: 0x7ff80000 },
];
const SAFE = 2n ** 53n;
/** Objects would put these names first, or have no such key. */
const NO_KEY = /^([0-9]+|__proto__)$/;

/** Reads tags from the bytes of the Java edition, which the other half has checked. */
export class NbtReader {
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
    return ascii(bytes, start, end) ?? units(bytes, start, end, this.plain);
  }

  bits(id, start) {
    const { view } = this;
    switch (id) {
      case 1: return view.getInt8(start);
      case 2: return view.getInt16(start);
      case 3: return view.getInt32(start);
      case 4: return view.getBigInt64(start);
      case 5: return view.getFloat32(start);
      default: return view.getFloat64(start);
    }
  }

  number(id) {
    const start = this.at;
    const { size, Type, quiet } = NUMBERS[id];
    this.at += size;
    const x = this.bits(id, start);
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

const IDS = new Map([[Object, 0], [Byte, 1], [Short, 2], [Float, 5], [Double, 6], [Int8Array, 7], [Int32Array, 11], [BigInt64Array, 12]]);
/** The type of an object. 0 or `undefined` if it is none that this map has. */
const idOf = (x) => IDS.get(x.constructor) ?? (x instanceof Uint8Array ? 7 : undefined);
const TYPES = ['end', 'byte', 'short', 'int', 'long', 'float', 'double', 'byteArray', 'string', 'list', 'compound', 'intArray', 'longArray'];
const NAMES = ['End', 'Byte', 'Short', 'Int', 'Long', 'Float', 'Double', 'ByteArray', 'String', 'List', 'Compound', 'IntArray', 'LongArray'];

/** Writes tags as the bytes of the Java edition. */
export class NbtWriter extends Growing(Writer) {
  /** Whether there is text that is longer than these bytes can have. Then `typed` makes the JSON of the value. */
  isLong = false;

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
    if (tag === undefined) {
      this.isLong = true;
      return TYPES.indexOf(JSON.parse(x.args).type);
    }
    const start = this.next(tag.length - 1);
    this.bytes.set(tag.subarray(1), start);
    return tag[0];
  }

  name(x) {
    if (typeof x === 'string') this.text(x);
    else if (!(x instanceof Value)) this.text(String(x));
    else if (this.json(x) !== 8) this.fail('a name is a text');
  }

  text(text) {
    const start = this.next(2 + 3 * text.length);
    this.at = writeUnits(text, this.bytes, start + 2);
    const count = this.at - start - 2;
    if (count > 0xffff) this.isLong = true;
    this.view.setUint16(start, count);
  }

  list(x) {
    const start = this.next(5);
    let element = 0;
    for (let at = 0; at < x.length; at += 1) {
      this.enter(at);
      const id = this.payload(x[at]);
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
    const { size } = NUMBERS[id];
    const most = id < 3 ? 2 ** (8 * size - 1) : Infinity;
    if (id < 3 && !(Number.isInteger(x) && x >= -most && x < most)) this.fail(`${x} is no integer of ${8 * size} bits`);
    const at = this.next(size);
    const { view } = this;
    switch (id) {
      case 1: view.setInt8(at, x); break;
      case 2: view.setInt16(at, x); break;
      case 3: view.setInt32(at, x); break;
      case 4: view.setBigInt64(at, x); break;
      case 5: view.setFloat32(at, x); break;
      default: view.setFloat64(at, x);
    }
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
      return this.number(this.long(x), 4);
    }
    if (typeof x === 'boolean') return this.number(Number(x), 1);
    if (typeof x !== 'object' || x === null) this.fail(`${x === null ? x : typeof x} is no type of NBT`);
    if (Array.isArray(x)) return this.list(x);
    const id = idOf(x);
    if (id >= 7) return this.array(x, id);
    if (id) return this.number(x.valueOf(), id);
    if (x instanceof Value) return this.json(x);
    this.each(x, (name, value) => {
      const start = this.next(1);
      this.name(name);
      const type = this.payload(value);
      this.bytes[start] = type;
    });
    const end = this.next(1);
    this.bytes[end] = 0;
    return 10;
  }
}

// Tags with text that is too long for those bytes are handed over in the form of `toJson`.

/** Returns text in that form, in which half of a surrogate pair is no character. */
function wireOf(text) {
  if (!isBroken(text)) return text;
  const bytes = new Uint8Array(3 * text.length);
  return { mutf8: hex(bytes, 0, writeUnits(text, bytes, 0)) };
}

/** Returns text that is bytes in that form. `undefined` if it is not encoded as usual, except for plain values. */
function ofWire({ bytes, mutf8 }, plain) {
  const digits = bytes ?? mutf8;
  const wire = new Uint8Array(digits.length / 2);
  unhex(digits, wire, 0);
  if (bytes === undefined) return units(wire, 0, wire.length, plain);
  let text = '';
  for (let at = 0; at < wire.length;) {
    const size = [1, 0, 2, 3, 4][[0x80, 0xc2, 0xe0, 0xf0, 0x100].findIndex((end) => wire[at] < end)];
    let character = '';
    try {
      character = utf8(wire, at, at + size);
    } catch {
      // The first byte is no character.
    }
    text += character || String.fromCharCode(0xdc00 + wire[at]);
    at += character ? size : 1;
  }
  return text;
}

/** Returns a tag in that form, which `NbtWriter` has checked. */
export function typed(x) {
  if (x instanceof Value) return JSON.parse(x.args);
  const float = (number) => (Object.is(number, -0) ? '-0' : Number.isFinite(number) ? number : String(number));
  if (typeof x === 'number') return Number.isInteger(x) && !Object.is(x, -0) ? { type: 'int', value: x } : { type: 'double', value: float(x) };
  if (typeof x === 'string') return { type: 'string', value: wireOf(x) };
  if (typeof x === 'bigint') return { type: 'long', value: String(x) };
  if (typeof x === 'boolean') return { type: 'byte', value: Number(x) };
  if (Array.isArray(x)) {
    const items = x.map(typed);
    return { type: 'list', value: { type: items[0]?.type ?? 'end', value: items.map((item) => item.value) } };
  }
  const id = idOf(x);
  const type = TYPES[id || 10];
  if (id >= 7) return { type, value: Array.from(id === 7 ? new Int8Array(x) : x, id === 12 ? String : Number) };
  if (id) return { type, value: id > 4 ? float(Number(x)) : Number(x) };
  const name = (key) => (key instanceof Value ? typed(key).value : wireOf(String(key)));
  const pairs = x instanceof Map ? [...x] : Object.entries(x);
  return { type, value: pairs.map(([key, tag]) => [name(key), typed(tag)]) };
}

/** Returns the value of a tag in that form. */
export function ofTyped({ type, value }, plain) {
  const exact = () => new Value('json', JSON.stringify({ type, value }));
  const text = (x) => (typeof x === 'string' ? x : ofWire(x, plain));
  const id = TYPES.indexOf(type);
  if (id === 4) return plain && Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value);
  if (id < 7) {
    const number = typeof value === 'string' ? Number(value.split(':')[0]) : value;
    if (plain) return number;
    if (typeof value === 'string' && value.startsWith('NaN:')) return exact();
    return id === 3 ? number : new NUMBERS[id].Type(number);
  }
  if (id === 7) return Int8Array.from(value);
  if (id === 8) return text(value) ?? exact();
  if (id === 9) {
    if (value.value.length === 0) return value.type === 'end' || plain ? [] : exact();
    return value.value.map((item) => ofTyped({ type: value.type, value: item }, plain));
  }
  if (id === 11) return Int32Array.from(value);
  if (id === 12) return BigInt64Array.from(value, BigInt);
  const pairs = value.map(([name, tag]) => [text(name), tag]);
  const map = new Map(pairs);
  if (!plain && (map.size < pairs.length || map.has(undefined))) return exact();
  for (const [name, tag] of map) map.set(name, ofTyped(tag, plain));
  return pairs.some(([name]) => NO_KEY.test(name)) ? map : Object.fromEntries(map);
}
