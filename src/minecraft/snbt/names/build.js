// Packs the names of characters into names.txt.deflate: `npm install @unicode/unicode-15.0.0@2.0.7`, the names of Java (a line for each
// character, `41 LATIN CAPITAL LETTER A`, as `Character.getName` returns them) in JAVA, `NODE_PATH=node_modules node build.js JAVA OUT`,
// and `zopfli --deflate OUT`.
//
// The text has a line for each character, beginning with U+0000: its name. `+5` skips 5 characters without a name, and `TANGUT *6136`
// names 6136 characters, `TANGUT 17000`, `TANGUT 17001` and so on.
const fs = require('fs')

const java = new Map(fs.readFileSync(process.argv[2], 'utf8').trim().split('\n').map(line => {
  const [hex, ...words] = line.split(' ')
  return [parseInt(hex, 16), words.join(' ')]
}))
// Unicode writes `<control>`, `CJK Ideograph` and the like where Java has a name of its own, or that of the block.
const blocks = { 'CJK Ideograph': 'CJK UNIFIED IDEOGRAPHS' }
const name = (code, unicode) => {
  if (/^[A-Z0-9 -]+$/.test(unicode)) return unicode
  const block = unicode.toUpperCase().replace('CJK IDEOGRAPH EXT', 'CJK UNIFIED IDEOGRAPHS EXT')
  return java.get(code) ?? `${blocks[unicode] ?? block} ${code.toString(16).toUpperCase()}`
}

async function main () {
  const names = (await import('@unicode/unicode-15.0.0/Names/index.mjs')).default
  const lines = []
  let next = 0
  let prefix
  let count = 0
  const end = () => {
    if (count) lines.push(`${prefix}*${count}`)
    count = 0
  }
  for (const [code, unicode] of [...names].sort((a, b) => a[0] - b[0])) {
    const own = name(code, unicode)
    const hex = code.toString(16).toUpperCase()
    const before = code > 0x9f && own.endsWith(hex) ? own.slice(0, -hex.length) : ''
    if (code !== next || before !== prefix) end()
    if (code !== next) lines.push(`+${code - next}`)
    if (/[ -]$/.test(before)) {
      prefix = before
      count += 1
    } else {
      end()
      lines.push(own)
    }
    next = code + 1
  }
  end()
  fs.writeFileSync(process.argv[3], lines.join('\n') + '\n')
  console.log(`${lines.length} lines`)
}

main()
