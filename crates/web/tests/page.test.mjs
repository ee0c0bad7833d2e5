// Tests the page in a browser, opened from the disk. `web/test` runs them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { allRows, ask, close, dump, file, folder, gamewire, html, lines, openFile, root, rowsOf, shown, startsOf, visit } from './browser.mjs';

after(close);

const documentation = process.env.GAMEWIRE_DOC ?? join(root, 'target/doc');

/** Bytes of a packet of Godot 4: {"type": "move", "id": 7, "pos": Vector2(1.5, 2.5)}. */
const PACKET = Buffer.from('1b00000003000000040000000400000074797065040000000400000' + '06d6f766504000000020000006964000002000000070000000400000003000000706f7300050000000000c03f00002040', 'hex');
const REGION = join(root, 'tests/fixtures/minecraft/region/r.0.0.mca');
/** Bytes of no format, without a pattern. */
const noise = (length) => {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = 2463534242;
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return Buffer.from(words.buffer, 0, length);
};
const NOISE = noise(4096);
/** Compares long lists and reports the first difference only. */
function same(actual, expected, what) {
  const at = expected.findIndex((line, at) => actual[at] !== line);
  if (at >= 0) assert.fail(`${what}: row ${at} is ${actual[at]}, expected ${expected[at]}`);
  assert.equal(actual.length, expected.length, `${what}: the number of rows`);
}
const clean = (page) => assert.deepEqual(page.faults, []);
const text = (page, selector) => page.locator(selector).innerText();

test('the page is one small file', () => {
  assert.ok(statSync(html).size <= 1_700_000);
  const page = readFileSync(html, 'utf8');
  assert.doesNotMatch(page, /<(script|link|img|iframe)[^>]+(src|href)=/);
});

test('a dropped file is explained', async () => {
  const page = await visit();
  await page.evaluate(([base64]) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'move.bin'));
    document.getElementById('drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [PACKET.toString('base64')]);
  await shown(page);
  assert.match(await text(page, '#title'), /^a value of Godot 4$/i);
  assert.equal(await text(page, '#name'), 'move.bin: 76 bytes');
  assert.match(await text(page, '#why'), /^Every other known generation rejects these bytes\. Canonical: /);
  await page.locator('.row', { hasText: 'y = 2.5' }).waitFor();
  const expected = rowsOf(dump(file('move.bin', PACKET)));
  assert.equal(expected.length, 21);
  same(lines((await allRows(page, PACKET)).rows), expected, 'packet');
  assert.equal(await page.locator('.row').count(), 21);
  clean(page);
});

test('every fixture has the rows of its dump', async () => {
  const page = await visit();
  const golden = join(folder, 'golden');
  gamewire('fixtures', '--out', golden);
  const { fixtures } = JSON.parse(readFileSync(join(golden, 'manifest.json'), 'utf8'));
  let compared = 0;
  const pages = new Set();
  for (const fixture of fixtures) {
    const as = fixture.dialect.startsWith('minecraft') ? `${fixture.dialect}/${fixture.kind}` : fixture.dialect;
    const bytes = readFileSync(join(golden, fixture.file));
    const { about, rows } = await allRows(page, bytes, { format: as, frame: 'none' });
    assert.deepEqual(about.errors, [], fixture.file);
    const expected = rowsOf(readFileSync(join(golden, fixture.file.replace(/\.bin$/, '.txt')), 'utf8'), startsOf(rows));
    same(lines(rows), expected, fixture.file);
    for (const row of rows) pages.add(row.page);
    compared += 1;
  }
  assert.ok(pages.size > 40, `${pages.size}`);
  for (const page of pages) {
    const [path, section] = page.split('#');
    assert.match(path, /^gamewire\/(godot|minecraft)\/format\//);
    const built = join(documentation, path);
    if (!existsSync(documentation)) continue;
    if (section) assert.ok(readFileSync(built, 'utf8').includes(`id="${section}"`), page);
    else assert.ok(existsSync(built), page);
  }
  if (!existsSync(documentation)) console.log('skipped: whether links lead to sections needs cargo doc --all-features');
  assert.ok(compared > 800, `${compared}`);
  clean(page);
});

/** The dump of each value of a file, as the command prints them. */
function values(path) {
  return dump(path).split(/^at byte 0x([0-9a-f]+) of the input.*\n/m).slice(1).reduce((found, part, at, parts) => {
    if (at % 2 === 0) found.push({ start: parseInt(part, 16), text: parts[at + 1] });
    return found;
  }, []);
}

test('real files have the rows of the command', async () => {
  const page = await visit();
  const folders = ['framing/godot-3.2.3', 'framing/godot-3.6.2', 'framing/godot-4.6.3', 'minecraft/nbt'];
  const paths = folders.flatMap((name) => readdirSync(join(root, 'tests/fixtures', name)).map((one) => join(root, 'tests/fixtures', name, one)));
  let compared = 0;
  for (const path of paths.filter((path) => !/\.(tsv|md|txt|json)$/.test(path) && statSync(path).isFile())) {
    const { about, rows } = await allRows(page, readFileSync(path));
    if (['encrypted', 'unknown'].includes(about.kind) || !about.rows || !about.format) continue;
    const headed = rows.some((row) => row.path === undefined);
    if (!headed) {
      same(lines(rows), rowsOf(dump(path), startsOf(rows)), path);
    } else {
      for (const { start, text } of values(path)) {
        const expected = rowsOf(text, startsOf(rows, start));
        const first = rows.findIndex((row) => row.offset === start && row.depth > 0);
        same(lines(rows.slice(first, first + expected.length), { start, depth: 1 }), expected, path);
      }
    }
    // Rows tile the contents.
    let end = 0;
    for (const row of rows) {
      assert.equal(row.offset, end, path);
      end += row.length;
    }
    assert.equal(end, about.contents, path);
    compared += 1;
  }
  assert.ok(compared > 30, `${compared}`);
  clean(page);
});

test('refused bytes are shown up to the damage', async () => {
  const page = await visit();
  const cut = PACKET.subarray(0, 50);
  await openFile(page, { buffer: cut });
  assert.match(await text(page, '#title'), /^A value of Godot 4.*, damaged at 0x[0-9a-f]+: \d+ bytes are missing at the end$/i);
  // The page scrolls there automatically.
  await page.locator('#detail').waitFor();
  await page.locator('.problem', { hasText: 'Go to 0x' }).waitFor();
  await page.locator('.row', { hasText: '<- here' }).first().waitFor();
  await openFile(page, { buffer: Buffer.from('not a saved game, but a text\n') });
  assert.match(await text(page, '#title'), /text/);
  await openFile(page, { buffer: Buffer.alloc(0) });
  assert.match(await text(page, '#title'), /empty/);
  clean(page);
});

test('the container of a file has the rows of the command', async () => {
  const page = await visit();
  const framing = (name) => join(root, 'tests/fixtures/framing/godot-4.6.3', name);
  const password = 'correct horse';
  const cut = file('cut.bin', readFileSync(framing('compressed_zstd.bin')).subarray(0, 18));
  const packed = file('packed.nbt', gzipSync(readFileSync(join(root, 'tests/fixtures/minecraft/nbt/bigtest.nbt'))));
  // An archive of a recording, which Python wrote.
  const [, hex] = /const STREAMED: &str = "([^"]+)"/.exec(readFileSync(join(root, 'crates/cli/tests/command/recordings.rs'), 'utf8'));
  const archive = file('one.mcpr', Buffer.from(hex.replace(/[\\\s]/g, ''), 'hex'));
  const files = [[archive], [framing('compressed_zstd_large.bin')], [framing('compressed_fastlz.bin')], [framing('encrypted_pass.bin'), { password }], [packed], [REGION, { chunk: '0,0' }], [cut]];
  for (const [path, options = {}] of files) {
    const { about } = await allRows(page, readFileSync(path), options);
    const arguments_ = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const [title, rows] = dump(path, ...arguments_).split('\n\n');
    assert.match(title, / bytes$/);
    assert.ok(about.container.length > 2, path);
    same(lines(about.container), rowsOf(rows, startsOf(about.container)), path);
  }
  await openFile(page, cut);
  await page.click('#container-title');
  const list = page.locator('#container-rows li');
  assert.deepEqual(await list.allInnerTexts(), ['0x0000 47 43 50 46 magic = "GCPF"', '0x0004 02 00 00 00 mode = 2 (Zstd)', '0x0008 00 10 00 00 block size = 4096', '0x000c d8 01 00 00 total size = 472 <- here', '0x0010 0e 01 not read']);
  await openFile(page, { buffer: PACKET });
  assert.equal(await page.locator('#container').isVisible(), false);
  clean(page);
});

