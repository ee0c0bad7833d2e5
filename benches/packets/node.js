// Measures node's protodef in the same way as `src/main.rs`: node node.js VERSION TABLE
'use strict'
const fs = require('fs')
const path = require('path')
const { codec } = require(path.join(__dirname, '../../tests/fixtures/protodef/codec.js'))

const KINDS = ['rel_entity_move', 'spawn_entity', 'entity_metadata', 'window_items', 'map_chunk', 'tags', 'declare_commands', 'declare_recipes', 'login']
const TIME = 100
const ROUNDS = 3
const [version, table] = process.argv.slice(2)
const packets = codec(version, 'play', 'toClient')

// Returns the CPU time of this thread in milliseconds, which other programs on the machine do not change.
function now () {
  try {
    return Number(fs.readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

function perSecond (count, run) {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const start = now()
    let runs = 0
    let spent = 0
    while (spent < TIME) {
      // To read the CPU time takes longer than to read most packets.
      const until = performance.now() + TIME / 3
      while (performance.now() < until) { run(); runs++ }
      spent = now() - start
    }
    best = Math.min(best, spent / 1000 / runs)
  }
  return count / best
}

function timed (name, all) {
  const values = all.map(bytes => packets.parsePacketBuffer('packet', Buffer.from(bytes)).data)
  // topBitSetTerminatedArray clears bits in the bytes that it reads. Such packets are read once and then left
  // out.
  const read = perSecond(all.length, () => { for (const bytes of all) packets.parsePacketBuffer('packet', bytes) })
  const written = perSecond(all.length, () => { for (const value of values) packets.createPacketBuffer('packet', value) })
  const bytes = all.reduce((sum, bytes) => sum + bytes.length, 0)
  console.log([name, bytes, read.toFixed(0), written.toFixed(0)].join('\t'))
}

const rows = fs.readFileSync(table, 'utf8').trim().split('\n').map(line => line.split('\t')).map(([name, hex]) => [name, Buffer.from(hex, 'hex')])
timed(`${rows.length} packets of ${version}`, rows.map(([, bytes]) => bytes))
for (const kind of KINDS) {
  const of = rows.filter(([name]) => name === kind).map(([, bytes]) => bytes)
  if (of.length) timed(`${kind} ${version}`, [of.reduce((a, b) => b.length > a.length ? b : a)])
}
