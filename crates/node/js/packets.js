// Packets as values in the form of their JSON, read and written without text in between.
//
// The descriptions of ProtoDef become functions, one for each named type. They know only what is usual, and refuse all else, damage and
// wrong values included: then the other half reads or writes the packet, and says what is wrong.
import { Input, Output, refuse } from './bytes.js';

/** The value of a field as the label of a switch. */
const label = (x) => (typeof x === 'boolean' ? Number(x) : x);

/** The types without arguments. Those of 64 bits are text, so they select and count nothing. */
const INTEGERS = new Set(['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'varint']);
const LEAVES = {
  u64: 'u64', i64: 'i64', varlong: 'varlong', bool: 'bool', f32: 'f32', f64: 'f64', UUID: 'uuid', uuid: 'uuid', restBuffer: 'rest',
};
const NBT = { nbt: true, optionalNbt: true, anonymousNbt: false, anonOptionalNbt: false };
/** The kinds of types that need no function of their own. */
const SMALL = new Set(['pstring', 'buffer', 'mapper', 'bitfield', 'bitflags']);

const isLeaf = (kind) => INTEGERS.has(kind) || Object.hasOwn(LEAVES, kind) || Object.hasOwn(NBT, kind);

/** Returns a function, or one that refuses all if it cannot be made: of rare types, or where a page forbids to make functions. */
function made(make) {
  try {
    return make();
  } catch {
    return () => refuse();
  }
}

const quote = JSON.stringify;
const call = (type) => (Array.isArray(type) ? type : [type]);

/** Makes the source of functions. `Reader` and `Writer` have what differs between them. */
class Maker {
  constructor(types, functions) {
    this.types = types;
    this.functions = functions;
  }

  /** Returns the function of a type, which is made when it is first called. */
  make(type) {
    this.lines = [];
    this.variables = 0;
    this.tables = [];
    const end = this.whole(type, { scopes: [] });
    const source = `return (s, x) => {\n${this.lines.join('\n')}\n${end}\n};`;
    return new Function('functions', 'tables', 'label', 'refuse', source)(this.functions, this.tables, label, refuse);
  }

  /** Returns the call of the function of a named type, which is made at the first call. */
  function(name, args) {
    const { functions } = this;
    let at = functions.findIndex((one) => one.type === name);
    if (at < 0) {
      at = functions.length;
      const late = (s, x) => {
        functions[at] = made(() => new this.constructor(this.types, functions).make(this.types[name]));
        functions[at].type = name;
        return functions[at](s, x);
      };
      late.type = name;
      functions.push(late);
    }
    return `functions[${at}](${args})`;
  }

  table(x) {
    return `tables[${this.tables.push(x) - 1}]`;
  }

  /** Returns the call for a type with a function of its own. Small types and those with arguments have none. */
  named(type, args) {
    const [name, own] = call(type);
    const isNamed = own === undefined && Object.hasOwn(this.types, name) && this.types[name] !== 'native';
    const { kind } = this.resolve(type);
    return isNamed && !SMALL.has(kind) && !isLeaf(kind) ? this.function(name, args) : undefined;
  }

  emit(line) {
    this.lines.push(line);
  }

  variable(value, kind = 'const') {
    const name = `v${this.variables}`;
    this.variables += 1;
    this.emit(`${kind} ${name}${value === undefined ? '' : ` = ${value}`};`);
    return name;
  }

  /** Returns the kind and the arguments of a type whose name is followed, and the arguments of its definition. */
  resolve(type, args) {
    for (let depth = 0; depth < 100; depth += 1) {
      const [kind, of] = call(type);
      const definition = Object.hasOwn(this.types, kind) ? this.types[kind] : 'native';
      if (definition === 'native') return { kind, of, args };
      args = of ?? args;
      type = definition;
    }
    return refuse();
  }

  integer(type) {
    const { kind, of } = this.resolve(type);
    const name = kind === 'count' ? this.integer(of.type) : kind;
    return INTEGERS.has(name) ? name : refuse();
  }

  /** Returns the expression of a field before this one, and what it is. */
  field(path, { scopes, args }) {
    const full = path.startsWith('$') ? args[path.slice(1)] : path;
    const names = full.replaceAll('../', '');
    const up = (full.length - names.length) / 3;
    const [name, member] = names.split('/');
    const scope = scopes.slice(0, scopes.length - up).findLast((one) => one.has(name)) ?? refuse();
    const { value, type, args: own } = scope.get(name);
    let { kind, of } = type === undefined ? { kind: 'u8' } : this.resolve(type, own);
    if (kind === 'option') ({ kind, of } = this.resolve(of));
    if (member === undefined) {
      const isText = kind === 'mapper' || kind === 'pstring';
      return isText || INTEGERS.has(kind) || kind === 'bool' ? { value, isText } : refuse();
    }
    if (kind === 'bitfield') return { value: `${value}[${quote(member)}]` };
    return kind === 'bitflags' ? { value: `${value}.includes(${quote(member)})` } : refuse();
  }

  /** Calls `each` in the case that a field selects. */
  select({ compareTo, compareToValue, fields, default: otherwise = 'void' }, at, each) {
    if (compareToValue !== undefined) refuse();
    const { value, isText } = this.field(compareTo, at);
    const number = (text) => ({ true: 1, false: 0 })[text] ?? (Number.isInteger(Number(text)) ? Number(text) : refuse());
    this.emit(`switch (${isText ? value : `label(${value})`}) {`);
    for (const [name, type] of [...Object.entries(fields), [undefined, otherwise]]) {
      this.emit(name === undefined ? 'default: {' : `case ${isText ? quote(name) : number(name)}: {`);
      each(type);
      this.emit('break; }');
    }
    this.emit('}');
  }

  /** Reads or writes the fields of an object. The members of a field without a name are members of the object around it. */
  fields(list, at, object) {
    const scope = new Map();
    const inside = { ...at, scopes: [...at.scopes, scope] };
    for (const { name, type, anon } of list) {
      if (anon) for (const [own, known] of this.members(type, inside, object)) scope.set(own, known);
      else {
        if (object.names.has(name)) refuse();
        object.names.add(name);
        scope.set(name, { value: this.member(name, type, inside, object), type, args: at.args });
      }
    }
    return scope;
  }

  /** Reads or writes the members of a field without a name, and returns those that later fields know. */
  members(type, at, object) {
    const { kind, of, args } = this.resolve(type, at.args);
    if (kind === 'container') return this.fields(of, { ...at, args }, object);
    if (kind === 'switch') {
      this.open(object);
      const before = object.names;
      const all = new Set(before);
      this.select(of, { ...at, args }, (one) => {
        object.names = new Set(before);
        this.one(object, () => this.members(one, { ...at, args }, object));
        object.names.forEach((name) => all.add(name));
      });
      object.names = all;
    } else if (kind === 'bitfield') return this.bits(of, object);
    else if (kind !== 'void') refuse();
    return new Map();
  }

  /** The names of flags, from the lowest bit on. */
  flags({ type, flags, shift }) {
    return this.integer(type)[0] === 'i' && this.integer(type) !== 'i32' || !Array.isArray(flags) || shift !== undefined ? refuse() : flags;
  }

  /** The numbers and the names of a mapper. */
  mappings({ mappings }) {
    const pairs = Object.entries(mappings).map(([number, name]) => [Number(number), String(name)]);
    return new Set(pairs.map(([, name]) => name)).size === pairs.length ? pairs : refuse();
  }

  /** The name of the field whose highest bit says that another element follows. */
  marked(type) {
    const { kind, of } = this.resolve(type);
    return kind === 'container' && of[0].type === 'i8' ? of[0].name : refuse();
  }

  /** The words of a bit field, and for each part its name, its size, and the words and shifts of its bits. */
  parts(list) {
    const width = list.reduce((sum, { size }) => sum + size, 0);
    const words = { 8: ['u8'], 16: ['u16'], 32: ['u32'], 64: ['u32', 'u32'] }[width] ?? refuse();
    let end = 0;
    return {
      words,
      parts: list.map(({ name, size, signed }) => {
        if (size > 32) refuse();
        end += size;
        const first = Math.floor((end - size) / 32);
        const last = Math.floor((end - 1) / 32);
        return { name, size, signed, first, last, shift: Math.min(width, 32 * (last + 1)) - end };
      }),
    };
  }
}

class Reader extends Maker {
  whole(type, at) {
    return `return ${this.type(type, at)};`;
  }

  /** Returns the expression that reads a value. */
  type(type, at) {
    const named = this.named(type, 's');
    if (named) return named;
    const { kind, of, args } = this.resolve(type, at.args);
    const inside = { ...at, args };
    if (isLeaf(kind)) return kind in NBT ? `s.nbt(${NBT[kind]})` : `s.${LEAVES[kind] ?? kind}()`;
    switch (kind) {
      case 'void': return '{}';
      case 'count': return `s.${this.integer(of.type)}()`;
      case 'pstring': return `s.text(s.${this.integer(of.countType)}())`;
      case 'buffer': return `s.buffer(${this.count(of, inside)})`;
      case 'container': {
        const object = { names: new Set(), entries: [] };
        this.fields(of, inside, object);
        return object.value ?? this.open(object);
      }
      case 'bitfield': {
        const object = { names: new Set(), entries: [] };
        this.bits(of, object);
        return this.open(object);
      }
      case 'bitflags': {
        const names = this.flags(of);
        const bits = this.variable(`s.${this.integer(of.type)}()`);
        const set = this.variable('[]');
        names.forEach((name, bit) => this.emit(`if ((${bits} >>> ${bit}) & 1) ${set}.push(${quote(name)});`));
        if (names.length < 32) this.emit(`if (${bits} >>> ${names.length} !== 0) refuse();`);
        return set;
      }
      case 'mapper': {
        const number = this.variable(`s.${this.integer(of.type)}()`);
        return `${this.table(new Map(this.mappings(of)))}.get(${number}) ?? ${number}`;
      }
      case 'option': {
        const value = this.variable('null', 'let');
        this.emit('if (s.bool()) {');
        this.emit(`${value} = ${this.type(of, inside)};`);
        // Such a value is wrapped.
        this.emit(`if (${value} === null || (typeof ${value} === 'object' && 'some' in ${value})) refuse();`);
        this.emit('}');
        return value;
      }
      case 'switch': {
        const value = this.variable(undefined, 'let');
        this.select(of, inside, (one) => this.emit(`${value} = ${this.type(one, inside)};`));
        return value;
      }
      case 'array': return this.list(`for (let left = s.count(${this.count(of, inside)}); left > 0; left -= 1)`, of.type, inside);
      case 'entityMetadataLoop': {
        const list = this.list(`while (s.bytes[s.at] !== ${Number(of.endVal)})`, of.type, inside);
        this.emit('s.next(1);');
        return list;
      }
      case 'topBitSetTerminatedArray': {
        const first = this.marked(of.type);
        const list = this.variable('[]');
        this.emit('for (let isMore = true; isMore;) {');
        this.emit('isMore = s.bytes[s.at] > 127;');
        const item = this.variable(this.type(of.type, inside));
        this.emit(`${item}[${quote(first)}] &= 127;`);
        this.emit(`${list}.push(${item});`);
        this.emit('}');
        return list;
      }
      case 'registryEntryHolder': {
        const number = this.variable('s.varint()');
        const value = this.variable(`{ ${quote(of.baseName)}: (${number} - 1) | 0 }`, 'let');
        this.emit(`if (${number} === 0) {`);
        this.emit(`${value} = { ${quote(of.otherwise.name)}: ${this.type(of.otherwise.type, inside)} };`);
        this.emit('}');
        return value;
      }
      case 'registryEntryHolderSet': {
        const number = this.variable('s.varint()');
        const value = this.variable(undefined, 'let');
        this.emit(`if (${number} === 0) {`);
        this.emit(`${value} = { ${quote(of.base.name)}: ${this.type(of.base.type, inside)} };`);
        this.emit('} else {');
        const list = this.list(`for (let left = s.count(${number} - 1); left > 0; left -= 1)`, of.otherwise.type, inside);
        this.emit(`${value} = { ${quote(of.otherwise.name)}: ${list} };`);
        this.emit('}');
        return value;
      }
      default: return refuse();
    }
  }

  count({ countType, count }, at) {
    if (countType !== undefined) return `s.${this.integer(countType)}()`;
    return typeof count === 'number' ? count : this.field(count, at).value;
  }

  list(loop, type, at) {
    const list = this.variable('[]');
    this.emit(`${loop} {`);
    this.emit(`${list}.push(${this.type(type, at)});`);
    this.emit('}');
    return list;
  }

  member(name, type, at, object) {
    const value = this.variable(this.type(type, at));
    if (object.value) this.emit(`${object.value}[${quote(name)}] = ${value};`);
    else object.entries.push(`${quote(name)}: ${value}`);
    return value;
  }

  /** Reads the members that a switch selects. */
  one(_, members) {
    members();
  }

  /** Returns the variable with the object, to which members can be added. */
  open(object) {
    object.value ??= this.variable(`{ ${object.entries.join(', ')} }`);
    return object.value;
  }

  bits(list, object) {
    const { words, parts } = this.parts(list);
    const variables = words.map((word) => this.variable(`s.${word}()`));
    const known = new Map();
    for (const { name, size, signed, first, last, shift } of parts) {
      if (object.names.has(name)) refuse();
      object.names.add(name);
      const low = `(${variables[last]} >>> ${shift})`;
      const all = first === last ? low : `((${variables[first]} << ${32 - shift}) | ${low})`;
      const value = this.variable(signed ? `(${all} << ${32 - size}) >> ${32 - size}` : `(${all} << ${32 - size}) >>> ${32 - size}`);
      if (object.value) this.emit(`${object.value}[${quote(name)}] = ${value};`);
      else object.entries.push(`${quote(name)}: ${value}`);
      known.set(name, { value });
    }
    return known;
  }
}

class Writer extends Maker {
  whole(type, at) {
    this.type(type, at, 'x');
    return '';
  }

  /** Writes a value, which is in a variable. */
  type(type, at, x) {
    const named = this.named(type, `s, ${x}`);
    if (named) return this.emit(`${named};`);
    const { kind, of, args } = this.resolve(type, at.args);
    const inside = { ...at, args };
    if (isLeaf(kind)) return this.emit(kind in NBT ? `s.nbt(${x}, ${NBT[kind]});` : `s.${LEAVES[kind] ?? kind}(${x});`);
    switch (kind) {
      case 'void': return this.emit(`s.keys(${x}, 0);`);
      case 'count': return this.emit(`s.${this.integer(of.type)}(${x});`);
      case 'pstring': {
        const count = this.integer(of.countType);
        return this.emit(count === 'varint' ? `s.string(${x});` : `s.${count}(s.text(${x})); s.put();`);
      }
      case 'buffer': return this.emit(`${this.count(of, inside, `s.digits(${x})`)} s.put();`);
      case 'container': {
        const object = { names: new Set(), value: x, count: 0 };
        this.fields(of, inside, object);
        return this.emit(`s.keys(${x}, ${object.count}${object.counter ? ` + ${object.counter}` : ''});`);
      }
      case 'bitfield':
        this.bits(of, { names: new Set(), value: x, count: 0 });
        return this.emit(`s.keys(${x}, ${of.length});`);
      case 'bitflags': {
        const bits = this.table(new Map(this.flags(of).map((name, bit) => [name, 1 << bit])));
        const all = this.variable(0, 'let');
        this.emit(`s.array(${x});`);
        this.emit(`for (const name of ${x}) ${all} |= ${bits}.get(name) ?? refuse();`);
        return this.emit(`s.${this.integer(of.type)}(${all}${this.integer(of.type)[0] === 'u' ? ' >>> 0' : ''});`);
      }
      case 'mapper': {
        const names = new Map(this.mappings(of));
        const numbers = this.table(new Map([...names].map(([number, name]) => [name, number])));
        // A number that has a name selects what the name selects.
        this.emit(`if (${this.table(names)}.has(${x})) refuse();`);
        return this.emit(`s.${this.integer(of.type)}(typeof ${x} === 'string' ? ${numbers}.get(${x}) : ${x});`);
      }
      case 'option':
        this.emit(`s.bool(${x} !== null);`);
        this.emit(`if (${x} !== null) {`);
        // Such a value may be a wrapped one.
        this.emit(`if (typeof ${x} === 'object' && 'some' in ${x}) refuse();`);
        this.type(of, inside, x);
        return this.emit('}');
      case 'switch': return this.select(of, inside, (one) => this.type(one, inside, x));
      case 'array':
        this.emit(this.count(of, inside, `${x}.length`));
        return this.list(of.type, inside, x);
      case 'entityMetadataLoop':
        this.list(of.type, inside, x, () => this.emit(`if (s.bytes[start] === ${Number(of.endVal)}) refuse();`));
        return this.emit(`s.u8(${Number(of.endVal)});`);
      case 'topBitSetTerminatedArray': {
        const first = quote(this.marked(of.type));
        this.emit(`if (${x}.length === 0) refuse();`);
        return this.list(of.type, inside, x, (item) => {
          this.emit(`if (${item}[${first}] < 0) refuse();`);
          this.emit(`if (at + 1 < ${x}.length) s.bytes[start] |= 128;`);
        });
      }
      case 'registryEntryHolder': {
        this.emit(`s.keys(${x}, 1);`);
        const number = this.variable(`${x}[${quote(of.baseName)}]`);
        this.emit(`if (${number} === undefined) {`);
        this.emit('s.u8(0);');
        this.type(of.otherwise.type, inside, this.variable(`${x}[${quote(of.otherwise.name)}]`));
        this.emit(`} else if (${number} !== -1 && ${number} === (${number} | 0)) s.varint((${number} + 1) | 0);`);
        return this.emit('else refuse();');
      }
      case 'registryEntryHolderSet': {
        this.emit(`s.keys(${x}, 1);`);
        const list = this.variable(`${x}[${quote(of.otherwise.name)}]`);
        this.emit(`if (${list} === undefined) {`);
        this.emit('s.u8(0);');
        this.type(of.base.type, inside, this.variable(`${x}[${quote(of.base.name)}]`));
        this.emit('} else {');
        this.emit(`s.varint(${list}.length + 1);`);
        this.list(of.otherwise.type, inside, list);
        return this.emit('}');
      }
      default: return refuse();
    }
  }

  count({ countType, count }, at, length) {
    if (countType !== undefined) return `s.${this.integer(countType)}(${length});`;
    return `if (${length} !== ${typeof count === 'number' ? count : this.field(count, at).value}) refuse();`;
  }

  list(type, at, x, after = () => {}) {
    this.emit(`s.array(${x});`);
    this.emit(`for (let at = 0; at < ${x}.length; at += 1) {`);
    this.emit('const start = s.at;');
    const item = this.variable(`${x}[at]`);
    this.type(type, at, item);
    after(item);
    this.emit('}');
  }

  member(name, type, at, object) {
    const value = this.variable(`${object.value}[${quote(name)}]`);
    object.count += 1;
    this.type(type, at, value);
    return value;
  }

  open(object) {
    object.counter ??= this.variable(0, 'let');
  }

  /** Writes the members that a switch selects, whose number is known only then. */
  one(object, members) {
    const { count } = object;
    object.count = 0;
    members();
    this.emit(`${object.counter} += ${object.count};`);
    object.count = count;
  }

  bits(list, object) {
    const { words, parts } = this.parts(list);
    const all = words.map(() => []);
    const known = new Map();
    for (const { name, size, signed, first, last, shift } of parts) {
      if (object.names.has(name)) refuse();
      object.names.add(name);
      object.count += 1;
      const value = this.variable(`${object.value}[${quote(name)}]`);
      const [least, most] = signed ? [-(2 ** (size - 1)), 2 ** (size - 1) - 1] : [0, 2 ** size - 1];
      this.emit(`s.integer(${value}, ${least}, ${most});`);
      const bits = `((${value} << ${32 - size}) >>> ${32 - size})`;
      all[last].push(`(${bits} << ${shift})`);
      if (first !== last) all[first].push(`(${bits} >>> ${32 - shift})`);
      known.set(name, { value });
    }
    words.forEach((word, at) => this.emit(`s.${word}((${all[at].join(' | ')}) >>> 0);`));
    return known;
  }
}

/** The packets of a state and a direction. */
class Side {
  constructor({ types: all }, { types }) {
    const [, [{ type: [, { mappings }] }, { type: [, { fields }] }]] = types.packet;
    this.types = { ...all, ...types };
    this.names = new Map(Object.entries(mappings).map(([id, name]) => [Number(id), name]));
    this.ids = new Map([...this.names].map(([id, name]) => [name, id]));
    this.fields = fields;
    this.readers = { functions: [], all: new Map() };
    this.writers = { functions: [], all: new Map() };
  }

  function(Direction, { functions, all }, name) {
    if (!all.has(name)) all.set(name, made(() => new Direction(this.types, functions).make(this.fields[name] ?? 'void')));
    return all.get(name);
  }
}

/** The packets of a description of ProtoDef. */
export class Codec {
  #description;
  #sides = new Map();
  /** The bytes of the last packet, whose memory the next one takes. */
  #output;

  constructor(json) {
    this.#description = JSON.parse(json);
  }

  #side(state, direction) {
    const key = `${state}.${direction}`;
    if (!this.#sides.has(key)) this.#sides.set(key, new Side(this.#description, this.#description[state][direction]));
    return this.#sides.get(key);
  }

  /** Reads a packet. `undefined` if it is not usual. */
  read(state, direction, bytes) {
    try {
      const side = this.#side(state, direction);
      const input = new Input(bytes);
      const name = side.names.get(input.varint()) ?? refuse();
      const params = side.function(Reader, side.readers, name)(input);
      return input.at === bytes.length ? { name, params } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a packet. `undefined` if it is not usual. */
  write(state, direction, packet) {
    try {
      const side = this.#side(state, direction);
      // A getter of the packet may write another one meanwhile.
      const output = this.#output ?? new Output();
      this.#output = undefined;
      output.at = 0;
      const { name, params } = packet;
      output.keys(packet, 2);
      output.varint(side.ids.get(name));
      side.function(Writer, side.writers, name)(output, params);
      if (output.bytes.length < 1 << 20) this.#output = output;
      return output.bytes.slice(0, output.at);
    } catch {
      return undefined;
    }
  }
}