/** A value of Godot 4. */
const word = (number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number >>> 0);
  return bytes;
};
const string = (text) => {
  const bytes = Buffer.from(text);
  return Buffer.concat([word(4), word(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
};
const dictionary = (...pairs) => Buffer.concat([word(27), word(pairs.length), ...pairs.flat()]);

test('hostile files inject nothing', async () => {
  const page = await visit();
  const evil = [
    '<img src=x onerror="hacked=1">', '</script><script>hacked=1</script>', '"><svg onload=hacked=1>', '</style><style>*{display:none}',
    'javascript:hacked=1', '{script}', '${hacked=1}', '\u202Egnp.exe', '\u0000\u0001\u001b[31m', '&lt;b&gt;',
  ];
  const bytes = dictionary(...evil.map((text) => [string(text), string(text)]));
  await openFile(page, { name: '<img src=x onerror=hacked=1>.bin', buffer: bytes });
  for (const tab of ['tree', 'rows']) await page.click(`#tab-${tab}`);
  const count = await page.locator('.row').count();
  for (let at = 0; at < Math.min(count, 8); at++) await page.locator('.row').nth(at).click();
  await page.click('#tab-tree');
  await page.locator('#tree li li').nth(evil.length - 1).waitFor();
  assert.equal(await page.locator('#tree li li').count(), evil.length);
  assert.equal(await page.evaluate(() => typeof hacked), 'undefined');
  assert.equal(await page.locator('img, svg, iframe').count(), 0);
  // The settings of a project have names, which may contain markup.
  const name = Buffer.from('a"><img src=x onerror=hacked=1>');
  const value = string('x');
  await openFile(page, { name: 'project.binary', buffer: Buffer.concat([Buffer.from('ECFG'), word(1), word(name.length), name, word(value.length), value]) });
  await page.click('#tab-tree');
  assert.match(await text(page, '#tree'), /<img src=x/);
  assert.equal(await page.locator('img').count(), 0);
  clean(page);
});

test('hostile files cannot hang the page', async () => {
  const page = await visit();
  const deep = Buffer.concat([...Array.from({ length: 1500 }, () => Buffer.concat([word(28), word(1)])), word(0)]);
  await openFile(page, { buffer: deep });
  await page.locator('.problem').first().waitFor();
  const levels = Buffer.concat([...Array.from({ length: 1023 }, () => Buffer.concat([word(28), word(1)])), word(0)]);
  await openFile(page, { buffer: levels });
  await page.keyboard.press('Tab');
  await page.focus('#rows');
  await page.keyboard.press('End');
  await page.locator('#detail').waitFor();
  for (const head of [[28, 0x7fffffff], [30, 0x7fffffff], [27, 0x40000000], [4, 0xffffffff]]) {
    await openFile(page, { buffer: Buffer.concat([...head.map(word), Buffer.alloc(64)]) });
  }
  for (const first of [[], [0x0a, 0, 0], [...Buffer.from('GCPF')], [...Buffer.from('GDEC')], [...Buffer.from('ECFG')], [0x1f, 0x8b], [0x78, 0x9c]]) {
    await openFile(page, { buffer: Buffer.concat([Buffer.from(first), NOISE]) });
  }
  clean(page);
});

test('work can be stopped', async () => {
  const page = await visit();
  await openFile(page, { buffer: PACKET });
  await page.evaluate(() => {
    // This call never ends.
    library.calls.set(0, { since: performance.now(), resolve() {}, reject() {} });
    busy.settle();
  });
  await page.locator('#busy').waitFor();
  await page.click('#stop');
  await page.locator('#busy').waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => library.worker), null);
  await openFile(page, { buffer: PACKET });
  await page.locator('.row', { hasText: 'y = 2.5' }).waitFor();
  clean(page);
});

test('pasted bytes in every form', async () => {
  const page = await visit();
  const path = join(root, 'tests/fixtures/pasted');
  const expected = readFileSync(join(path, 'packet.bin'));
  for (const name of readdirSync(path).filter((name) => /^packet\..*\.txt$/.test(name) && !/cut/.test(name))) {
    const data = await ask(page, 'pasted', readFileSync(join(path, name), 'utf8'));
    assert.deepEqual(Buffer.from(Object.values(data)), expected, name);
  }
  await page.click('#paste');
  for (const [pasted, place] of [['02 00 0', 'at character 7'], ['02 00\n02 00 0', 'at line 2, column 7']]) {
    await page.fill('#paste-text', pasted);
    await page.click('#paste-go');
    await page.locator('#paste-error', { hasText: place }).waitFor();
  }
  await page.fill('#paste-text', PACKET.toString('hex'));
  await page.click('#paste-go');
  await page.locator('.row', { hasText: 'y = 2.5' }).waitFor();
  clean(page);
});

test('a sample, and a link with its bytes', async () => {
  const page = await visit();
  await page.click('#samples');
  await page.fill('#samples-filter', 'minecraft/slot');
  await page.locator('#samples-list button', { hasText: 'with nbt' }).click();
  await page.locator('.row', { hasText: 'Damage' }).first().waitFor();
  assert.equal(await page.inputValue('#as'), 'minecraft/slot');
  const hash = await page.evaluate(async () => {
    let copied = '';
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied = text; } } });
    document.getElementById('link').click();
    while (!copied) await new Promise((done) => setTimeout(done, 20));
    return copied;
  });
  clean(page);
  // A link from a page on a disk must not contain a path of this computer.
  assert.match(hash, /^#bytes=/);
  const other = await visit({ hash });
  await other.locator('.row', { hasText: 'Damage' }).first().waitFor();
  clean(other);
});

