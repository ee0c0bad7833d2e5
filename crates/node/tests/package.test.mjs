// The functions of the package, and its README.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync, gzipSync, deflateSync } from 'node:zlib';
import * as gamewire from '../dist/node.js';

const { Byte, Double, File, Float, GamewireError, NodePath, Packets, Recording, Region, Root, Short, StringName, Value } = gamewire;
const { chunks, decode, encode, explain, fromJson, identify, toJson, toPlainJson } = gamewire;

const bytes = (hex) => new Uint8Array(Buffer.from(hex, 'hex'));
const hex = (data) => Buffer.from(data).toString('hex');

/** A root without a name with entries of [type, name, payload]. */
function nbt(...entries) {
  const wire = entries.map(([kind, name, payload]) => Buffer.concat([Buffer.from([kind, 0, name.length]), Buffer.from(name), Buffer.from(payload)]));
  return new Uint8Array(Buffer.concat([Buffer.from([10, 0, 0]), ...wire, Buffer.from([0])]));
}

const PLAYER = nbt([1, 'hp', [20]], [3, 'gold', [0, 0, 0, 7]], [9, 'bag', [10, 0, 0, 0, 1, 3, 0, 4, ...Buffer.from('gold'), 0, 0, 0, 9, 0]]);

test('the README runs', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const parts = readme.split('```js\n').slice(1).map((part) => part.split('```')[0]).filter((part) => part.includes('// '));
  assert.ok(parts.length > 0);
  for (const line of parts[0].split('\n')) {
    const [, code, expected] = /^(.*?);? +\/\/ (.*)$/.exec(line) ?? [];
    if (code) assert.equal(run(code), expected, code);
  }

  function run(code) {
    try {
      return String(new Function(...Object.keys(gamewire), 'hex', `return ${code}`)(...Object.values(gamewire), hex));
    } catch (error) {
      return String(error);
    }
  }
});

test('every export has a type', () => {
  const types = readFileSync(new URL('../dist/gamewire.d.ts', import.meta.url), 'utf8');
  for (const name of Object.keys(gamewire)) assert.match(types, new RegExp(`export (declare )?(class|function|const) ${name}\\b`));
  for (const name of Object.getOwnPropertyNames(File.prototype)) assert.match(types, new RegExp(`\\b${name}\\b`));
});

test('numbers of NBT keep their types', () => {
  const value = decode(PLAYER, 'minecraft/nbt');
  assert.deepEqual(value, { hp: new Byte(20), gold: 7, bag: [{ gold: 9 }] });
  assert.equal(value.hp + 1, 21);
  assert.equal(decode(PLAYER, 'minecraft/nbt', { plain: true }).hp, 20);
  assert.equal(decode(nbt([4, 'x', [127, 255, 255, 255, 255, 255, 255, 255]]), 'minecraft/nbt').x, 2n ** 63n - 1n);
  assert.equal(decode(nbt([4, 'x', [0, 0, 0, 0, 0, 0, 0, 7]]), 'minecraft/nbt', { plain: true }).x, 7);
  assert.equal(decode(nbt([4, 'x', [127, 255, 255, 255, 255, 255, 255, 255]]), 'minecraft/nbt', { plain: true }).x, 2n ** 63n - 1n);
  assert.equal(decode(bytes('0200000007000000'), 'godot4'), 7n);
  assert.equal(decode(bytes('0200000007000000'), 'godot4', { plain: true }), 7);
  // Text that looks like a mark of the other half.
  for (const json of [{ type: 'PackedStringArray', args: ['\x7fu', '\x7flx'] }, { type: 'Node', props: ['name', 's:\x7flx', '\x7f', 's:q'] }]) {
    const data = fromJson(JSON.stringify(json), 'godot4');
    assert.deepEqual(decode(data, 'godot4', { objects: true, plain: true }), JSON.parse(toPlainJson(data, 'godot4', { objects: true })));
  }
  const real = encode({ a: new Float(0.1), b: new Double(2), c: new Short(-3), d: 5n, e: 0.5, f: -0, g: Infinity }, 'minecraft/nbt');
  assert.equal(hex(real), hex(nbt(
    [5, 'a', bytes('3dcccccd')], [6, 'b', bytes('4000000000000000')], [2, 'c', bytes('fffd')], [4, 'd', bytes('0000000000000005')],
    [6, 'e', bytes('3fe0000000000000')], [6, 'f', bytes('8000000000000000')], [6, 'g', bytes('7ff0000000000000')])));
  assert.deepEqual(encode(decode(real, 'minecraft/nbt'), 'minecraft/nbt'), real);
});

