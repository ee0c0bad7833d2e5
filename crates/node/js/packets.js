// Packets as values in the form of their JSON, read and written without text in between.
//
// Each named type of a description of ProtoDef becomes two functions. `["container", [{ "name": "id", "type": "varint" }, { "name": "names",
// "type": ["array", { "countType": "u8", "type": "string" }] }]]` becomes these, where `s` is an `Input` or an `Output`, and `v0` the value:
//
//                                                             const c0 = ["id", "names"];
//     return (s, v0) => {                                     return (s, v0) => {
//       let v1;                                                 let v1 = v0["id"];
//       v1 = s.varint();                                        s.varint(v1);
//       let v2;                                                 let v2 = v0["names"];
//       let v3;                                                 let v3 = s.array(v2);
//       v3 = s.u8();                                            s.u8(v3);
//       v2 = [];
//       for (let left = s.count(v3); left > 0; left -= 1) {     for (let at = 0; at < v3; at += 1) {
//         let v4;                                                 let v4 = v2[at];
//         v4 = s.string();                                        s.string(v4);
//         v2.push(v4);
//       }                                                       }
//       v0 = { "id": v1, "names": v2 };                         // .. which refuse v0 if its JSON has other keys than c0
//       return v0;                                              return v0;
//     };                                                      };
//
// They know only what is usual, and refuse all else, damage and wrong values included: then the other half reads or writes the packet, and
// says what is wrong.
import { Input, Output, plain, refuse } from './bytes.js';
import * as wasm from './gamewire_wasm.js';
import { textOf } from './values.js';