test('bytes and meaning are linked both ways', async () => {
  const page = await visit();
  await openFile(page, { buffer: PACKET });
  await page.locator('.row', { hasText: 'x = 1.5' }).click();
  await page.locator('.hexline .b.chosen').first().waitFor();
  assert.equal(await page.locator('.hexline .b.chosen').allInnerTexts().then((all) => all.join(' ')), '00 00 c0 3f');
  await page.locator('.hexline .b').nth(0x12).click();
  await page.locator('.row.chosen', { hasText: 'text = "type"' }).waitFor();
  assert.equal(await text(page, '#d-path'), 'key(0)');
  const link = page.locator('#d-page');
  assert.match(await link.getAttribute('href'), /godot\/format\/text\/index\.html#String$/);
  await page.selectOption('#level', '1');
  assert.equal(await page.locator('.row').count(), 1);
  await page.selectOption('#level', 'all');
  assert.equal(await page.locator('.row').count(), 21);
  clean(page);
});

/** Changes the value of the row with this text and gives the saved file. */
async function change(page, row, value) {
  await page.locator('.row', { hasText: row }).first().click();
  await page.locator('#d-form').waitFor();
  await page.fill('#d-value', value);
  await page.locator('#d-form button').click();
  await page.locator('.row.changed').first().waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  return readFileSync(await download.path());
}

test('a changed value is saved in the same container, as the command does it', async () => {
  const page = await visit();
  const save = file('save.json', '{"type":"Dictionary","args":["s:gold","i:250","s:at",{"type":"Vector2","args":[1.5,2.5]},"s:name","s:Ada"]}');
  const kinds = { plain: [], framed: ['--frame', 'store-var'] };
  for (const mode of ['fastlz', 'deflate', 'zstd', 'gzip']) kinds[mode] = ['--frame', 'store-var', '--compress', mode];
  for (const [kind, flags] of Object.entries(kinds)) {
    const path = join(folder, `${kind}.bin`);
    gamewire('encode', '--as', 'godot4', ...flags, save, '--out', path);
    await openFile(page, path);
    const ours = await change(page, 'value = 250', '251');
    const theirs = join(folder, `${kind}-theirs.bin`);
    gamewire('set', path, 'gold', '251', '--out', theirs);
    assert.deepEqual(ours, readFileSync(theirs), kind);
  }
  // The new text has another length, and the change is reverted.
  const path = join(folder, 'framed.bin');
  await openFile(page, path);
  const longer = await change(page, 'text = "Ada"', 'Ada Lovelace');
  assert.equal(gamewire('get', file('longer.bin', longer), 'name').toString().trim(), '"Ada Lovelace"');
  await page.click('#undo');
  await page.locator('.row', { hasText: 'text = "Ada"' }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  assert.deepEqual(readFileSync(await download.path()), readFileSync(path));
  // The type stays.
  await page.locator('.row', { hasText: 'value = 250' }).first().click();
  await page.waitForFunction(() => document.getElementById('d-value').value === '250');
  await page.fill('#d-value', 'many');
  await page.locator('#d-form button').click();
  await page.waitForFunction(() => document.getElementById('d-error').textContent);
  assert.equal(await page.getAttribute('#d-value', 'aria-invalid'), 'true');
  clean(page);
});

test('an encrypted file is opened, changed and encrypted again', async () => {
  const page = await visit();
  const secret = file('secret.txt', 'correct horse');
  for (const as of ['godot3', 'godot4']) {
    const path = join(folder, `encrypted-${as}.bin`);
    gamewire('encode', '--as', as, '--frame', 'store-var', '--password-file', secret, file('hp.json', '{"type":"Dictionary","args":["s:hp","i:9"]}'), '--out', path);
    await openFile(page, path);
    await page.fill('#password', 'wrong');
    await page.click('.problem button');
    await page.locator('#title', { hasText: /MD5|password/i }).waitFor();
    await page.fill('#password', 'correct horse');
    await page.click('.problem button');
    await page.locator('.row', { hasText: 'value = 9' }).waitFor();
    const changed = file('encrypted-changed.bin', await change(page, 'value = 9', '10'));
    assert.equal(gamewire('get', '--password-file', secret, changed, 'hp').toString().trim(), '10');
  }
  clean(page);
});

test('settings and NBT are changed as the command does it', async () => {
  const page = await visit();
  const project = join(root, 'tests/fixtures/framing/godot-4.6.3/project.binary');
  await openFile(page, project);
  await page.click('#tab-tree');
  const about = await ask(page, 'about');
  assert.ok(about.values > 3);
  await page.locator('#tree > li .label').nth(3).waitFor();
  const names = await page.locator('#tree > li .label').allInnerTexts();
  const numbers = await page.locator('#tree > li .text').allInnerTexts();
  const at = await page.locator('#tree > li').evaluateAll((all) => all.findIndex((one) => one.querySelector('.type')?.textContent === 'int' || one.querySelector('.type')?.textContent === 'String'));
  assert.ok(at >= 0, `${names} ${numbers}`);
  await page.locator('#tree > li .node').nth(at).click();
  await page.locator('#d-form').waitFor();
  const isText = (await text(page, '#d-kind')) === 'String';
  await page.fill('#d-value', isText ? '"changed here"' : '77');
  await page.locator('#d-form button').click();
  await page.locator('#undo').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  const theirs = join(folder, 'project-theirs.binary');
  gamewire('set', project, `$["${names[at]}"]`, isText ? '"changed here"' : '77', '--out', theirs);
  assert.deepEqual(readFileSync(await download.path()), readFileSync(theirs));

  await page.click('#tab-rows');
  const nbt = file('level.dat', Buffer.from('0a0000030004676f6c6400000007010001620108000161000178' + '00', 'hex'));
  await openFile(page, nbt);
  const ours = await change(page, 'value = 7', '8');
  gamewire('set', nbt, 'gold', '8', '--out', join(folder, 'level-theirs.dat'));
  assert.deepEqual(ours, readFileSync(join(folder, 'level-theirs.dat')));
  clean(page);
});

test('a file is converted with the report of the command', async () => {
  const page = await visit();
  const path = join(folder, 'new.bin');
  gamewire('encode', '--as', 'godot4', file('new.json', '{"type":"Dictionary","args":["s:at",{"type":"Vector2i","args":[3,4]},"s:kept","s:left alone"]}'), '--out', path);
  await openFile(page, path);
  await page.click('#convert');
  await page.selectOption('#convert-to', 'godot3');
  await page.click('#convert-go');
  await page.locator('#convert-report', { hasText: 'godot4 to godot3: 1 change, nothing lost' }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#convert-save')]);
  assert.deepEqual(readFileSync(await download.path()), gamewire('convert', '--to', 'godot3', path));
  await page.click('#convert-open');
  await page.locator('.row', { hasText: 'Vector2' }).first().waitFor();
  assert.equal(await page.inputValue('#as'), 'godot3');
  clean(page);
});

test('copies are what the command prints', async () => {
  const page = await visit();
  const path = file('copy.bin', PACKET);
  await openFile(page, path);
  assert.equal(await ask(page, 'text', 0, 'json'), gamewire('decode', path).toString().trim());
  assert.equal(await ask(page, 'text', 0, 'hex'), PACKET.toString('hex').replace(/(..)(?=.)/g, '$1 '));
  assert.equal(await ask(page, 'text', 0, 'text'), '{"type": "move", "id": 7, "pos": Vector2(1.5, 2.5)}');
  const row = await ask(page, 'rowAt', 0x44);
  assert.equal(await ask(page, 'text', row, 'rust'), '[0x00, 0x00, 0xc0, 0x3f]');
  assert.equal(await ask(page, 'text', row, 'gdscript'), 'PackedByteArray([0, 0, 192, 63])');
  clean(page);
});

test('keys alone are enough', async () => {
  const page = await visit();
  await openFile(page, { buffer: PACKET });
  await page.locator('.row').first().waitFor();
  await page.focus('#rows');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  }
  assert.match(await page.locator('.row.chosen').innerText(), /key 0/);
  assert.equal(await page.locator('#rows').getAttribute('aria-activedescendant'), await page.locator('.row.chosen').getAttribute('id'));
  await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.row').count(), 19);
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.row').count(), 21);
  await page.click('#d-close');
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.keyboard.press('End');
  await page.locator('.row.chosen', { hasText: 'y = 2.5' }).waitFor();
  await page.locator('#detail').waitFor();
  await page.waitForTimeout(200);
  // The details take space from the list, but the selected row stays in view.
  const box = await page.locator('#rows').boundingBox();
  const row = await page.locator('.row.chosen').boundingBox();
  assert.ok(row.y >= box.y && row.y + row.height <= box.y + box.height, JSON.stringify([box, row]));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'd-value');
  await page.focus('#bytes');
  await page.keyboard.press('Home');
  await page.locator('.row.chosen', { hasText: 'Dictionary' }).waitFor();
  await page.focus('#tab-rows');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#tab-tree').getAttribute('aria-selected'), 'true');
  await page.locator('#tree > li').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#tree [aria-selected=true]', { hasText: 'type' }).waitFor();
  clean(page);
});

/** Checks what is shown, and that it is not too wide. */
const checks = (page, how) => async (what) => {
  await page.evaluate(axe.source);
  // A color that is changing has any contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  const { violations } = await page.evaluate(() => axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }));
  assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3)}`), [], `${what}, ${how}`);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `${what}, ${how}: ${wider} pixels too wide`);
};

test('the page is accessible, light and dark, narrow and wide', async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 1280]) {
      const page = await visit({ colorScheme, viewport: { width, height: 780 } });
      const check = checks(page, `${colorScheme}, ${width}`);
      await check('start');
      await openFile(page, { buffer: PACKET });
      await page.locator('.row', { hasText: 'value = 7' }).click();
      await page.locator('#d-form').waitFor();
      await check('rows');
      await page.click('#tab-tree');
      await page.locator('#tree li li').first().waitFor();
      await check('tree');
      await page.evaluate(() => document.getElementById('samples').click());
      await check('samples');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+f');
      await page.fill('#find-text', 'nowhere');
      await page.press('#find-text', 'Enter');
      await page.locator('#find-count', { hasText: 'nothing' }).waitFor();
      await check('find');
      await page.click('#tab-rows');
      await page.locator('.row', { hasText: 'value = 7' }).first().click();
      await page.fill('#d-value', '8');
      await page.locator('#d-form button').click();
      await page.locator('.row.changed').first().waitFor();
      await check('changed');
      await page.click('#changes');
      await check('changes');
      await page.keyboard.press('Escape');
      await page.click('#home');
      await page.locator('#leave-dialog').waitFor();
      await check('leave');
      await page.locator('#leave-dialog button', { hasText: 'Discard' }).click();
      await page.locator('#start').waitFor();
      await openFile(page, { buffer: PACKET.subarray(0, 50) });
      await check('damaged');
      await openFile(page, { buffer: Buffer.concat([Buffer.from('GDEC'), Buffer.alloc(80, 1)]) });
      await check('encrypted');
      await openFile(page, { buffer: Buffer.from('{"json": true}') });
      await check('foreign');
      clean(page);
      await page.context().close();
    }
  }
});

test('what seldom occurs is accessible, too', async () => {
  for (const [colorScheme, width] of [['light', 360], ['dark', 1280]]) {
    const page = await visit({ colorScheme, viewport: { width, height: 780 } });
    const check = checks(page, `${colorScheme}, ${width}`);
    const shows = async (dialog, work) => {
      await work();
      await page.locator(`#${dialog}-dialog`).waitFor();
      await check(dialog);
      await page.keyboard.press('Escape');
      await page.locator(`#${dialog}-dialog`).waitFor({ state: 'hidden' });
    };
    await shows('keys', () => page.click('#keys'));
    await page.click('#guide-begin');
    await page.locator('#guide-text', { hasText: 'Godot wrote this file' }).waitFor();
    await check('guide');
    await page.evaluate(() => chooseByte(0x31));
    await page.locator('.row.chosen', { hasText: 'padding' }).waitFor();
    await check('padding that is chosen');
    await shows('book', () => page.click('#d-page'));
    await shows('paste', () => page.evaluate(() => document.getElementById('paste').click()));
    await shows('convert', () => page.evaluate(() => document.getElementById('convert').click()));
    // After a wrong password, the page asks again.
    const secret = file('axe.txt', 'correct horse');
    const path = join(folder, 'axe.bin');
    gamewire('encode', '--as', 'godot4', '--frame', 'store-var', '--password-file', secret, file('axe.json', '{"type":"Dictionary","args":["s:hp","i:9"]}'), '--out', path);
    await openFile(page, path);
    await page.fill('#password', 'wrong');
    await page.click('.problem button');
    await page.locator('.problem .error').waitFor();
    await check('wrong password');
    await openFile(page, REGION);
    await page.locator('#chunk').waitFor();
    await check('region');
    await openFile(page, { buffer: NOISE });
    await check('noise');
    await openFile(page, { buffer: Buffer.concat([...Array.from({ length: 60 }, () => Buffer.concat([word(28), word(1)])), word(2), word(4711)]) });
    await page.focus('#rows');
    await page.keyboard.press('End');
    await page.locator('.row.chosen', { hasText: 'value = 4711' }).waitFor();
    await check('deep rows');
    await page.evaluate(() => library.stop());
    await page.locator('.problem button', { hasText: 'Open again' }).waitFor();
    await check('stopped');
    clean(page);
    await page.context().close();
  }
});