test('the order and the names of keys are kept', () => {
  // JavaScript puts keys that are integers first, and `__proto__` is not a key.
  for (const names of [['b', '10', '2'], ['__proto__'], ['\x7fl5'], ['', 'a'], ['\x7f']]) {
    const wire = nbt(...names.map((name) => [8, name, [0, 2, 0x7f, 0x6c]]));
    const value = decode(wire, 'minecraft/nbt');
    assert.deepEqual(value instanceof Map ? [...value.keys()] : Object.keys(value), names);
    assert.deepEqual(encode(value, 'minecraft/nbt'), wire);
    const dictionary = encode(new Map(names.map((name) => [name, '\x7fl5'])), 'godot4');
    assert.deepEqual(encode(decode(dictionary, 'godot4'), 'godot4'), dictionary);
  }
  const twice = nbt([1, 'a', [1]], [1, 'a', [2]]);
  assert.deepEqual(encode(decode(twice, 'minecraft/nbt'), 'minecraft/nbt'), twice);
  const keys = encode(new Map([[1n, 'int'], [1, 'float'], [null, 0.5], [[1n], true], [new Value('Vector2i', [1, 2]), '']]), 'godot4');
  assert.deepEqual(encode(decode(keys, 'godot4'), 'godot4'), keys);
});

test('errors have a place', () => {
  for (const [value, path] of [[{ a: [1, { 'b c': Symbol('x') }] }, '$.a[1]["b c"]'], [[() => 1], '$[0]'], [{ x: 2n ** 70n }, '$.x'], [[/x/], '$[0]']]) {
    for (const format of ['godot4', 'minecraft/nbt']) {
      assert.throws(() => encode(value, format), (error) => error instanceof GamewireError && error.path === path);
    }
  }
  assert.throws(() => decode(bytes('1c000000e8030000'), 'godot4'), { name: 'GamewireError', offset: 4, path: '$' });
  assert.throws(() => decode(new Uint8Array(), 'no such format'), GamewireError);
  assert.throws(() => encode(2 ** 40, 'minecraft/nbt'), /a BigInt is a Long/);
  assert.throws(() => encode([1, 'a'], 'minecraft/nbt'), /one type/);
});

test('arrays are arrays', () => {
  assert.equal(hex(encode(new Float32Array([1.5, 2.5]), 'godot4')), '20000000020000000000c03f00002040');
  const longs = nbt([12, 'x', [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 255, 255, 255, 255, 255, 255, 255, 255]]);
  assert.deepEqual(decode(longs, 'minecraft/nbt').x, new BigInt64Array([1n, -1n]));
  assert.deepEqual(encode({ x: new BigInt64Array([1n, -1n]) }, 'minecraft/nbt'), longs);
  const vectors = decode(bytes('23000000010000000000803f00000040'), 'godot4');
  assert.deepEqual(vectors, new Value('PackedVector2Array', new Float32Array([1, 2])));
  // A class that extends Uint8Array.
  assert.equal(hex(encode({ x: Buffer.from([1, 255]) }, 'minecraft/nbt')), hex(nbt([7, 'x', [0, 0, 0, 2, 1, 255]])));
  // The bits of a NaN, and the sign of zero.
  for (const wire of ['20000000020000000100c07f00000080', '2000000001000000010080ff', '210000000100000001000000000000f8ff'.slice(0, 32)]) {
    const data = bytes(wire);
    assert.deepEqual(encode(decode(data, 'godot4'), 'godot4'), data);
  }
  for (const data of [nbt([5, 'x', bytes('7fc00001')]), nbt([6, 'x', bytes('7ff8000000000001')]), nbt([6, 'x', bytes('fff8000000000000')])]) {
    assert.deepEqual(encode(decode(data, 'minecraft/nbt'), 'minecraft/nbt'), data);
  }
});

