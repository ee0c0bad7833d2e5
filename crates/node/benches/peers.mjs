// NBT and packets beside prismarine-nbt and protodef, in microseconds: `npm install --no-save prismarine-nbt minecraft-protocol`, then `node benches/peers.mjs`.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as gamewire from '../dist/node.js';

const require = createRequire(import.meta.url);
const nbt = require('prismarine-nbt');
const { createDeserializer, createSerializer } = require('minecraft-protocol');
const fixture = (name) => readFileSync(new URL(`../../../tests/fixtures/${name}`, import.meta.url));

/** The least time of each call, of rounds that take turns. */
function least(calls, rounds = 40, times = 5) {
  const best = new Map();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const start = process.hrtime.bigint();
      for (let time = 0; time < times; time += 1) call();
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
  console.log(`${name}, ${data.length} bytes`);
  console.log('  read:', least({
    'gamewire plain': () => gamewire.decode(data, 'minecraft/nbt', { plain: true }),
    gamewire: () => gamewire.decode(data, 'minecraft/nbt'),
    'prismarine-nbt': () => nbt.parseUncompressed(data, 'big'),
    'prismarine-nbt, simplified': () => nbt.simplify(nbt.parseUncompressed(data, 'big')),
  }));
  console.log('  write:', least({
    gamewire: () => gamewire.encode(value, 'minecraft/nbt'),
    'prismarine-nbt': () => nbt.writeUncompressed(theirs, 'big'),
  }));
}

// What a server of 1.19.2 sent while playing: `tests/fixtures/protodef/README.md`.
const packets = new gamewire.Packets('1.19.2');
const side = { state: 'play', isServer: false, version: '1.19.2', customPackets: {} };
const [reader, writer] = [createDeserializer(side), createSerializer({ ...side, isServer: true })];
const rows = gunzipSync(fixture('protodef/minecraft-packets/1.19.2.tsv.gz')).toString().trimEnd().split('\n');
const all = rows.map((row) => {
  const data = Buffer.from(row.split('\t').find((cell) => /^([0-9a-f]{2}){2,}$/.test(cell)), 'hex');
  return { data, packet: packets.decode('play', 'toClient', data), theirs: reader.parsePacketBuffer(data).data };
});
console.log(`${all.length} packets, ${all.reduce((sum, { data }) => sum + data.length, 0)} bytes`);
console.log('  read:', least({
  'gamewire plain': () => all.forEach(({ data }) => packets.decode('play', 'toClient', data, { plain: true })),
  gamewire: () => all.forEach(({ data }) => packets.decode('play', 'toClient', data)),
  protodef: () => all.forEach(({ data }) => reader.parsePacketBuffer(data)),
}, 60, 1));
console.log('  write:', least({
  gamewire: () => all.forEach(({ packet }) => packets.encode('play', 'toClient', packet)),
  protodef: () => all.forEach(({ theirs }) => writer.createPacketBuffer(theirs)),
}, 60, 1));