/** A dictionary with numbers `value 0`, `value 1`, .. */
const numbers = (count) => dictionary(...Array.from({ length: count }, (_, at) => [string(`value ${at}`), Buffer.concat([word(2), word(1000 + at)])]));

test('a low window has room for the lists and for what is chosen', async () => {
  for (const [width, height] of [[640, 400], [844, 390], [320, 568], [911, 433], [1280, 860]]) {
    const page = await visit({ viewport: { width, height } });
    await openFile(page, { buffer: numbers(60) });
    await page.locator('.row', { hasText: 'text = "value 0"' }).click();
    await page.locator('#detail').waitFor();
    await page.locator('.row.chosen').waitFor();
    // All sizes are read at once, because a list that is drawn again has new elements.
    const sizes = await page.evaluate(() => {
      const size = (selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
      return { rows: size('#rows'), detail: size('#detail'), chosen: size('.row.chosen'), wider: document.documentElement.scrollWidth - innerWidth, taller: document.documentElement.scrollHeight - innerHeight };
    });
    if (process.env.GAMEWIRE_SCREENSHOTS) await page.screenshot({ path: join(process.env.GAMEWIRE_SCREENSHOTS, `${width}x${height}.png`) });
    const what = `${width}x${height}: ${JSON.stringify(sizes)}`;
    assert.ok(sizes.rows.height >= 130, what);
    assert.ok(sizes.detail.height >= 100 && sizes.detail.bottom <= height + 1, what);
    // The heading.
    assert.ok(sizes.rows.top <= Math.max(100, height / 5), what);
    assert.ok(sizes.wider <= 0 && sizes.taller <= 0, what);
    assert.ok(sizes.chosen.top >= sizes.rows.top - 1 && sizes.chosen.bottom <= sizes.rows.bottom + 1, what);
    clean(page);
    await page.context().close();
  }
});

/** Changes a value without saving it. */
async function edit(page, row, value) {
  await page.locator('.row', { hasText: row }).first().click();
  await page.locator('#d-form').waitFor();
  await page.waitForFunction((value) => document.getElementById('d-value').value === value, /= (.*)$/.exec(row)[1]);
  await page.fill('#d-value', value);
  await page.locator('#d-form button').click();
  await page.locator('.row.changed', { hasText: `= ${value}` }).first().waitFor();
}
const saved = async (page, work) => {
  const [download] = await Promise.all([page.waitForEvent('download'), work()]);
  return readFileSync(await download.path());
};

test('changes are listed, undone one by one, made again and never lost without a question', async () => {
  const page = await visit({ viewport: { width: 1280, height: 1400 } });
  await openFile(page, { buffer: numbers(5) });
  await edit(page, 'value = 1001', '7');
  await edit(page, 'value = 1002', '8');
  await edit(page, 'value = 1003', '9');
  assert.equal(await text(page, '#changes'), '3 changes, not saved');
  await page.click('#changes');
  assert.match((await page.locator('#changes-list li').allInnerTexts()).join('|'), /value 1.*1001 → 7.*\|.*value 2.*1002 → 8.*\|.*value 3.*1003 → 9/s);
  await page.locator('#changes-list li', { hasText: '1002' }).locator('button').click();
  await page.waitForFunction(() => document.querySelectorAll('#changes-list li').length === 2);
  await page.locator('#changes-dialog button', { hasText: 'Close' }).click();
  assert.deepEqual((await ask(page, 'about')).changes.map((one) => one.text), ['7', '9']);
  await page.focus('#rows');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => open.about.changes.length === 1);
  await page.keyboard.press('Control+y');
  await page.waitForFunction(() => open.about.changes.length === 2);
  // Opening another file and closing this one both ask first.
  await page.setInputFiles('#file', { name: 'other.bin', mimeType: 'application/octet-stream', buffer: PACKET });
  await page.locator('#leave-dialog').waitFor();
  await page.locator('#leave-dialog button', { hasText: 'Cancel' }).click();
  await page.click('#home');
  await page.locator('#leave-dialog').waitFor();
  await page.locator('#leave-dialog button', { hasText: 'Cancel' }).click();
  assert.match(await text(page, '#name'), /^save\.bin/);
  // The browser asks before the page is left.
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  assert.equal(await asks(), true);
  // If the file is read with another format, it still has the changes.
  await page.fill('#as', 'godot4');
  await page.press('#as', 'Enter');
  await page.locator('.row', { hasText: 'value = 9' }).first().waitFor();
  assert.equal(await text(page, '#changes'), '2 changes, not saved');
  assert.equal(await asks(), true);
  const bytes = await saved(page, () => page.keyboard.press('Control+s'));
  const path = file('changed.bin', bytes);
  assert.deepEqual([1, 2, 3].map((at) => gamewire('get', path, `$["value ${at}"]`).toString().trim()), ['7', '1002', '9']);
  assert.equal(await text(page, '#changes'), '2 changes');
  assert.equal(await asks(), false);
  clean(page);
});