test('text of NBT', () => {
  // U+0000, an unpaired surrogate and a pair, as modified UTF-8, which the strings of JavaScript hold; and U+0061 in two bytes.
  const data = nbt([8, 'x', [0, 12, 0xc0, 0x80, 0xed, 0xa0, 0xbd, 0x61, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]]);
  assert.equal(decode(data, 'minecraft/nbt').x, '\0\ud83da\u{1f600}');
  const long = nbt([8, 'x', [0, 2, 0xc1, 0xa1]]);
  assert.ok(decode(long, 'minecraft/nbt').x instanceof Value);
  for (const wire of [data, long]) assert.deepEqual(encode(decode(wire, 'minecraft/nbt'), 'minecraft/nbt'), wire);
  assert.throws(() => encode({ a: ['\u20ac'.repeat(22000)] }, 'minecraft/nbt'), { message: /length 66000 is over the limit of 65535/, path: '$.a[0]' });
  // More bytes than the first buffer has, at any place.
  const large = { a: 'x'.repeat(4090), b: new Byte(1), c: 2n, d: ['y'.repeat(9000)], e: new Int32Array(20000) };
  assert.deepEqual(decode(encode(large, 'minecraft/nbt'), 'minecraft/nbt'), large);
});

test('text that only the Bedrock edition has', () => {
  const network = 'minecraft-bedrock-network/nbt';
  // A root without a name, a String `a` with a VarInt for its length, and 65536 times `x`.
  const wire = new Uint8Array(Buffer.concat([bytes('0a00080161808004'), Buffer.alloc(65536, 'x'), bytes('00')]));
  const long = 'x'.repeat(65536);
  for (const plain of [false, true]) assert.deepEqual(decode(wire, network, { plain }), { a: long });
  assert.deepEqual(encode({ a: long }, network), wire);
  assert.deepEqual(encode({ a: new Value('json', JSON.stringify({ type: 'string', value: long })) }, network), wire);
  const file = new File(wire, { format: network });
  const old = new File(wire, { format: network });
  file.set('$.a', 'y'.repeat(70000));
  assert.deepEqual([file.get('$.a'), file.value(0)], ['y'.repeat(70000), { a: 'y'.repeat(70000) }]);
  assert.deepEqual(old.diff(file), [['$.a', long, 'y'.repeat(70000)]]);
  file.set('$.a', long);
  assert.deepEqual(file.save(), wire);
  // A text with 65536 bytes in modified UTF-8, but fewer in UTF-8: Compound, no name, String `a`.
  for (const [unit, count] of [['\0', 32768], ['\u{1f600}', 12000]]) {
    const text = Buffer.from(unit.repeat(count));
    const size = Buffer.from([text.length & 255, text.length >> 8]);
    const little = new Uint8Array(Buffer.concat([bytes('0a000008010061'), size, text, bytes('00')]));
    assert.deepEqual(decode(little, 'minecraft-bedrock/nbt'), { a: unit.repeat(count) });
    assert.deepEqual(encode({ a: unit.repeat(count) }, 'minecraft-bedrock/nbt'), little);
  }
  // Other values beside it, and names that an object does not have.
  const value = new Map([['b', long], ['10', [[new Short(3)], [new Short(4)]]], ['__proto__', new Map([['1', [long, '\x7fl5', '']], ['n', 2n ** 60n]])],
    ['c', new Value('json', '{"type":"float","value":5.5}')], ['d', new Int8Array([1])], ['e', []], ['f', '\udc80'], ['g', new Double(-0)],
    ['h', [-Infinity, NaN, 0.5]], ['i', new Float(NaN)], ['j', new BigInt64Array([-5n])], ['k', new Int32Array([7])], ['l', new Byte(-1)], ['m', 70000],
    ['n', new Value('json', '{"type":"list","value":{"type":"int","value":[]}}')], ['o', new Value('json', '{"type":"double","value":"NaN:7ff8000000000001"}')]]);
  const again = decode(encode(value, network), network);
  assert.deepEqual([...again.keys()], [...value.keys()]);
  assert.deepEqual(again, value.set('c', new Float(5.5)).set('h', [-Infinity, NaN, 0.5].map((x) => new Double(x))));
  assert.deepEqual(encode(again, network), encode(value, network));
  const plain = decode(encode(value, network), network, { plain: true });
  assert.deepEqual([plain.get('h'), plain.get('l'), plain.get('n'), plain.get('o'), plain.get('f')], [[-Infinity, NaN, 0.5], -1, [], NaN, '\udc80']);
  // A long name, beside a Short.
  const name = new Uint8Array(Buffer.concat([bytes('0a0002808004'), Buffer.alloc(65536, 'x'), bytes('050000')]));
  assert.deepEqual(decode(name, network), { [long]: new Short(5) });
  assert.deepEqual(encode(decode(name, network), network), name);
  assert.deepEqual(decode(name, network, { plain: true }), { [long]: 5 });
});

