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
    if (typeof error !== 'string') throw error;
    const { message, offset, path } = JSON.parse(error);
    throw new GamewireError(message, offset, path);
  }
}

// Reading. `src/values.rs` says what the marks are.

const ARRAYS = [Uint8Array, Int32Array, BigInt64Array, Float32Array, Float64Array, Int8Array];
const BYTES = Array.from({ length: 256 }, (_, at) => new Byte((at << 24) >> 24));
const MARK = '\x7f';
const isMarked = (x) => (typeof x === 'string' ? x.charCodeAt(0) === 127 : typeof x === 'object' && x !== null);

const number = (text) => (text.endsWith('inf') ? Number(text.replace('inf', 'Infinity')) : Number(text));

/** Puts the values that JSON does not have into what `JSON.parse` made. */
function revive(x, buffer) {
  if (typeof x === 'string') {
    if (x.charCodeAt(0) !== 127) return x;
    const rest = x.slice(2);
    switch (x[1]) {
      case 'l': return BigInt(rest);
      case 'n': return number(rest);
      case 'b': return BYTES[rest & 255];
      case 's': return new Short(rest);
      case 'f': return new Float(number(rest));
      case 'd': return new Double(number(rest));
      case 'S': return new StringName(rest);
      case 'N': return new NodePath(rest);
      case 'j': return new Value('json', rest);
      case 'p': return JSON.parse(rest);
      case 'u': return undefined;
      case 'a': {
        const [start, count] = rest.slice(1).split(',');
        return new ARRAYS[rest[0]](buffer, Number(start), Number(count));
      }
      default: return rest;
    }
  }
  if (Array.isArray(x)) {
    for (let at = 0; at < x.length; at += 1) {
      if (isMarked(x[at])) x[at] = revive(x[at], buffer);
    }
    return x;
  }
  if (typeof x !== 'object' || x === null) return x;
  const parts = x[MARK];
  if (parts === undefined) {
    for (const key in x) {
      if (isMarked(x[key])) x[key] = revive(x[key], buffer);
    }
    return x;
  }
  const [mark, first, second, wide] = parts;
  if (mark === 'v') return new Value(first, revive(second, buffer), wide);
  if (mark === 'r') return new Root(revive(first, buffer), revive(second, buffer));
  const pairs = [];
  for (let at = 0; at < first.length; at += 2) {
    pairs.push([revive(first[at], buffer), revive(first[at + 1], buffer)]);
  }
  return new Map(pairs);
}

/** Makes values of the answer of the other half. */
function made(run, marks = true) {
  const [text, arrays] = call(run);
  const value = JSON.parse(text);
  return marks ? revive(value, arrays.buffer) : value;
}

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

  /** Writes a value inside another one. */
  inside(step, write) {
    if (this.steps.length >= DEPTH) this.fail('the value is nested too deeply');
    this.steps.push(step);
    const text = write();
    this.steps.pop();
    return text;
  }

  int(x, bits) {
    const last = 2 ** (bits - 1);
    if (!Number.isInteger(x) || x < -last || x >= last) this.fail(`${x} is no integer of ${bits} bits`);
    return String(x + 0);
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
      for (let at = 0; at < x.length; at += 1) items.push(this.inside(at, () => this.write(x[at])));
      return `[${items.join(',')}]`;
    }
    const items = [];
    for (const [key, value] of this.entries(x)) {
      items.push(this.inside(key, () => `${this.write(key)},${this.write(value)}`));
    }
    return `{"type":"Dictionary","args":[${items.join(',')}]}`;
  }
}

const IDS = new Map([[Byte, 'byte'], [Short, 'short'], [Float, 'float'], [Double, 'double']]);

class NbtWriter extends Writer {
  root(x) {
    if (x === null || x === undefined) return 'null';
    const [name, value] = x instanceof Root ? [x.name, x.value] : ['', x];
    return `{"name":${this.text(name)},"tag":${this.tag(value)}}`;
  }