test('changes outlive a library that ends', async () => {
  const page = await visit();
  await openFile(page, { buffer: numbers(5) });
  await edit(page, 'value = 1001', '7');
  for (const end of ['fail', 'stop']) {
    await page.evaluate((end) => (end === 'fail' ? library.call('fail').catch(() => {}) : library.stop()), end);
    const message = await page.locator('.problem.damage').innerText();
    assert.match(message, end === 'fail' ? /The library has a defect \(a test of defects\)/ : /Stopped/);
    assert.match(message, /The file and 1 change/);
    await page.locator('.problem button', { hasText: 'Open again' }).click();
    await page.locator('.row', { hasText: 'value = 7' }).waitFor();
    assert.equal(await text(page, '#changes'), '1 change, not saved');
  }
  await page.click('#undo');
  await page.locator('.row', { hasText: 'value = 1001' }).waitFor();
  clean(page);
});

test('quick events do not overtake each other', async () => {
  const page = await visit({ viewport: { width: 1280, height: 1400 } });
  await openFile(page, { buffer: numbers(5) });
  await edit(page, 'value = 1001', '7');
  await edit(page, 'value = 1002', '8');
  await page.click('#tab-tree');
  await page.evaluate(() => {
    document.getElementById('undo').click();
    document.getElementById('undo').click();
  });
  await page.waitForFunction(() => open.about.changes.length === 0 && document.querySelectorAll('#tree li li').length > 0);
  await page.waitForTimeout(300);
  assert.equal(await page.locator('#tree > li').count(), 1);
  assert.equal(await page.locator('#tree li li').count(), 5);
  for (let round = 0; round < 12; round++) {
    await page.evaluate(([one, other]) => {
      const blob = (base64) => new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
      begin(blob(one), 'one.bin');
      begin(blob(other), 'other.bin');
    }, [numbers(3000), PACKET].map((bytes) => bytes.toString('base64')));
    await page.waitForFunction(() => open.name === 'other.bin' && !open.about.reading && document.querySelectorAll('#tree li li').length === 3);
  }
  assert.equal(await page.locator('#tree > li').count(), 1);
  clean(page);
});

