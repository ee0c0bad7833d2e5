// NBT, Godot's values and packets beside other packages, in microseconds: `npm install --no-save prismarine-nbt nbtify minecraft-protocol gd-com`,
// then `node benches/peers.mjs`.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as gamewire from '../dist/node.js';

const require = createRequire(import.meta.url);
const nbt = require('prismarine-nbt');
const { getVar, putVar } = require('gd-com');
const { createDeserializer, createSerializer } = require('minecraft-protocol');
const nbtify = await import('nbtify');
const fixture = (name) => readFileSync(new URL(`../../../tests/fixtures/${name}`, import.meta.url));

/** The least time of each call, of rounds that take turns. */
async function least(calls, rounds = 60, times = 5) {
  const best = new Map();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const start = process.hrtime.bigint();
      for (let time = 0; time < times; time += 1) await call();
      best.set(name, Math.min(best.get(name) ?? Infinity, Number(process.hrtime.bigint() - start) / times / 1000));
    }
  }
  return [...best].map(([name, time]) => `${name} ${time.toFixed(0)}`).join(', ');
}

for (const name of ['complex_player', 'chunk_1_14']) {
  const data = fixture(`minecraft/nbt/${name}.nbt`);
  const value = gamewire.decode(data, 'minecraft/nbt');
  assert.ok(data.equals(gamewire.encode(value, 'minecraft/nbt')));
  const theirs = nbt.parseUncompressed(data, 'big');
  const options = { rootName: true, endian: 'big', compression: null, bedrockLevel: false, strict: true };
  const other = await nbtify.read(data, options);
  console.log(`${name}, ${data.length} bytes`);
  console.log('  read:', await least({
    'gamewire plain': () => gamewire.decode(data, 'minecraft/nbt', { plain: true }),
    gamewire: () => gamewire.decode(data, 'minecraft/nbt'),
    'prismarine-nbt': () => nbt.parseUncompressed(data, 'big'),
    'prismarine-nbt, simplified': () => nbt.simplify(nbt.parseUncompressed(data, 'big')),
    nbtify: () => nbtify.read(data, options),
  }));
  console.log('  write:', await least({
    gamewire: () => gamewire.encode(value, 'minecraft/nbt'),
    'prismarine-nbt': () => nbt.writeUncompressed(theirs, 'big'),
    nbtify: () => nbtify.write(other),
  }));
}

// What gd-com has, too: texts, dictionaries, lists and numbers of Godot 3.
const save = { players: Array.from({ length: 2000 }, (_, at) => ({ name: `player ${at}`, alive: at % 2 === 0, at: [at / 2 + 0.25, at / 4 + 0.125], bag: ['sword', 'apple'] })) };
const saved = gamewire.encode(save, 'godot3');
assert.deepEqual(getVar(Buffer.from(saved)).value, save);
console.log(`a save of Godot 3, ${saved.length} bytes`);
console.log('  read:', await least({ gamewire: () => gamewire.decode(saved, 'godot3'), 'gd-com': () => getVar(Buffer.from(saved)) }, 20, 1));
console.log('  write:', await least({ gamewire: () => gamewire.encode(save, 'godot3'), 'gd-com': () => putVar(save) }, 20, 1));

// What servers sent while playing: `tests/fixtures/protodef/README.md`.
for (const version of ['1.15.2', '1.19.2']) {
  const packets = new gamewire.Packets(version);
  const side = { state: 'play', isServer: false, version, customPackets: {} };
  const [reader, writer] = [createDeserializer(side), createSerializer({ ...side, isServer: true })];
  const rows = gunzipSync(fixture(`protodef/minecraft-packets/${version}.tsv.gz`)).toString().trimEnd().split('\n');
  const all = rows.map((row) => {
    const data = Buffer.from(row.split('\t').find((cell) => /^([0-9a-f]{2}){2,}$/.test(cell)), 'hex');
    return { data, packet: packets.decode('play', 'toClient', data), theirs: reader.parsePacketBuffer(data).data };
  });
  console.log(`${all.length} packets of ${version}, ${all.reduce((sum, { data }) => sum + data.length, 0)} bytes`);
  console.log('  read:', await least({
    'gamewire plain': () => all.forEach(({ data }) => packets.decode('play', 'toClient', data, { plain: true })),
    gamewire: () => all.forEach(({ data }) => packets.decode('play', 'toClient', data)),
    protodef: () => all.forEach(({ data }) => reader.parsePacketBuffer(data)),
  }, 60, 1));
  console.log('  write:', await least({
    gamewire: () => all.forEach(({ packet }) => packets.encode('play', 'toClient', packet)),
    protodef: () => all.forEach(({ theirs }) => writer.createPacketBuffer(theirs)),
  }, 60, 1));
}
