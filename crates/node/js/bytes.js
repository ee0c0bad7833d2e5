// The values of packets in bytes, and NBT in the form of its JSON. Damage and wrong values are refused, and so is what is not usual: the other
// half knows it.
import { ENCODER, ascii, hex, isBroken, unhex, units, utf8, writeUnits } from './text.js';

const REFUSED = new Error('not usual');
export function refuse() {
  throw REFUSED;
}

/** Refuses a value of an option that is wrapped in JSON: `null`, and an object with such a key. */
export function plain(x) {
  if (x === null || (typeof x === 'object' && 'some' in x)) refuse();
}

/** Numbers have one JSON, except for these. */
const isUsual = (x) => Number.isFinite(x) && !Object.is(x, -0);
const TAGS = ['end', 'byte', 'short', 'int', 'long', 'float', 'double', 'byteArray', 'string', 'list', 'compound', 'intArray', 'longArray'];
/** More levels of NBT are left to the other half. */
const DEPTH = 256;
const TYPE_VALUE = ['type', 'value'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export class Input {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = 0;
  }

  /** Returns the place of the next bytes. */
  next(count) {
    const start = this.at;
    if (!(count >= 0 && count <= this.bytes.length - start)) refuse();
    this.at = start + count;
    return start;
  }

  u8() { return this.bytes[this.next(1)]; }
  i8() { return this.view.getInt8(this.next(1)); }
  u16() { return this.view.getUint16(this.next(2)); }
  i16() { return this.view.getInt16(this.next(2)); }
  u32() { return this.view.getUint32(this.next(4)); }
  i32() { return this.view.getInt32(this.next(4)); }
  u64() { return String(this.view.getBigUint64(this.next(8))); }
  i64() { return String(this.view.getBigInt64(this.next(8))); }
  bits() { return this.view.getBigUint64(this.next(8)); }

  bool() {
    const byte = this.u8();
    return byte > 1 ? refuse() : byte === 1;
  }

  float(x) { return isUsual(x) ? x : refuse(); }
  f32() { return this.float(this.view.getFloat32(this.next(4))); }
  f64() { return this.float(this.view.getFloat64(this.next(8))); }

  varint() {
    const { bytes } = this;
    let { at } = this;
    let x = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at];
      at += 1;
      x |= (byte & 127) << shift;
      if (byte < 128) {
        this.at = at;
        return x;
      }
    }
    return refuse();
  }

  varlong() {
    let x = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.u8();
      x |= BigInt(byte & 127) << shift;
      if (byte < 128) return String(BigInt.asIntN(64, x));
    }
    return refuse();
  }

  /** Returns the number of elements that follow, which are not all without bytes. */
  count(count) {
    return count >= 0 && count <= this.bytes.length - this.at ? count : refuse();
  }

  string() {
    const start = this.next(this.varint());
    return ascii(this.bytes, start, this.at) ?? utf8(this.bytes, start, this.at);
  }

  buffer(count) {
    const start = this.next(count);
    return hex(this.bytes, start, this.at);
  }

  rest() { return this.buffer(this.bytes.length - this.at); }

  uuid() {
    const text = this.buffer(16);
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
  }

  nbtText() {
    const start = this.next(this.u16());
    const { bytes, at } = this;
    const text = ascii(bytes, start, at);
    if (text !== undefined) return text;
    const usual = units(bytes, start, at, false) ?? refuse();
    const again = new Uint8Array(3 * usual.length);
    const end = writeUnits(usual, again, 0);
    return end === at - start && !isBroken(usual) && again.subarray(0, end).every((byte, place) => byte === bytes[start + place]) ? usual : refuse();
  }

  nbt() {
    const id = this.u8();
    if (id === 0) return null;
    return { name: id === 10 ? this.nbtText() : refuse(), tag: this.tag(id, 0) };
  }

  anonymousNbt() {
    const id = this.u8();
    return id === 0 ? null : { name: '', tag: this.tag(id, 0) };
  }

  tag(id, depth) { return { type: TAGS[id], value: this.payload(id, depth) }; }

  payload(id, depth) {
    if (depth > DEPTH) refuse();
    switch (id) {
      case 1: return this.i8();
      case 2: return this.i16();
      case 3: return this.i32();
      case 4: return this.i64();
      case 5: return this.f32();
      case 6: return this.f64();
      case 7: return this.list(1, depth);
      case 8: return this.nbtText();
      case 9: {
        const element = this.u8();
        return { type: TAGS[element] ?? refuse(), value: this.list(element, depth + 1) };
      }
      case 10: {
        const entries = [];
        for (let kind = this.u8(); kind !== 0; kind = this.u8()) entries.push([this.nbtText(), this.tag(kind, depth + 1)]);
        return entries;
      }
      case 11: return this.list(3, depth);
      case 12: return this.list(4, depth);
      default: return refuse();
    }
  }

  list(id, depth) {
    const items = [];
    for (let left = this.count(this.i32()); left > 0; left -= 1) items.push(this.payload(id, depth));
    return items;
  }
}