test('plain text that is not encoded as usual is text', () => {
  const plain = (hex) => decode(bytes(hex), 'minecraft/nbt', { plain: true });
  assert.deepEqual(plain('0a000001000100' + '0500'), { '\0': 5 });
  // U+0061 in two bytes, and U+0000 in one.
  assert.deepEqual(plain('0a00000100010005' + '010002c1a20600'), { '\0': 5, b: 6 });
  assert.deepEqual(plain('0a000008000161000100' + '00'), { a: '\0' });
});

test('names of roots are text', () => {
  for (const name of [new Short(0), 5, null, {}, new Value('json', '{"type":"int","value":5}'), new Value('Vector2', [1, 2])]) {
    assert.throws(() => encode(new Root(name, {}), 'minecraft/nbt'), { name: 'GamewireError', message: /text|no Value/ });
  }
  assert.equal(hex(encode(new Root(new Value('json', '{"type":"string","value":"q"}'), {}), 'minecraft/nbt')), '0a00017100');
});

test('names of formats are those that the library knows', () => {
  const long = { a: 5n };
  const data = encode(long, 'minecraft/nbt');
  for (const name of ['minecraft/nbt', 'minecraft/nbt ', 'minecraft/ nbt']) {
    assert.deepEqual(decode(data, name), long);
    assert.deepEqual(encode(long, name), data);
  }
  for (const name of ['godot4', 'mole']) assert.equal(decode(bytes('0200000005000000'), name), 5n);
});

test('deep values are an error and no crash', () => {
  let deep = [];
  for (let at = 0; at < 10000; at += 1) deep = [deep];
  const self = {};
  self.self = self;
  for (const format of ['godot4', 'minecraft/nbt']) {
    assert.throws(() => encode(deep, format), GamewireError);
    assert.throws(() => encode(self, format), GamewireError);
  }
  // The deepest value of the game, with a name that is there twice at each level: nothing may be built twice for it.
  const level = bytes('0a000161000a000161');
  const wire = new Uint8Array(Buffer.concat([bytes('0a0000'), ...Array(500).fill(level), Buffer.alloc(501)]));
  assert.deepEqual(encode(decode(wire, 'minecraft/nbt'), 'minecraft/nbt'), wire);
  const arrays = bytes('1e00000001000000'.repeat(1500) + '00000000');
  assert.throws(() => decode(arrays, 'godot4'), GamewireError);
  assert.match(explain(arrays, 'godot4'), /./);
});