/** The library answers late from now on, as that of a busy machine does. */
const late = (page) => page.evaluate(() => {
  const call = library.call;
  library.call = async function callLate(...args) {
    await new Promise((done) => setTimeout(done, 150));
    return call.apply(this, args);
  };
});

test('what is asked for while the file is read is done afterwards', async () => {
  const page = await visit({ viewport: { width: 1280, height: 1400 } });
  await openFile(page, { buffer: numbers(5) });
  await late(page);
  // Text in the form is kept if the same row is selected again.
  const row = page.locator('.row', { hasText: 'value = 1001' });
  await row.click();
  await page.locator('#d-form').waitFor();
  await row.click();
  await page.fill('#d-value', '7');
  await page.locator('#d-form button').click();
  await page.locator('.row.changed', { hasText: 'value = 7' }).waitFor();
  // The file is saved while it is read with another format.
  const press = (...keys) => page.evaluate((keys) => {
    $('as').value = 'godot4';
    $('as').dispatchEvent(new Event('change'));
    for (const key of keys) $('rows').dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }));
  }, keys);
  const path = file('late.bin', await saved(page, () => press('s')));
  assert.equal(gamewire('get', path, '$["value 1"]').toString().trim(), '7');
  await page.locator('#changes', { hasText: /^1 change$/ }).waitFor();
  // A change of rows that no longer exist is rejected, and an impossible change gives its reason.
  await page.locator('.row', { hasText: 'value = 1002' }).click();
  await page.locator('#d-form').waitFor();
  await page.evaluate(() => {
    $('as').dispatchEvent(new Event('change'));
    change(form.row, '8').catch(failed);
  });
  await page.locator('#said', { hasText: 'read in another way' }).waitFor();
  await press('z');
  await page.locator('#said', { hasText: 'There is no change to undo' }).waitFor();
  // After saving, no question is needed. For a file that cannot be read, the page says why it cannot be
  // saved.
  assert.equal(await text(page, '#changes'), '1 change');
  await page.setInputFiles('#file', { name: 'image.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') });
  await page.evaluate(() => $('rows').dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true })));
  await page.locator('#said', { hasText: 'There is nothing to save' }).waitFor();
  assert.deepEqual(page.faults.splice(0), ['console: The file is read in another way now: choose the value once more.']);
});

test('deep rows can be read', async () => {
  for (const width of [360, 1280]) {
    const page = await visit({ viewport: { width, height: 780 } });
    await openFile(page, { buffer: Buffer.concat([...Array.from({ length: 60 }, () => Buffer.concat([word(28), word(1)])), word(2), word(4711)]) });
    await page.focus('#rows');
    await page.keyboard.press('End');
    const row = page.locator('.row.chosen', { hasText: 'value = 4711' });
    await row.waitFor();
    const place = await row.evaluate((row) => {
      const says = row.querySelector('.says');
      const box = says.getBoundingClientRect();
      return { left: says.lastChild.getBoundingClientRect().left - box.left, width: box.width, cut: says.scrollWidth > says.clientWidth, text: says.textContent };
    });
    assert.match(place.text, /\+\d+ /);
    assert.equal(place.cut, false, JSON.stringify(place));
    assert.ok(place.left < place.width * 0.6, JSON.stringify(place));
    clean(page);
    await page.context().close();
  }
});

test('what cannot be done has a reason, and what is ignored is said', async () => {
  const page = await visit();
  await openFile(page, { name: 'a\u202Egnp.bin', buffer: Buffer.alloc(5000, 7) });
  assert.match(await text(page, '#name'), /^a\\u\{202e\}gnp\.bin/);
  assert.equal(await page.getAttribute('#link', 'aria-disabled'), 'true');
  await page.evaluate(() => document.getElementById('link').click());
  assert.match(await text(page, '#said'), /at most 4096 bytes/);
  const drop = (make) => page.evaluate((make) => {
    const data = new DataTransfer();
    if (make === 'text') data.setData('text', '02 00 00 00 07 00 00 00');
    else for (const name of ['one.bin', 'two.bin']) data.items.add(new File([new Uint8Array([2, 0, 0, 0, 7, 0, 0, 0])], name));
    // Only a person can drop a folder, so that the browser's description of one is imitated.
    const { webkitGetAsEntry } = DataTransferItem.prototype;
    if (make === 'folder') DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true });
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    DataTransferItem.prototype.webkitGetAsEntry = webkitGetAsEntry;
  }, make);
  await drop('folder');
  await page.locator('#said', { hasText: 'A folder cannot be opened' }).waitFor();
  await drop('files');
  await page.locator('#said', { hasText: 'Only the first of 2 files' }).waitFor();
  await drop('text');
  await page.locator('#name', { hasText: 'pasted bytes: 8 bytes' }).waitFor();
  // The selected row is announced only while it exists.
  await openFile(page, { buffer: numbers(500) });
  await page.locator('.row').nth(3).click();
  await page.waitForFunction(() => document.getElementById('rows').hasAttribute('aria-activedescendant'));
  await page.evaluate(() => { document.getElementById('rows').scrollTop = 8000; });
  await page.waitForFunction(() => !document.getElementById('rows').hasAttribute('aria-activedescendant'));
  // An encrypted file has no contents until it is opened.
  const secret = file('secret2.txt', 'correct horse');
  const path = join(folder, 'closed.bin');
  gamewire('encode', '--as', 'godot4', '--frame', 'store-var', '--password-file', secret, file('hp2.json', '{"type":"Dictionary","args":["s:hp","i:9"]}'), '--out', path);
  await openFile(page, path);
  assert.doesNotMatch(await text(page, '#name'), /inside/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'password');
  clean(page);
});

