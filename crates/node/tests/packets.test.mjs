// Packets without text in between, beside the other half: all packets of 15 versions, and damaged and changed ones.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Packets, decode, encode } from '../dist/node.js';
import { codecOf } from '../dist/packets.js';

const rows = (name) => gunzipSync(readFileSync(new URL(`../../../tests/fixtures/protodef/${name}`, import.meta.url)))
  .toString().trimEnd().split('\n').map((line) => line.split('\t'));
const bytes = (hex) => new Uint8Array(Buffer.from(hex, 'hex'));

const packets = [];
for (const [version, state, direction, , hex] of rows('packets.tsv.gz')) packets.push([version, state, direction, bytes(hex)]);
for (const [version, state, direction, , , hex] of rows('malformed.tsv.gz')) packets.push([version, state, direction, bytes(hex)]);
for (const version of ['1.15.2', '1.19.2']) {
  for (const row of rows(`minecraft-packets/${version}.tsv.gz`)) {
    packets.push([version, 'play', 'toClient', bytes(row.find((cell) => /^([0-9a-f]{2}){2,}$/.test(cell)))]);
  }
}

/** Whole numbers below a limit, the same in each run. */
let seed = 1;
function random(limit) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

/** What the other half returns. `undefined` if it refuses. */
function outcome(run) {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Reads a packet with both halves. */
function read([version, state, direction, data]) {
  const packet = codecOf(version).read(state, direction, data);
  const other = outcome(() => decode(data, `minecraft-${version}/${state}.${direction}`));
  if (packet !== undefined) {
    // Keys are in one order, too.
    assert.equal(JSON.stringify(packet), JSON.stringify(other), `${version} ${state}.${direction} ${Buffer.from(data).toString('hex')}`);
    assert.deepEqual(packet, other);
  }
  return [packet, other];
}

/** Writes a packet with both halves. */
function write([version, state, direction], packet) {
  const data = codecOf(version).write(state, direction, packet);
  if (data !== undefined) {
    const other = outcome(() => encode(packet, `minecraft-${version}/${state}.${direction}`));
    assert.deepEqual(data, other, `${version} ${state}.${direction} ${JSON.stringify(packet)}`);
  }
  return data;
}

test('packets are those of the other half', () => {
  let [usual, others] = [0, 0];
  for (const one of packets) {
    const [packet, other] = read(one);
    if (other === undefined) continue;
    const data = write(one, other);
    if (packet && data) usual += 1;
    else others += 1;
  }
  // The others have numbers that JSON does not have, or rare types.
  assert.ok(usual > 3500 && others < usual / 6, `${usual} ${others}`);
});

test('damaged packets are those of the other half', () => {
  for (const [version, state, direction, data] of packets.filter((one) => one[3].length < 2000)) {
    for (let round = 0; round < 4; round += 1) {
      const damaged = data.slice(0, random(4) ? data.length : random(data.length + 1));
      if (damaged.length > 0) damaged[random(damaged.length)] = [0, 1, 255, 127, 128, random(256)][random(6)];
      read([version, state, direction, damaged]);
    }
  }
});

const ODD = [
  null, true, false, 0, -0, -1, 1, 255, 256, -129, 65536, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 0.5, 1e308, NaN, '', 'a', '5', '-5', '0x1', '\u00e9', '\ud800', '\0',
  'ab', 'AB', [], {}, [null], [1, 2], { some: null }, undefined, 5n, '9223372036854775808', '18446744073709551615', 'compound',
];

/** Returns a packet that has an odd value in one place, or a place more or less. */
function changed(packet) {
  const copy = structuredClone(packet);
  const places = [];
  const find = (x) => Object.keys(x).forEach((key) => {
    places.push([x, key]);
    if (typeof x[key] === 'object' && x[key] !== null) find(x[key]);
  });
  find(copy);
  const [inside, key] = places[random(places.length)];
  const odd = ODD[random(ODD.length)];
  const change = random(4);
  if (change > 1) inside[key] = odd;
  else if (Array.isArray(inside)) inside.splice(Number(key), change, odd);
  else if (change === 1) inside.more = odd;
  else delete inside[key];
  return copy;
}

test('changed packets are those of the other half', () => {
  for (const one of packets.filter(([, , , data]) => data.length < 2000)) {
    const packet = codecOf(one[0]).read(one[1], one[2], one[3]);
    for (let round = 0; packet && round < 6; round += 1) {
      const other = changed(packet);
      if (outcome(() => JSON.stringify(other))) write(one, other);
    }
  }
});

/** Texts whose units have one to four bytes in UTF-8, or none, and other bytes in NBT. */
const TEXTS = [
  '', 'a', '\0', 'a\0', '\x7f', '\x80', '\xff', '\u07ff', '\u0800', '\uffff', '\ufeff', '\ud800', '\udc00\ud800', '\u{1f600}', '"\\\n', '__proto__', 'a'.repeat(127), 'a'.repeat(128),
  '\x80'.repeat(64), 'a'.repeat(300),
];

test('text is that of the other half in all places', () => {
  const seen = new Set();
  let written = 0;
  for (const one of packets) {
    const [packet] = one[3].length < 2000 ? read(one) : [];
    const each = (x, path) => Object.keys(x).forEach((key) => {
      const old = x[key];
      const place = Array.isArray(x) ? `${path}[]` : `${path}.${key}`;
      if (typeof old === 'object' && old !== null) each(old, place);
      if (typeof old !== 'string' || seen.has(place)) return;
      seen.add(place);
      for (const text of TEXTS) {
        x[key] = text;
        const data = write(one, packet);
        if (data === undefined) continue;
        written += 1;
        assert.deepEqual(read([...one.slice(0, 3), data])[0], packet);
      }
      x[key] = old;
    });
    if (packet) each(packet.params, `${one.slice(0, 3)} ${packet.name}`);
  }
  assert.ok(written > 10000, `${written}`);
});

/** Writes a packet that `JSON.parse` would not make. */
function writeOdd(version, state, direction, name, params) {
  const packet = { name, params };
  const other = outcome(() => encode(packet, `minecraft-${version}/${state}.${direction}`));
  assert.deepEqual(outcome(() => new Packets(version).encode(state, direction, packet)), other, `${name} ${JSON.stringify(params)}`);
  return other;
}

test('objects are what JSON has of them', () => {
  const experience = { experienceBar: 1, level: 1, totalExperience: 2 };
  const write = (params) => writeOdd('1.20.4', 'play', 'toClient', 'experience', params);
  assert.ok(write(experience));
  assert.ok(write(Object.assign(Object.create(null), experience)));
  const hidden = { experienceBar: 1, level: 1, x: 5 };
  Object.defineProperty(hidden, 'totalExperience', { value: 2, enumerable: false });
  class Other {
    toJSON() { return experience; }
  }
  const replaced = Object.defineProperty({ ...experience }, 'toJSON', { value: () => ({}) });
  for (const params of [
    replaced, Object.create(experience), hidden, new Other(), { ...experience, toJSON: () => ({}) }, { ...experience, toJSON: () => experience }, new Map(), [],
  ]) write(params);
  for (const params of [new Date(0), new Number(3), new Boolean(true), new String(''), [], new Map(), null, {}]) {
    writeOdd('1.20.4', 'configuration', 'toClient', 'finish_configuration', params);
  }
  class List extends Array {
    toJSON() { return [1, 2]; }
  }
  for (const entityIds of [[1], List.of(1), Object.assign([1], { toJSON: () => [5] }), Object.assign([1], { [Symbol.iterator]: () => [][Symbol.iterator]() }), { length: 1, 0: 1 }, Int32Array.of(1)]) {
    writeOdd('1.20.4', 'play', 'toClient', 'entity_destroy', { entityIds });
  }
});

test('tags have names', () => {
  const tag = { type: 'compound', value: [['a', { type: 'int', value: 1 }]] };
  const write = (nbtData) => writeOdd('1.19.2', 'play', 'toClient', 'tile_entity_data', { location: { x: 1, z: 2, y: 3 }, action: 1, nbtData });
  assert.ok(write({ name: '', tag }));
  // JSON has nothing of this.
  const hidden = Object.assign([...tag.value], { [Symbol.iterator]: () => [][Symbol.iterator]() });
  assert.ok(write({ name: '', tag: { type: 'compound', value: hidden } }));
  for (const name of [undefined, null, 0]) {
    write({ name, tag });
    write({ name: '', tag: { type: 'compound', value: [[name, tag]] } });
  }
});

test('only descriptions that are built in become functions', () => {
  for (const version of ['1.0', '{"types":{}}', { types: {} }, undefined]) assert.throws(() => codecOf(version));
});

test('a page that forbids to make functions has the same packets', () => {
  const program = `
    import { Packets } from '${new URL('../dist/node.js', import.meta.url)}';
    const packets = new Packets('1.20.4');
    const packet = packets.decode('play', 'toClient', Buffer.from('5a3f8000007f48', 'hex'));
    console.log(packet.params.level, Buffer.from(packets.encode('play', 'toClient', packet)).toString('hex'));`;
  const options = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program];
  assert.equal(execFileSync(process.execPath, options, { encoding: 'utf8' }), '127 5a3f8000007f48\n');
});

test('an error is that of the other half', () => {
  const side = new Packets('1.20.4');
  assert.throws(() => side.encode('play', 'toClient', { name: 'experience', params: { experienceBar: 1, level: 1 } }), { path: '$.params', message: /totalExperience/ });
  assert.throws(() => side.encode('play', 'toClient', { name: 'nothing', params: {} }), { path: '$.name' });
  assert.throws(() => side.decode('play', 'nowhere', new Uint8Array(1)), { name: 'GamewireError' });
});