  text(x) {
    return JSON.stringify(x instanceof Value ? JSON.parse(x.args).value : String(x));
  }

  tag(x) {
    const [id, payload] = this.payload(x);
    return `{"type":"${id}","value":${payload}}`;
  }

  real(x) {
    if (Number.isFinite(x)) return Object.is(x, -0) ? '"-0"' : String(x);
    return `"${x}"`;
  }

  list(x) {
    let element = 'end';
    const items = [];
    for (let at = 0; at < x.length; at += 1) {
      items.push(this.inside(at, () => {
        const [id, payload] = this.payload(x[at]);
        if (at > 0 && id !== element) this.fail(`a list has elements of one type, not ${element} and ${id}`);
        element = id;
        return payload;
      }));
    }
    return `{"type":"${element}","value":[${items.join(',')}]}`;
  }

  /** The type of a value, and its JSON without the type. */
  payload(x) {
    if (typeof x === 'number') {
      if (!Number.isInteger(x) || Object.is(x, -0)) return ['double', this.real(x)];
      if (x !== (x | 0)) this.fail(`${x} is no Int of 32 bits: a BigInt is a Long, and new Double(${x}) a Double`);
      return ['int', String(x)];
    }
    if (typeof x === 'string') return ['string', JSON.stringify(x)];
    if (typeof x === 'bigint') return ['long', `"${this.long(x)}"`];
    if (typeof x === 'boolean') return ['byte', String(Number(x))];
    if (typeof x !== 'object' || x === null) this.fail(`${x === null ? x : typeof x} is no type of NBT`);
    const id = IDS.get(x.constructor);
    if (id === 'byte' || id === 'short') return [id, this.int(Number(x), id === 'byte' ? 8 : 16)];
    if (id) return [id, this.real(id === 'float' ? Math.fround(x) : Number(x))];
    if (Array.isArray(x)) return ['list', this.list(x)];
    if (x instanceof Int8Array) return ['byteArray', `[${x.join(',')}]`];
    if (x instanceof Uint8Array) return this.payload(new Int8Array(x.buffer, x.byteOffset, x.length));
    if (x instanceof Int32Array) return ['intArray', `[${x.join(',')}]`];
    if (x instanceof BigInt64Array) return ['longArray', x.length ? `["${x.join('","')}"]` : '[]'];
    if (x instanceof Value) {
      if (x.type !== 'json') this.fail(`NBT has no Value of type ${x.type}`);
      const { type, value } = JSON.parse(x.args);
      return [type, JSON.stringify(value)];
    }
    const items = [];
    for (const [name, value] of this.entries(x)) {
      items.push(this.inside(name, () => `[${this.text(name)},${this.tag(value)}]`));
    }
    return ['compound', `[${items.join(',')}]`];
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
  return old instanceof BigInt64Array ? BigInt64Array.from(x, BigInt) : old.constructor.from(x);
}

// The functions of the package.

const codecs = new Map();
const ENCODER = new TextEncoder();

/** Whether values of a format are of Godot (0), NBT (1), or another type of Minecraft (2), which is JSON without marks. */
const gameOf = (format) => (/^godot/i.test(format) ? 0 : /\/nbt$/.test(format) ? 1 : 2);

/** The format with a name. Those of packets are read from their descriptions once. */
function codec(name, objects) {
  const key = `${objects ? '+' : '-'}${name}`;
  let found = codecs.get(key);
  if (!found) {
    found = call(() => new wasm.Codec(String(name), objects));
    if (codecs.size >= 256) {
      codecs.forEach((one) => one.free());
      codecs.clear();
    }
    codecs.set(key, found);
    found.game = gameOf(name);
  }
  return found;
}

function bytesOf(data) {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new TypeError('bytes are a Uint8Array or an ArrayBuffer');
}

/** Decodes one value. Without a format, the bytes are those of a file, and all is detected. */
export function decode(data, format, { objects = false, plain = false } = {}) {
  const bytes = bytesOf(data);
  if (format !== undefined && format !== null) {
    const found = codec(format, objects);
    return made(() => found.read(bytes, plain), found.game < 2);
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
  if (game === 1) return new NbtWriter().root(value);
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    // A BigInt has no JSON. A function that is called for each value takes longer than all else.
    return JSON.stringify(value, (_, x) => (typeof x === 'bigint' ? String(x) : x)) ?? 'null';
  }
}

/** Encodes one value. What `decode` returned, without `plain`, becomes the same bytes, if they were canonical. */
export function encode(value, format) {
  const found = codec(format, true);
  const text = ENCODER.encode(json(value, found.game));
  return call(() => found.from_json(text));
}

/** Returns one value as JSON text that keeps all types, as `gamewire decode` prints it. */
export const toJson = (data, format, { objects = false } = {}) => call(() => codec(format, objects).to_json(bytesOf(data)));

/** Encodes the JSON text of `toJson`. */
export const fromJson = (text, format) => call(() => codec(format, true).from_json(ENCODER.encode(text)));

/** Returns one value as plain JSON text. With `longText`, integers of 64 bits of NBT and packets are text. */
export const toPlainJson = (data, format, { objects = false, longText = false } = {}) =>
  call(() => codec(format, objects).to_plain_json(bytesOf(data), longText));

/** Says what bytes are: compression, encryption, format and dialect. */
export const identify = (data) => wasm.identify(bytesOf(data));

/** Explains every byte, also of damaged data: as text, or as rows. */
export function explain(data, format, { rows = false } = {}) {
  const text = call(() => (format ? codec(format, true).explain(bytesOf(data), rows) : wasm.explain(bytesOf(data), rows)));
  if (!rows) return text;
  return JSON.parse(text).map(([offset, length, depth, path, type, meaning]) => ({ offset, length, depth, path, type, meaning }));
}

/** A file that is opened, read and changed by paths, and written again. */
export class File {
  #opened;