test('a file is changed and saved in its container', () => {
  const file = new File(new Uint8Array(gzipSync(PLAYER)));
  assert.deepEqual([file.length, file.format], [1, 'minecraft/nbt']);
  assert.deepEqual(file.find('gold'), ['$.gold', '$.bag[0].gold']);
  // A Byte remains one.
  file.set('$.hp', 5);
  file.remove('$.gold');
  const saved = Buffer.from(PLAYER).toString('latin1').replace('hp\x14', 'hp\x05').replace('\x03\0\x04gold\0\0\0\x07', '');
  assert.equal(gunzipSync(file.save()).toString('latin1'), saved);
  assert.deepEqual(new File(file.save()).values({ plain: true }), [{ hp: 5, bag: [{ gold: 9 }] }]);
  assert.throws(() => file.get('$.gold'), GamewireError);
  assert.throws(() => file.set('$.hp', 500), GamewireError);
  const arrays = { b: new Int8Array([1, 2]), l: new BigInt64Array([1n]) };
  const typed = new File(encode(arrays, 'minecraft/nbt'), { format: 'minecraft/nbt' });
  for (const list of [[1, 300], [-129], [1.5], ['1'], [null], [NaN]]) assert.throws(() => typed.set('$.b', list), GamewireError, String(list));
  for (const list of [[2n ** 63n], [1.5], ['1']]) assert.throws(() => typed.set('$.l', list), GamewireError, String(list));
  assert.deepEqual(typed.value(0), arrays);
  typed.set('$.b', [-128, 127n]);
  assert.deepEqual(typed.get('$.b'), new Int8Array([-128, 127]));
  assert.throws(() => new File(bytes('89504e470d0a1a0a')), GamewireError);
  file.free();
});

/** Whether the visible rows of a file follow each other from the first to the last byte. */
function tile(file) {
  const { contents, visible } = file.about();
  return file.rows(0, visible).reduce((end, row) => (row.offset === end ? end + row.length : NaN), 0) === contents;
}

test('a file is shown by rows, as a tree and by places', () => {
  const file = new File(new Uint8Array(gzipSync(PLAYER)));
  const about = file.about();
  assert.deepEqual([about.kind, about.format, about.layers, about.contents, about.errors], ['values', 'minecraft/nbt', ['packed (gzip)'], PLAYER.length, []]);
  assert.match(about.title, /NBT/);
  assert.equal(about.container[0].meaning, 'magic = 1f 8b');
  assert.ok(tile(file));
  const [offset, length] = file.search('7');
  const row = file.row(file.rowAt(offset));
  assert.deepEqual([row.path, row.meaning, row.kind, row.value, row.offset, row.length], ['$.gold', 'value = 7', 'Int', '7', offset, length]);
  assert.equal(file.get(row.path), 7);
  assert.deepEqual(file.bytes(offset, length), bytes('00000007'));
  assert.deepEqual([...file.marks(offset, 1)], [row.row, offset, row.role]);
  assert.match(row.sentences, /byte/);
  // A container is folded, and opened again for a row in it.
  const inner = file.row(file.rowAt(file.search('$.bag[0].gold')[0]));
  file.foldFrom(1);
  assert.ok(file.about().visible < about.rows);
  const { place } = file.reveal(inner.row);
  assert.equal(file.rows(place, 1)[0].row, inner.row);
  const nodes = file.tree([0]);
  assert.deepEqual(nodes.map(({ label, type, count, text }) => [label, type, count ?? text]), [['hp', 'Byte', '20b'], ['gold', 'Int', '7'], ['bag', 'List', 1]]);
  assert.deepEqual([...file.trail(offset)], [0, 1]);
  assert.deepEqual(file.tree([0, 2], 0, 1)[0].count, 1);
  assert.deepEqual([file.toText('$.bag'), file.toJson('$.gold')], ['[{gold:9}]', '{"type":"int","value":7}']);
  for (const wrong of [() => file.row(999), () => file.tree([7]), () => file.search('0x999'), () => file.toText('$.none'), () => file.setText('$.gold', 'many'), () => file.setText('$.bag', '[]')]) {
    assert.throws(wrong, GamewireError, String(wrong));
  }
});