test('a chunk of a region is chosen, changed and saved in the region, as the command does it', async () => {
  const page = await visit();
  await openFile(page, REGION);
  await page.locator('#chunk').waitFor();
  // Each chunk has a row with its blocks, and its row chooses it.
  await page.locator('.row', { hasText: 'chunk 31,31, blocks x 496 to 511, z 496 to 511' }).click();
  await page.waitForFunction(() => $('chunk').value === '31,31');
  const chunks = await page.locator('#chunk option').allInnerTexts();
  const chunk = chunks.at(-1);
  await page.selectOption('#chunk', chunk);
  await page.locator('.problem button', { hasText: 'Open chunk' }).click();
  await page.locator('.row', { hasText: 'Compound' }).first().waitFor();
  await page.keyboard.press('Control+f');
  await page.fill('#find-text', '$.DataVersion');
  await page.press('#find-text', 'Enter');
  await page.locator('.row.chosen', { hasText: 'DataVersion' }).waitFor();
  await page.locator('.row.chosen ~ .row', { hasText: 'value = ' }).first().click();
  await page.locator('#d-path', { hasText: 'DataVersion' }).waitFor();
  await page.locator('#d-form').waitFor();
  await page.fill('#d-value', '1234');
  await page.locator('#d-form button').click();
  await page.locator('.row.changed').first().waitFor();
  const ours = await saved(page, () => page.click('#save'));
  const theirs = join(folder, 'theirs.mca');
  gamewire('set', REGION, '--chunk', chunk, 'DataVersion', '1234', '--out', theirs);
  assert.equal(ours.compare(readFileSync(theirs)), 0);
  // Another chunk can be chosen.
  assert.equal(await page.locator('#chunk').inputValue(), chunk);
  clean(page);
});

test('text is changed as the command does it, and nothing moves', async () => {
  const page = await visit();
  const path = file('settings.cfg', '; hi\r\n[audio]\r\nvolume=0.5 ; half\r\nname="x"\r\n');
  await openFile(page, path);
  const node = page.locator('#tree > li', { hasText: 'audio/volume' });
  await node.click();
  await page.locator('#d-form').waitFor();
  const places = () => page.evaluate(() => ['tab-rows', 'find', 'save'].map((id) => JSON.stringify($(id).getBoundingClientRect())));
  const before = await places();
  await page.fill('#d-value', '0.75');
  await page.locator('#d-form button').click();
  await page.locator('#changes').waitFor();
  assert.deepEqual(await places(), before);
  const ours = await saved(page, () => page.click('#save'));
  gamewire('set', path, 'audio/volume', '0.75');
  assert.equal(ours.toString(), readFileSync(path, 'utf8'));
  clean(page);
});

test('a pasted packet of a version is explained and changed', async () => {
  const page = await visit();
  // A packet of tests/fixtures/protodef/packets.tsv.gz. Node protodef reads these values.
  const [as, hex, values] = ['minecraft-1.20.4/play.toClient', '5a3f8000007f48', ['value = 90 (experience)', '"level": value = 127', '"totalExperience": value = 72']];
  const paste = async (version) => {
    await page.click('#paste');
    await page.fill('#paste-text', hex);
    await page.selectOption('#packet-version', version);
    if (version !== 'any') {
      await page.selectOption('#packet-state', 'play');
      await page.selectOption('#packet-side', 'toClient');
    }
    await page.click('#paste-go');
  };
  await paste('1.20.4');
  for (const value of values) await page.locator('.row', { hasText: value }).waitFor();
  assert.match(await text(page, '#title'), /^the packet experience of minecraft-1\.20\.4/i);
  const packet = Buffer.from(hex, 'hex');
  same(lines((await allRows(page, packet, { format: as })).rows), rowsOf(dump('--as', as, file('experience.bin', packet))), as);
  await paste('1.20.4');
  // 300 is the VarInt ac 02.
  assert.equal((await change(page, values[1], '300')).toString('hex'), '5a3f800000ac0248');
  // Without a version, those that read it are offered.
  await paste('any');
  const offered = page.locator('.problem button', { hasText: /play\.toClient\.experience$/ });
  await offered.first().waitFor();
  clean(page);
});

test('a packet of a recorded session is changed and saved, as the command does it', async () => {
  const page = await visit();
  const recordings = [
    ['sessions/1.20.toServer.bin', '"x": value = 3.5', '[3].x', '9.25'],
    ['mcpr/1.20.1.mcpr', 'text = "Recorder"', '[0].username', 'Somebody_Else'],
  ];
  for (const [name, row, path, value] of recordings) {
    const recording = join(root, 'tests/fixtures/protodef', name);
    await openFile(page, recording);
    await page.locator('#title', { hasText: 'of Minecraft 1.20' }).waitFor();
    await page.selectOption('#level', 'all');
    const ours = await change(page, row, value);
    const theirs = join(folder, 'theirs.bin');
    gamewire('set', recording, path, value, '--out', theirs);
    assert.equal(ours.compare(readFileSync(theirs)), 0, name);
  }
  clean(page);
});

test('noise is called what it is, at any size', async () => {
  const page = await visit();
  for (const length of [4096, 100_000_000]) {
    await openFile(page, file('noise.bin', noise(length)));
    assert.match(await text(page, '#title'), /^not a format that gamewire knows/i, `${length}`);
    assert.doesNotMatch(await text(page, '.about'), /Godot \d/, `${length}`);
  }
  clean(page);
});

test('names of NBT cannot turn the text around them', async () => {
  const page = await visit();
  const name = Buffer.from('gold\u202Edlog');
  const tag = (id, name, payload) => Buffer.concat([Buffer.from([id, 0, name.length]), name, payload]);
  await openFile(page, { name: 'level.dat', buffer: Buffer.concat([tag(10, Buffer.alloc(0), tag(3, name, Buffer.from([0, 0, 0, 7]))), Buffer.from([0])]) });
  await page.click('#tab-tree');
  await page.locator('#tree li li .label', { hasText: 'gold\\u{202e}dlog' }).waitFor();
  assert.doesNotMatch(await page.locator('#open').innerText(), /\u202e/);
  clean(page);
});