/** Adds bytes that grow to a class. */
export const Growing = (Base) => class extends Base {
  bytes = new Uint8Array(4096);
  view = new DataView(this.bytes.buffer);
  at = 0;

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
};

export class Output extends Growing(class {}) {
  /** Refuses an object whose JSON has other keys than these. `Object.prototype` must have none. */
  keys(x, names) {
    if (typeof x !== 'object' || x === null || x.toJSON !== undefined) refuse();
    const parent = Object.getPrototypeOf(x);
    if (parent !== Object.prototype && parent !== null) refuse();
    let count = 0;
    for (const key in x) if (key === names[count] || names.includes(key)) count += 1; else refuse();
    if (count !== names.length) refuse();
  }

  /** Returns the length of a list. */
  array(x) { return Array.isArray(x) && x.toJSON === undefined ? x.length : refuse(); }

  integer(x, least, most) { return Number.isInteger(x) && x >= least && x <= most ? x : refuse(); }
  u8(x) { this.integer(x, 0, 255); const at = this.next(1); this.bytes[at] = x; }
  i8(x) { this.integer(x, -128, 127); const at = this.next(1); this.bytes[at] = x; }
  u16(x) { this.integer(x, 0, 65535); const at = this.next(2); this.view.setUint16(at, x); }
  i16(x) { this.integer(x, -32768, 32767); const at = this.next(2); this.view.setInt16(at, x); }
  u32(x) { this.integer(x, 0, 4294967295); const at = this.next(4); this.view.setUint32(at, x); }
  i32(x) { if (x !== (x | 0)) refuse(); const at = this.next(4); this.view.setInt32(at, x); }

  long(x, bits) {
    const long = typeof x === 'string' ? BigInt(x) : refuse();
    return String(bits(64, long)) === x ? long : refuse();
  }

  u64(x) { const long = this.long(x, BigInt.asUintN); const at = this.next(8); this.view.setBigUint64(at, long); }
  i64(x) { const long = this.long(x, BigInt.asIntN); const at = this.next(8); this.view.setBigInt64(at, long); }
  bits(x) { const at = this.next(8); this.view.setBigUint64(at, x); }
  bool(x) { this.u8(typeof x === 'boolean' ? Number(x) : refuse()); }
  f32(x) { if (!isUsual(x) || Math.fround(x) !== x) refuse(); const at = this.next(4); this.view.setFloat32(at, x); }
  f64(x) { if (!isUsual(x)) refuse(); const at = this.next(8); this.view.setFloat64(at, x); }

  varint(x) {
    if (x !== (x | 0)) refuse();
    let at = this.next(5);
    const { bytes } = this;
    let left = x >>> 0;
    for (; left > 127; left >>>= 7) {
      bytes[at] = (left & 127) | 128;
      at += 1;
    }
    bytes[at] = left;
    this.at = at + 1;
  }

  varlong(x) {
    let left = BigInt.asUintN(64, this.long(x, BigInt.asIntN));
    for (; left > 127n; left >>= 7n) this.u8(Number(left & 127n) | 128);
    this.u8(Number(left));
  }