test('changes of all kinds are undone in any order', () => {
  const start = encode({ hp: 5n, name: 'Ann', gone: 1n }, 'godot4');
  const file = new File(start);
  file.setText('$.hp', '1234567890123');
  file.remove('$.gone');
  file.set('$.name', 'Ann-Marie');
  file.setText('$.name', 'Bo');
  // Nothing is changed by the value that is there.
  file.setText('$.name', 'Bo');
  const changes = file.about().changes.map(({ path, was, text }) => [path, was, text]);
  assert.deepEqual(changes, [['$.hp', '5', '1234567890123'], ['$.gone', null, null], ['$.name', null, null], ['$.name', '"Ann-Marie"', 'Bo']]);
  assert.ok(tile(file));
  const { offset, length } = file.about().changes[3];
  assert.ok(Buffer.from(file.bytes(offset, length)).includes('Bo'));
  assert.deepEqual(new File(file.save()).value(0), { hp: 1234567890123n, name: 'Bo' });
  file.undo(1);
  assert.deepEqual(file.value(0), { hp: 1234567890123n, name: 'Bo', gone: 1n });
  file.undo();
  file.undo();
  file.undo();
  assert.deepEqual(file.save(), start);
  assert.throws(() => file.undo(), GamewireError);
  // A change that another one needs stays.
  file.set('$.bag', { gold: 1n });
  file.set('$.bag.gold', 2n);
  assert.throws(() => file.undo(0), GamewireError);
  assert.deepEqual(file.get('$.bag'), { gold: 2n });
});

test('settings that are added and removed have rows', () => {
  const file = new File(readFileSync(new URL('../../../tests/fixtures/framing/godot-4.6.3/project.binary', import.meta.url)));
  const name = file.tree()[1].label;
  file.remove(`$["${name}"]`);
  file.set('$["application/of_a_test"]', 'here');
  file.foldFrom(1000);
  assert.ok(tile(file));
  const row = file.row(file.rowAt(file.search('here')[0]));
  assert.deepEqual([row.path, row.meaning], ['$.application/of_a_test', 'text = "here"']);
  assert.equal(file.about().rows, new File(file.save()).about().rows);
});

test('any bytes are opened in part', () => {
  const open = (data, options) => new File(new Uint8Array(data), { ...options, partial: true });
  const cut = open(PLAYER.subarray(0, 20));
  assert.equal(cut.about().kind, 'damaged');
  const [{ message, offset, path, missing }] = cut.about().errors;
  assert.match(message, /at byte 0x/);
  assert.deepEqual([typeof offset, typeof path, typeof missing], ['number', 'string', 'number']);
  assert.ok(tile(cut));
  const kinds = [[bytes('89504e470d0a1a0a'), 'foreign'], [[], 'empty'], [Buffer.from('{"a": [1]}'), 'text'], [region(), 'region'], [Buffer.from('GDEC'.padEnd(90, 'x')), 'encrypted']];
  for (const [data, kind] of kinds) {
    assert.throws(() => new File(new Uint8Array(data)), GamewireError, kind);
    const file = open(data);
    assert.equal(file.about().kind, kind);
    assert.deepEqual(file.save(), new Uint8Array(data));
    assert.ok(tile(file));
  }
  assert.deepEqual(open(region()).about().chunks, ['1,1']);
  const text = open(Buffer.from('{"a": [1,  2]}'));
  text.setText('$.a[1]', '3');
  assert.equal(Buffer.from(text.save()).toString(), '{"a": [1,  3]}');
  const packet = open(bytes('2e00010707070707070707070707070707070705416c69636500000000'), { format: 'minecraft-packet' });
  assert.match(packet.about().choices[0].format, /player_info$/);
  assert.throws(() => packet.get('$'), GamewireError);
  for (const options of [{ format: 'none' }, { frame: 'none such' }, { key: 'x' }, { chunk: '99' }, { key: 7 }]) {
    assert.throws(() => new File(PLAYER, options), GamewireError, JSON.stringify(options));
  }
});