test('the pages of the format are read in the page, without a network', async () => {
  const page = await visit();
  await openFile(page, { buffer: PACKET });
  await page.locator('.row', { hasText: 'text = "type"' }).click();
  await page.locator('#d-page', { hasText: 'the format of String' }).waitFor();
  await page.click('#d-page');
  await page.locator('#book h3', { hasText: /^String$/ }).waitFor();
  const within = (selector) => page.evaluate((selector) => {
    const [box, made] = [document.getElementById('book'), document.querySelector(selector)].map((one) => one.getBoundingClientRect());
    return made.top >= box.top - 2 && made.top < box.bottom;
  }, selector);
  assert.ok(await within('#book [id="String"]'));
  assert.match(await text(page, '#book'), /five characters, which take seven bytes, needs one byte of padding/);
  // To another page, and back.
  await page.locator('#book a', { hasText: 'Contents' }).first().click();
  await page.locator('#book', { hasText: 'How to read a dump' }).waitFor();
  await page.locator('#book a', { hasText: /^NodePath$/ }).first().click();
  assert.ok(await within('#book [id="NodePath"]'));
  await page.click('#book-back');
  await page.click('#book-back');
  await page.locator('#book h3', { hasText: /^String$/ }).waitFor();
  assert.equal(await page.locator('#book-back').isHidden(), true);
  // Every link leads to an existing section or to another site.
  const broken = await page.evaluate(() => {
    const missing = [];
    let inside = 0;
    for (const article of book.content.children) {
      showPlace(article.id);
      for (const link of document.querySelectorAll('#book a[data-place]')) {
        const [page, section] = link.dataset.place.split('#');
        const there = book.content.getElementById(page);
        if (section && !there.querySelector(`[id="${CSS.escape(section)}"]`)) missing.push(`${article.id}: ${link.dataset.place}`);
        inside += 1;
      }
    }
    return { missing, inside, pages: book.content.children.length };
  });
  assert.deepEqual(broken.missing, []);
  assert.ok(broken.pages >= 31 && broken.inside > 300, JSON.stringify(broken));
  assert.ok(await page.locator('#book a[target=_blank]').count() > 0);
  assert.equal(await page.locator('#book :is(script, style, img, iframe, [style], [onclick])').count(), 0);
  // Without a network, no link leads to another site.
  await page.context().setOffline(true);
  await page.evaluate(() => showPlace('gamewire/godot/format/text/index.html'));
  assert.equal(await page.locator('#book a[href^=http]:not([data-place])').count(), 0);
  assert.equal(await page.getAttribute('#book-outside', 'href'), null);
  await page.keyboard.press('Escape');
  clean(page);
});

test('the guide leads from the first byte to a saved change', async () => {
  const page = await visit();
  await page.click('#guide-begin');
  const chosen = ['length = 156', 'Dictionary', 'pair count = 5', 'text = "level"', 'value = 12', 'value = 12'];
  for (const [at, row] of chosen.entries()) {
    await page.locator('#guide-count', { hasText: `${at + 1} of 7` }).waitFor();
    await page.locator('.row.chosen', { hasText: row }).waitFor();
    if (at < 5) await page.click('#guide-next');
  }
  await page.waitForFunction(() => document.activeElement.id === 'd-value');
  await page.fill('#d-value', '99');
  await page.keyboard.press('Enter');
  await page.locator('#guide-text', { hasText: 'the page marks them' }).waitFor();
  assert.equal(await page.locator('#guide-next').isHidden(), true);
  const bytes = await saved(page, () => page.click('#save'));
  assert.equal(gamewire('get', file('guided.bin', bytes), 'level').toString().trim(), '99');
  await page.click('#guide-end');
  assert.equal(await page.locator('#guide').isHidden(), true);
  clean(page);
});

test('names, values, bytes, offsets and paths are found', async () => {
  const page = await visit();
  await openFile(page, { buffer: numbers(40) });
  const find = async (what) => {
    await page.keyboard.press('Control+f');
    await page.fill('#find-text', what);
    await page.press('#find-text', 'Enter');
    await page.waitForFunction(() => document.getElementById('find-count').textContent);
    return text(page, '#find-count');
  };
  assert.match(await find('value 17'), /^1 of 1$/);
  await page.locator('.row.chosen', { hasText: 'text = "value 17"' }).waitFor();
  assert.match(await find('1023'), /^1 of 1$/);
  await page.locator('.row.chosen', { hasText: 'value = 1023' }).waitFor();
  assert.match(await find('ff 03'), /^1 of 1$/);
  assert.match(await find('0x8'), /^1 of 1$/);
  assert.match(await find('$["value 30"]'), /^1 of 1$/);
  await page.locator('.row.chosen', { hasText: 'value 30' }).waitFor();
  assert.match(await find('VALUE 3'), /of 11$/);
  await page.keyboard.press('Enter');
  assert.match(await find('nowhere'), /nothing found/);
  clean(page);
});

test('a file of 100 MB stays usable', async () => {
  const player = (name) => dictionary(
    [string('name'), string(name)], [string('gold'), Buffer.concat([word(2), word(7)])],
    [string('at'), Buffer.concat([word(5), word(0x3fc00000), word(0x40200000)])],
  );
  const one = player('some player');
  const count = Math.ceil(100_000_000 / one.length);
  const path = file('large.bin', Buffer.concat([word(28), word(count), Buffer.alloc(one.length * (count - 1), one), player('last player')]));
  const page = await visit();
  const since = Date.now();
  await openFile(page, path);
  await page.locator('.row', { hasText: 'element count' }).waitFor({ timeout: 120_000 });
  const opened = Date.now() - since;
  const about = await ask(page, 'about');
  const times = { opened, rows: about.rows };
  const timed = async (name, work) => {
    const since = Date.now();
    await work();
    times[name] = Date.now() - since;
  };
  await timed('end', async () => {
    await page.focus('#rows');
    await page.keyboard.press('End');
    await page.locator('.row.chosen', { hasText: `[${count - 1}]` }).waitFor({ timeout: 120_000 });
  });
  await timed('last', async () => {
    await page.keyboard.press('ArrowRight');
    await page.locator('.row.chosen[aria-expanded=true]').waitFor({ timeout: 120_000 });
    await page.keyboard.press('ArrowDown');
    // Rows inside strings are folded as well.
    await page.locator('.row.chosen', { hasText: 'pair count = 3' }).waitFor({ timeout: 120_000 });
    await page.locator('.row', { hasText: '"at": Vector2' }).waitFor({ timeout: 120_000 });
  });
  await timed('middle', async () => {
    await page.evaluate(() => { document.getElementById('bytes').scrollTop = 4_000_000; });
    await page.locator('.hexline:not(.waiting)').first().waitFor({ timeout: 120_000 });
    await page.locator('.hexline .b').nth(40).click();
    await page.waitForFunction(() => Number(document.querySelector('.row.chosen .at')?.textContent) > 40_000_000, null, { timeout: 120_000 });
  });
  // This measures a block of rows and a click, in the same way as the page requests them.
  const median = async (name, ...args) => {
    const took = [];
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const at = await ask(page, 'rowAt', Math.floor(about.contents * part));
      const since = Date.now();
      await ask(page, name, ...args.map((arg) => (arg === 'row' ? at : arg === 'place' ? Math.floor(count * part) : arg)));
      took.push(Date.now() - since);
    }
    return took.sort((a, b) => a - b)[2];
  };
  times.block = await median('rows', 'place', 100);
  times.click = await median('row', 'row');
  await timed('unfold', () => page.selectOption('#level', 'all').then(() => page.waitForFunction((rows) => rows < Number(document.querySelector('.spacer').style.height.slice(0, -2)) * 10, about.rows)));
  await timed('tree', async () => {
    await page.click('#tab-tree');
    await page.locator('#tree li li').nth(50).waitFor({ timeout: 120_000 });
  });
  console.log(`100 MB: ${JSON.stringify(times)}`);
  for (const [name, time] of Object.entries(times)) if (name !== 'rows') assert.ok(time < (['block', 'click'].includes(name) ? 1000 : 60_000), `${name}: ${time} ms`);
  clean(page);
});