const INTEGERS = new Set(['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'varint']);
/** The types without arguments, and the methods that read and write them. Integers of 64 bits are text, so they select and count nothing. */
const LEAVES = new Map([
  ...[...INTEGERS, 'u64', 'i64', 'varlong', 'bool', 'f32', 'f64', 'nbt', 'anonymousNbt'].map((name) => [name, name]),
  ['optionalNbt', 'nbt'], ['anonOptionalNbt', 'anonymousNbt'], ['UUID', 'uuid'], ['restBuffer', 'rest'],
]);
/** The kinds of types with other types inside, which have functions of their own. */
const OUTER = new Set(['container', 'switch', 'array', 'option', 'entityMetadataLoop']);
const INNER = new Set(['void', 'count', 'pstring', 'buffer', 'mapper', 'bitfield', 'bitflags']);

const quote = JSON.stringify;

/** Returns the names of flags, from the lowest bit on. */
const flagsOf = ({ type, flags, shift }) => (/^u(8|16|32)$/.test(type) && Array.isArray(flags) && flags.length < 32 && shift === undefined ? flags : refuse());

/** Returns the numbers of a mapper with their names, each of them once. */
function namesOf({ mappings }) {
  const names = Object.entries(mappings).map(([number, name]) => [Number(number), name]);
  return new Set(names.map(([, name]) => name)).size === names.length ? names : refuse();
}

const mapOf = (pairs) => `new Map(${quote(pairs)})`;

/**
 * Makes functions. Its methods emit statements that read or write the value `x`, which is a variable. `at` is where a type is: the scopes around
 * it, and the arguments of its definition. An `object` has its variable `x`, and for each case that may be selected the names and variables of its
 * members so far.
 */
class Maker {
  functions = [];
  #numbers = new Map();

  constructor(types) {
    this.types = types;
  }

  /** Calls the function of a named type. */
  run(name, s, x) {
    return this.functions[this.number(name)](s, x);
  }

  /** Returns the number of the function of a named type, which is made when it is first called. */
  number(name) {
    const { functions } = this;
    if (!this.#numbers.has(name)) {
      const number = functions.length;
      this.#numbers.set(name, number);
      functions.push((s, x) => {
        functions[number] = this.make(this.types[name]);
        return functions[number](s, x);
      });
    }
    return this.#numbers.get(name);
  }

  /** Returns the function of a type. It refuses all if it cannot be made, for example where a page forbids to make functions. */
  make(type) {
    this.lines = [];
    this.constants = [];
    this.variables = 1;
    try {
      this.type(type, { scopes: [] }, 'v0');
      const source = `${this.constants.map((value, at) => `const c${at} = ${value};\n`).join('')}return (s, v0) => {\n${this.lines.join('\n')}\nreturn v0;\n};`;
      return new Function('functions', 'plain', 'refuse', source)(this.functions, plain, refuse);
    } catch {
      return refuse;
    }
  }

  emit(line) { this.lines.push(line); }

  block(start, body) {
    this.emit(`${start} {`);
    body();
    this.emit('}');
  }

  /** Returns a new variable. */
  variable(value) {
    const name = `v${this.variables}`;
    this.variables += 1;
    this.emit(value === undefined ? `let ${name};` : `let ${name} = ${value};`);
    return name;
  }

  /** Returns a variable that is made once for all calls. */
  constant(value) {
    return `c${this.constants.push(value) - 1}`;
  }

  /** Returns the kind and the arguments of a type whose name is followed, and the arguments of its definition. */
  resolve(type, args) {
    for (let depth = 0; depth < 100; depth += 1) {
      const [kind, of] = Array.isArray(type) ? type : [type];
      const definition = Object.hasOwn(this.types, kind) ? this.types[kind] : 'native';
      if (definition === 'native') return { kind, of, args };
      args = of ?? args;
      type = definition;
    }
    return refuse();
  }

  type(type, at, x) {
    const { kind, of, args } = this.resolve(type, at.args);
    if (LEAVES.has(kind)) this.leaf(LEAVES.get(kind), x);
    else if (OUTER.has(kind) && typeof type === 'string') this.call(this.number(type), x);
    else if (OUTER.has(kind) || INNER.has(kind)) this[kind](of, { ...at, args }, x);
    else this.emit('refuse();');
  }

  integer(type, x) {
    const { kind, of } = this.resolve(type);
    if (kind === 'count') this.integer(of.type, x);
    else this.leaf(INTEGERS.has(kind) ? kind : refuse(), x);
  }

  /** Returns the expression of a field before this one, and of what kind it is. */
  field(path, { scopes, args }) {
    const full = path.startsWith('$') ? args[path.slice(1)] : path;
    const names = full.replaceAll('../', '');
    const up = (full.length - names.length) / 3;
    const [name, member] = names.split('/');
    const scope = scopes.slice(0, scopes.length - up).findLast((one) => one.has(name)) ?? refuse();
    const { value, type, args: own } = scope.get(name) ?? refuse();
    const { kind } = this.resolve(type, own);
    if (member === undefined) {
      const kinds = { mapper: 'text', pstring: 'text', bool: 'bool', count: 'number' };
      return { value, kind: INTEGERS.has(kind) ? 'number' : kinds[kind] ?? refuse() };
    }
    if (kind === 'bitfield') return { value: `${value}[${quote(member)}]`, kind: 'number' };
    return kind === 'bitflags' ? { value: `Array.prototype.includes.call(${value}, ${quote(member)})`, kind: 'bool' } : refuse();
  }

  /** Calls `each` in the case that a field selects. */
  select({ compareTo, compareToValue, fields, default: otherwise = 'void' }, at, each) {
    if (compareToValue !== undefined) refuse();
    const { value, kind } = this.field(compareTo, at);
    const label = (name) => {
      if (kind === 'text') return quote(name);
      const number = { false: 0, true: 1 }[name] ?? Number(name);
      return kind === 'bool' ? number === 1 || (number === 0 ? false : refuse()) : Number.isInteger(number) ? number : refuse();
    };
    this.block(`switch (${value})`, () => {
      for (const [name, type] of [...Object.entries(fields), [undefined, otherwise]]) {
        this.block(name === undefined ? 'default:' : `case ${label(name)}:`, () => {
          each(type);
          this.emit('break;');
        });
      }
    });
  }

  switch(of, at, x) { this.select(of, at, (type) => this.type(type, at, x)); }
  count({ type }, at, x) { this.integer(type, x); }

  pstring({ countType }, at, x) {
    if (countType !== 'varint') refuse();
    this.leaf('string', x);
  }

  /** A number of elements, which is in the bytes, in a field before this one or in the description. */
  length({ countType, count }, at, x) {
    if (countType !== undefined) this.integer(countType, x);
    else this.known(typeof count === 'number' ? count : this.field(count, at).value, x);
  }

  object(x, emit) {
    const object = { x, lists: [[]] };
    emit(object);
    this.close(object);
  }

  container(of, at, x) { this.object(x, (object) => this.fields(of, at, object)); }
  void(of, at, x) { this.container([], at, x); }
  bitfield(of, at, x) { this.object(x, (object) => this.bits(of, object)); }


  /** Emits the fields of an object, and returns those that later fields know. */
  fields(list, at, object) {
    const scope = new Map();
    const inside = { ...at, scopes: [...at.scopes, scope] };
    for (const { name, type, anon } of list) {
      if (anon) this.anonymous(type, inside, object).forEach((known, own) => scope.set(own, known));
      else {
        const value = this.before(name, object);
        this.type(type, inside, value);
        this.after(name, value, object);
        scope.set(name, { value, type, args: at.args });
      }
    }
    return scope;
  }

  /** Emits the members of a field without a name, which are members of the object around it. */
  anonymous(type, at, object) {
    const { kind, of, args } = this.resolve(type, at.args);
    if (kind === 'container') return this.fields(of, { ...at, args }, object);
    if (kind === 'bitfield') return this.bits(of, object);
    if (kind === 'void') return new Map();
    if (kind !== 'switch') refuse();
    this.open(object);
    const [members, ...more] = object.lists;
    const all = [];
    this.select(of, { ...at, args }, (one) => {
      object.lists = [more.length === 0 ? [...members] : refuse()];
      this.anonymous(one, { ...at, args }, object);
      this.chosen(object);
      all.push(...object.lists);
    });
    object.lists = all;
    // Later fields do not know which of them there are.
    return new Map(all.flat().map(([name]) => [name, undefined]));
  }

  /** Adds a member to an object. */
  note(name, value, { lists }) {
    for (const members of lists) {
      if (members.some(([other]) => other === name)) refuse();
      members.push([name, value]);
    }
  }

  /** The parts of a bit field with the numbers of bits after them, and the method for all of them. */
  parts(list) {
    let left = list.reduce((sum, { size }) => sum + size, 0);
    const word = { 8: 'u8', 16: 'u16', 32: 'u32', 64: 'bits' }[left] ?? refuse();
    return [word, list.map(({ name, size, signed }) => {
      left -= size;
      return { name, size: size > 32 ? refuse() : size, signed, left };
    })];
  }
}

class Reader extends Maker {
  leaf(method, x) { this.emit(`${x} = s.${method}();`); }
  call(number, x) { this.emit(`${x} = functions[${number}](s);`); }
  known(value, x) { this.emit(`${x} = ${value};`); }
  before() { return this.variable(); }

  after(name, value, object) {
    this.note(name, value, object);
    if (object.isOpen) this.emit(`${object.x}[${quote(name)}] = ${value};`);
  }

  open(object) {
    if (object.isOpen) return;
    object.isOpen = true;
    this.emit(`${object.x} = { ${object.lists[0].map(([name, value]) => `${quote(name)}: ${value}`).join(', ')} };`);
  }

  chosen() {}
  close(object) { this.open(object); }

  bits(list, object) {
    const [word, parts] = this.parts(list);
    const bits = this.variable(`s.${word}()`);
    return new Map(parts.map(({ name, size, signed, left }) => {
      const value = word === 'bits'
        ? this.variable(`Number(BigInt.as${signed ? 'I' : 'Ui'}ntN(${size}, ${bits} >> ${left}n))`)
        : this.variable(`${bits} << ${32 - size - left} ${signed ? '>>' : '>>>'} ${32 - size}`);
      this.after(name, value, object);
      return [name, { value, type: 'u8' }];
    }));
  }

  buffer(of, at, x) {
    const length = this.variable();
    this.length(of, at, length);
    this.emit(`${x} = s.buffer(${length});`);
  }

  array(of, at, x) {
    const length = this.variable();
    this.length(of, at, length);
    this.list(`for (let left = s.count(${length}); left > 0; left -= 1)`, of.type, at, x);
  }

  entityMetadataLoop({ type, endVal }, at, x) {
    this.list(`while (s.bytes[s.at] !== ${Number(endVal)})`, type, at, x);
    this.emit('s.next(1);');
  }

  list(loop, type, at, x) {
    this.emit(`${x} = [];`);
    this.block(loop, () => {
      const item = this.variable();
      this.type(type, at, item);
      this.emit(`${x}.push(${item});`);
    });
  }

  option(of, at, x) {
    this.emit(`${x} = null;`);
    this.block('if (s.bool())', () => {
      this.type(of, at, x);
      this.emit(`plain(${x});`);
    });
  }

  mapper(of, at, x) {
    this.integer(of.type, x);
    this.emit(`${x} = ${this.constant(mapOf(namesOf(of)))}.get(${x}) ?? ${x};`);
  }

  bitflags(of, at, x) {
    const bits = this.variable(`s.${of.type}()`);
    const flags = flagsOf(of);
    this.emit(`if (${bits} >= ${2 ** flags.length}) refuse();`);
    this.emit(`${x} = ${this.constant(quote(flags))}.filter((_, bit) => (${bits} >> bit) & 1);`);
  }
}

class Writer extends Maker {
  leaf(method, x) { this.emit(`s.${method}(${x});`); }
  call(number, x) { this.emit(`functions[${number}](s, ${x});`); }
  known(value, x) { this.emit(`if (${x} !== ${value}) refuse();`); }
  before(name, object) { return this.variable(`${object.x}[${quote(name)}]`); }
  after(name, value, object) { this.note(name, value, object); }
  open(object) { object.keys = object.keys === undefined ? this.variable() : refuse(); }

  /** Emits what the keys are in a case, to which the members after it are added. */
  chosen({ keys, lists }) { this.emit(`${keys} = ${this.keys(lists[0])};`); }

  /** Returns the constant with the names of members, which are in the source when all of it is there. */
  keys(members) {
    // Texts of the source are the same ones that objects have as keys, and quickly compared.
    return this.constant({ toString: () => quote(members.map(([name]) => name)) });
  }

  close({ x, keys, lists }) {
    const names = keys ?? this.keys(lists[0]);
    const count = this.variable(0);
    this.emit(`for (const key in ${x}) if (key === ${names}[${count}] || ${names}.includes(key)) ${count} += 1; else refuse();`);
    this.emit(`if (${count} !== ${names}.length) refuse();`);
    this.emit(`if (${x}.toJSON !== undefined) refuse();`);
    const parent = this.variable(`Object.getPrototypeOf(${x})`);
    this.emit(`if (${parent} !== Object.prototype && ${parent} !== null) refuse();`);
  }

  bits(list, object) {
    const [word, parts] = this.parts(list);
    const bits = [];
    const known = new Map(parts.map(({ name, size, signed, left }) => {
      const value = this.before(name, object);
      this.after(name, value, object);
      this.emit(`if (${value} << ${32 - size} ${signed ? '>>' : '>>>'} ${32 - size} !== ${value}) refuse();`);
      bits.push(word === 'bits' ? `BigInt.asUintN(${size}, BigInt(${value})) << ${left}n` : `${value} << ${32 - size} >>> ${32 - size - left}`);
      return [name, { value, type: 'u8' }];
    }));
    this.emit(`s.${word}(${word === 'bits' ? bits.join(' | ') : `(${bits.join(' | ')}) >>> 0`});`);
    return known;
  }

  buffer(of, at, x) {
    this.length(of, at, this.variable(`s.digits(${x})`));
    this.emit(`s.put(${x});`);
  }

  array(of, at, x) {
    const length = this.variable(`s.array(${x})`);
    this.length(of, at, length);
    this.block(`for (let at = 0; at < ${length}; at += 1)`, () => this.type(of.type, at, this.variable(`${x}[at]`)));
  }

  entityMetadataLoop({ type, endVal }, at, x) {
    const length = this.variable(`s.array(${x})`);
    this.block(`for (let at = 0; at < ${length}; at += 1)`, () => {
      const start = this.variable('s.at');
      this.type(type, at, this.variable(`${x}[at]`));
      this.emit(`if (s.bytes[${start}] === ${Number(endVal)}) refuse();`);
    });
    this.emit(`s.u8(${Number(endVal)});`);
  }

  option(of, at, x) {
    this.emit(`s.bool(${x} !== null);`);
    this.block(`if (${x} !== null)`, () => {
      this.emit(`plain(${x});`);
      this.type(of, at, x);
    });
  }

  mapper(of, at, x) {
    const names = namesOf(of);
    // A number that has a name selects what the name selects.
    this.emit(`if (${this.constant(mapOf(names))}.has(${x})) refuse();`);
    const numbers = this.constant(mapOf(names.map(([number, name]) => [name, number])));
    this.integer(of.type, this.variable(`typeof ${x} === 'string' ? ${numbers}.get(${x}) : ${x}`));
  }

  bitflags(of, at, x) {
    const values = this.constant(mapOf(flagsOf(of).map((name, bit) => [name, 2 ** bit])));
    const bits = this.variable(0);
    this.emit(`for (let at = s.array(${x}) - 1; at >= 0; at -= 1) ${bits} |= ${values}.get(${x}[at]) ?? refuse();`);
    this.leaf(of.type, bits);
  }
}

/** The packets of a version. */
class Codec {
  #description;
  #sides = new Map();
  /** The bytes of the last packet, whose memory the next one takes. */
  #output;

  constructor(version) {
    this.#description = JSON.parse(wasm.protodef(version));
  }

  /** Returns the packets of a state and a direction. Their types have names that no description has. */
  #side(state, direction) {
    const key = `${state}.${direction}`;
    if (!this.#sides.has(key)) {
      const { types } = this.#description[state][direction];
      const [, [{ type: [, { mappings }] }, { type: [, { fields }] }]] = types.packet;
      const names = new Map(Object.entries(mappings).map(([id, name]) => [Number(id), name]));
      const ids = new Map([...names].map(([id, name]) => [name, id]));
      const packets = [...ids.keys()].map((name) => [`/${name}`, fields[name] ?? 'void']);
      const all = { ...this.#description.types, ...types, ...Object.fromEntries(packets) };
      this.#sides.set(key, { names, ids, reader: new Reader(all), writer: new Writer(all) });
    }
    return this.#sides.get(key);
  }

  /** Reads a packet. `undefined` if it is not usual. */
  read(state, direction, bytes) {
    try {
      const { names, reader } = this.#side(state, direction);
      const input = new Input(bytes);
      const name = names.get(input.varint()) ?? refuse();
      const params = reader.run(`/${name}`, input);
      return input.at === bytes.length ? { name, params } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a packet. `undefined` if it is not usual. */
  write(state, direction, packet) {
    try {
      const { ids, writer } = this.#side(state, direction);
      // Keys of all objects would be taken for their own.
      for (const _ in {}) refuse();
      // A getter of the packet may write another one meanwhile.
      const output = this.#output ?? new Output();
      this.#output = undefined;
      output.at = 0;
      output.keys(packet, ['name', 'params']);
      const { name, params } = packet;
      output.varint(ids.get(name));
      writer.run(`/${name}`, output, params);
      if (output.bytes.length < 1 << 20) this.#output = output;
      return output.bytes.slice(0, output.at);
    } catch {
      return undefined;
    }
  }
}

const CODECS = new Map();

/** Returns the packets of a version. Descriptions that are not built in do not become functions. */
export function codecOf(version) {
  if (!CODECS.has(version)) CODECS.set(version, new Codec(textOf(version)));
  return CODECS.get(version);
}