test('files are converted', () => {
  const file = new File(encode({ at: new Value('Vector2i', [3, 4]) }, 'godot4'));
  const { bytes: converted, report } = file.convert('godot3');
  assert.deepEqual(decode(converted, 'godot3'), { at: new Value('Vector2', [3, 4]) });
  assert.match(report, /godot4 to godot3: 1 change, nothing lost/);
  assert.deepEqual(decode(new File(PLAYER).convert('minecraft-bedrock/nbt').bytes, 'minecraft-bedrock/nbt'), decode(PLAYER, 'minecraft/nbt'));
  assert.throws(() => file.convert('minecraft/nbt'), GamewireError);
});

test('values of Godot keep their types', () => {
  const start = { speed: 2, at: new Value('Vector2', [1, 2]), ids: new Int32Array([1]), name: new StringName('a'), gold: 7n, way: new NodePath('/root:x') };
  const file = new File(encode(start, 'godot4'), { format: 'godot4' });
  assert.deepEqual(file.value(0), start);
  for (const [path, value] of [['$.speed', 3], ['$.at', [3, 4]], ['$.ids', [7, 8]], ['$.name', 'b'], ['$.gold', 8]]) file.set(path, value);
  assert.deepEqual(file.value(0), { ...start, speed: 3, at: new Value('Vector2', [3, 4]), ids: new Int32Array([7, 8]), name: new StringName('b'), gold: 8n });
  assert.deepEqual(decode(file.save(), 'godot4', { plain: true }).name, 'b');
});

test('wrong arguments are errors of the package', () => {
  const [file, freed, cycle] = [new File(PLAYER), new File(PLAYER), {}];
  freed.free();
  freed.free();
  cycle.cycle = cycle;
  const calls = [
    () => decode('text', 'godot4'), () => decode(PLAYER, Symbol('x')), () => fromJson(5, 'godot4'), () => identify(5), () => chunks(region(), '$.a'),
    () => chunks(region(), [1]), () => file.get(5), () => file.set(5, 1), () => file.remove(), () => file.find(7), () => file.value(9),
    () => file.diff({}), () => new File(PLAYER, { password: 5 }), () => new File(PLAYER, { format: 5 }), () => new Recording(PLAYER, 5), () => new Packets(),
    () => freed.length, () => freed.get('$'), () => freed.save(), () => file.diff(freed), () => encode(new Value('json', 5), 'minecraft/nbt'),
    () => encode(new Value('json'), 'godot4'), () => encode(new Value('Vector2'), 'godot4'), () => encode(cycle, 'minecraft-1.20.4/play.toClient'),
  ];
  for (const one of calls) assert.throws(one, GamewireError, String(one));
});

test('files are compared', () => {
  const old = new File(PLAYER);
  const changed = new File(PLAYER);
  changed.set('$.gold', 99);
  assert.deepEqual(old.diff(changed), [['$.gold', 7, 99]]);
  assert.deepEqual(old.diff(old), []);
});

function region() {
  const packed = deflateSync(PLAYER);
  const data = Buffer.alloc(12288);
  data.writeUInt32BE((2 << 8) | 1, 4 * 33);
  data.writeUInt32BE(1700000000, 4096 + 4 * 33);
  data.writeUInt32BE(packed.length + 1, 8192);
  data[8196] = 2;
  packed.copy(data, 8197);
  return new Uint8Array(data);
}