  /** Writes ASCII without U+0000 after its length of one or two bytes, and returns whether it is. */
  ascii(x, size) {
    const { length } = x;
    if (length >= (size === 1 ? 128 : 65536)) return false;
    const start = this.next(size + length);
    const { bytes } = this;
    let all = 0;
    for (let at = 0; at < length; at += 1) {
      const code = x.charCodeAt(at);
      bytes[start + size + at] = code;
      all |= code | (code - 1);
    }
    if (size === 2) bytes[start] = length >> 8;
    bytes[start + size - 1] = length;
    if ((all & ~127) !== 0) this.at = start;
    return (all & ~127) === 0;
  }

  /** Writes text after its length, which is a VarInt. */
  string(x) {
    if (typeof x !== 'string') refuse();
    if (this.ascii(x, 1)) return;
    // Half of a surrogate pair would become another character.
    if (isBroken(x)) refuse();
    const bytes = ENCODER.encode(x);
    this.varint(bytes.length);
    const start = this.next(bytes.length);
    this.bytes.set(bytes, start);
  }

  /** Returns the number of bytes that hexadecimal digits stand for. */
  digits(x) { return typeof x === 'string' && x.length % 2 === 0 ? x.length / 2 : refuse(); }

  /** Writes the bytes that hexadecimal digits stand for, after their count. */
  put(x) {
    const start = this.next(x.length / 2);
    if (!unhex(x, this.bytes, start)) refuse();
  }

  rest(x) {
    this.digits(x);
    this.put(x);
  }

  uuid(x) {
    if (typeof x !== 'string' || !UUID.test(x)) refuse();
    this.rest(x.replaceAll('-', ''));
  }

  nbtText(x) {
    if (typeof x !== 'string') refuse();
    if (this.ascii(x, 2)) return;
    if (isBroken(x)) refuse();
    const start = this.next(2 + 3 * x.length);
    this.at = writeUnits(x, this.bytes, start + 2);
    this.view.setUint16(start, this.at - start - 2 > 65535 ? refuse() : this.at - start - 2);
  }

  nbt(x) {
    if (x === null) return this.u8(0);
    this.keys(x, ['name', 'tag']);
    return this.tag(x.tag.type === 'compound' ? x.tag : refuse(), 0, true, x.name);
  }

  anonymousNbt(x) {
    if (x === null) return this.u8(0);
    this.keys(x, ['name', 'tag']);
    return this.tag(x.name === '' ? x.tag : refuse(), 0, false);
  }

  /** Writes the type of a tag, its name if it has one, and the tag. */
  tag(x, depth, isNamed, name) {
    this.keys(x, TYPE_VALUE);
    const id = TAGS.indexOf(x.type);
    if (id <= 0) refuse();
    this.u8(id);
    if (isNamed) this.nbtText(name);
    this.payload(id, x.value, depth);
  }

  payload(id, x, depth) {
    if (depth > DEPTH) refuse();
    switch (id) {
      case 1: return this.i8(x);
      case 2: return this.i16(x);
      case 3: return this.i32(x);
      case 4: return this.i64(x);
      case 5: return this.f32(x);
      case 6: return this.f64(x);
      case 7: return this.list(x, 1, depth);
      case 8: return this.nbtText(x);
      case 9: {
        this.keys(x, TYPE_VALUE);
        const element = TAGS.indexOf(x.type);
        this.u8(element);
        return this.list(x.value, element, depth + 1);
      }
      case 10:
        this.array(x);
        for (let at = 0; at < x.length; at += 1) {
          if (this.array(x[at]) !== 2) refuse();
          this.tag(x[at][1], depth + 1, true, x[at][0]);
        }
        return this.u8(0);
      case 11: return this.list(x, 3, depth);
      case 12: return this.list(x, 4, depth);
      default: return refuse();
    }
  }

  list(x, id, depth) {
    this.i32(this.array(x));
    for (let at = 0; at < x.length; at += 1) this.payload(id, x[at], depth);
  }
}
