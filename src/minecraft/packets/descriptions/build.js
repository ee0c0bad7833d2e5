// Packs the descriptions of minecraft-data into descriptions.txt.deflate: `npm install --ignore-scripts minecraft-data@3.119.0`, then
// `NODE_PATH=node_modules node build.js OUT`, and `zopfli --deflate OUT`.
//
// The text has a line for each distinct definition (its name, a tab, its JSON; those of a name and of similar length are neighbors,
// which halves the packed text), an empty line, a line for each distinct description
// (places and numbers of definitions: `types 0 1 2;play.toClient 3 4`), an empty line, and a line for each version (its name, its
// protocol number, the number of its description).
const fs = require('fs')
const path = require('path')

const data = path.join(path.dirname(require.resolve('minecraft-data')), 'minecraft-data/data')
const read = name => JSON.parse(fs.readFileSync(path.join(data, name)))
const paths = read('dataPaths.json').pc
const definitions = new Map()
const descriptions = new Map()
const versions = new Map()
const numbers = new Map()

const number = (map, key) => map.get(key) ?? (map.set(key, map.size), map.size - 1)

for (const [name, of] of Object.entries(paths)) {
  if (!of.protocol || name === '0.30c') continue
  const protocol = read(`${of.protocol}/protocol.json`)
  const place = (name, types) =>
    `${name} ${Object.entries(types).map(([name, of]) => number(definitions, `${name}\t${JSON.stringify(of)}`)).join(' ')}`
  const places = [place('types', protocol.types)]
  for (const [state, sides] of Object.entries(protocol)) {
    if (state === 'types') continue
    for (const [side, of] of Object.entries(sides)) places.push(place(`${state}.${side}`, of.types))
  }
  const description = number(descriptions, places.join(';'))
  const version = read(`${of.version}/version.json`)
  for (const own of [name, version.minecraftVersion]) versions.set(own, [version.version, description])
  numbers.set(version.version, description)
}
for (const { minecraftVersion, version, usesNetty } of read('pc/common/protocolVersions.json')) {
  if (usesNetty && numbers.has(version) && !versions.has(minecraftVersion)) versions.set(minecraftVersion, [version, numbers.get(version)])
}
const name = definition => definition.split('\t')[0]
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const sorted = [...definitions.keys()].sort((a, b) => compare(name(a), name(b)) || a.length - b.length)
const moved = new Map(sorted.map((definition, at) => [String(definitions.get(definition)), at]))
const renumbered = description => description.replace(/(?<= )\d+/g, old => moved.get(old))
const lines = [...sorted, '', ...[...descriptions.keys()].map(renumbered), '']
for (const [name, [version, description]] of versions) lines.push(`${name} ${version} ${description}`)
fs.writeFileSync(process.argv[2], lines.join('\n') + '\n')
console.log(`${definitions.size} definitions, ${descriptions.size} descriptions, ${versions.size} names of versions`)