test('regions', () => {
  const all = new Region(region());
  assert.deepEqual(all.chunks, [{ x: 1, z: 1, time: 1700000000 }]);
  assert.deepEqual(all.get(1, 1), PLAYER);
  assert.equal(all.get(0, 0), undefined);
  assert.deepEqual(chunks(region(), ['$.gold', '$.none']), [{ x: 1, z: 1, time: 1700000000, values: [7, undefined] }]);
  const file = new File(region(), { chunk: '1,1' });
  file.set('$.gold', 8);
  assert.equal(chunks(file.save(), ['$.gold'])[0].values[0], 8);
  assert.throws(() => new Region(bytes('00')), GamewireError);
});

test('packets', () => {
  const packets = new Packets('1.20.4');
  const wire = bytes('5a3f8000007f48');
  const value = packets.decode('play', 'toClient', wire);
  assert.deepEqual(value.params, { experienceBar: 1, level: 127, totalExperience: 72 });
  assert.deepEqual(packets.encode('play', 'toClient', value), wire);
  assert.match(packets.explain('play', 'toClient', wire), /totalExperience/);
  const ping = bytes('017fffffffffffffff');
  assert.deepEqual(packets.decode('status', 'toServer', ping).params, { time: '9223372036854775807' });
  assert.equal(packets.json('status', 'toServer', ping, { longText: true }), '{"name":"ping","params":{"time":"9223372036854775807"}}');
  assert.equal(packets.json('status', 'toServer', ping), '{"name":"ping","params":{"time":9223372036854775807}}');
  assert.deepEqual(packets.encode('status', 'toServer', { name: 'ping', params: { time: 2n ** 63n - 1n } }), ping);
  assert.ok(Packets.versions().includes('1.8.9'));
  assert.throws(() => new Packets('0.0'), GamewireError);
  assert.throws(() => packets.decode('play', 'toClient', wire.subarray(0, 3)), { offset: 1 });
});

test('recordings', () => {
  const recording = new Recording(new Uint8Array());
  assert.deepEqual([recording.length, [...recording], recording.at(0)], [0, [], undefined]);
  const data = readFileSync(new URL('../../../tests/fixtures/protodef/sessions/1.20.toServer.bin', import.meta.url));
  const packets = [...new Recording(new Uint8Array(data), '1.20')];
  assert.ok(packets.length > 3);
  assert.equal(packets[3].packet.params.x, 3.5);
  const file = new File(new Uint8Array(data));
  assert.equal(file.length, packets.length);
  assert.deepEqual(file.value(3), packets[3].packet);
  file.set('[3].params.x', 4);
  assert.equal(file.get('[3].params.x'), 4);
});

test('other functions', () => {
  assert.match(identify(bytes('040000000500000068656c6c6f000000')), /Godot/);
  assert.deepEqual(explain(bytes('0200000007000000'), 'godot4', { rows: true }).at(-1), {
    offset: 4, length: 4, depth: 1, path: '$', type: 'int', meaning: 'value = 7',
  });
  assert.match(explain(gzipSync(PLAYER)), /gold/);
  assert.deepEqual(gamewire.pasted('02 00 00 00'), bytes('02000000'));
  assert.throws(() => gamewire.pasted('02 00 0'), GamewireError);
  assert.ok(gamewire.formats().dialects.includes('godot4') && gamewire.formats().types.includes('minecraft/nbt'));
  assert.equal(toJson(bytes('0200000007000000'), 'godot4'), '"i:7"');
  assert.equal(hex(fromJson('"i:7"', 'godot4')), '0200000007000000');
  assert.equal(toPlainJson(PLAYER, 'minecraft/nbt'), '{"hp":20,"gold":7,"bag":[{"gold":9}]}');
  assert.deepEqual(decode(gzipSync(PLAYER), undefined, { plain: true }).gold, 7);
  assert.equal(decode(encode(null, 'minecraft/nbt'), 'minecraft/nbt'), null);
  const named = encode(new Root('hello', { a: new Value('json', '{"type":"list","value":{"type":"int","value":[]}}') }), 'minecraft/nbt');
  assert.deepEqual(encode(decode(named, 'minecraft/nbt'), 'minecraft/nbt'), named);
});