  constructor(data, { format, password, chunk, objects = true } = {}) {
    this.#opened = call(() => new wasm.Opened(bytesOf(data), format, password, chunk, objects));
  }

  /** The number of values. */
  get length() {
    return this.#opened.len();
  }

  /** The name of the format, which `decode` and `encode` take. */
  get format() {
    return this.#opened.format();
  }

  get #marks() {
    return gameOf(this.format) < 2;
  }

  /** Returns the value with a number. */
  value(number, { plain = false } = {}) {
    return made(() => this.#opened.value(number, plain), this.#marks);
  }

  /** Returns all values. */
  values(options) {
    return Array.from({ length: this.length }, (_, at) => this.value(at, options));
  }

  /** Returns the value at a path, such as `$.player.items[0]`. */
  get(path, { plain = false } = {}) {
    return made(() => this.#opened.get(path, plain), this.#marks);
  }

  /** Sets the value at a path. A number, a text and a list of numbers take the type of the value that is there. */
  set(path, value) {
    const game = gameOf(this.format);
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
    const text = game === 1 ? new NbtWriter().tag(new_) : json(new_, game);
    call(() => this.#opened.set(path, text));
  }

  /** Removes the value at a path, with its key. */
  remove(path) {
    call(() => this.#opened.remove(path));
  }

  /** Returns the paths of all entries with this key. */
  find(key) {
    return JSON.parse(call(() => this.#opened.find(key)));
  }

  /** Returns the differences to another file: the path, the old and the new value. */
  diff(other) {
    return made(() => this.#opened.diff(other.#opened), this.#marks);
  }

  /** Returns the bytes of the file. Containers and all bytes that were not changed are kept. */
  save() {
    return call(() => this.#opened.save());
  }

  /** Frees the memory of the file at once, and not some time after its last use. */
  free() {
    this.#opened.free();
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
  return made(() => wasm.chunks(bytesOf(data), paths, plain)).map(([x, z, time, ...values]) => ({ x, z, time, values }));
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
    [this.version, this.direction, this.error, this.#packets] = made(() => wasm.recording(bytesOf(data), version));
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
