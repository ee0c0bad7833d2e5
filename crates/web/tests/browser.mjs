// Shared parts of the tests: the browser, the page and the command.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, '../../..');
export const html = process.env.GAMEWIRE_PAGE ?? resolve(here, '../gamewire.html');
const command = process.env.GAMEWIRE ?? join(root, 'target/debug/gamewire');

/** What the command prints. */
export const gamewire = (...args) => execFileSync(command, args, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] });

/** What the command prints, even if it refuses the input. */
export function dump(...args) {
  try {
    return gamewire('explain', ...args).toString();
  } catch (error) {
    return error.stdout.toString();
  }
}

export const folder = mkdtempSync(join(tmpdir(), 'gamewire-web-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A file in a folder that is removed at the end. */
export function file(name, bytes) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

let browser;
export async function launch() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  return browser;
}
export const close = () => browser?.close();

/** The page, opened from the disk. What it must never do is collected in `faults`. */
export async function visit({ hash = '', ...options } = {}) {
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => page.faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    page.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) page.faults.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(html).href + hash);
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  // Files open with the view of values, but most tests use that of rows.
  await page.evaluate(() => { preferred = 'rows'; });
  return page;
}

/** Opens a file by its path, or bytes, and waits until it is shown. */
export async function openFile(page, source) {
  await page.evaluate(() => { document.getElementById('title').textContent = ''; });
  const input = typeof source === 'string' ? source : { name: 'save.bin', mimeType: 'application/octet-stream', ...source };
  await page.setInputFiles('#file', input);
  await shown(page);
}

export const shown = (page) => page.waitForFunction(() => open.about && !open.about.reading && document.getElementById('title').textContent !== '', null, { timeout: 120_000 });

/** Asks the library in the page. */
export const ask = (page, name, ...args) => page.evaluate(([name, args]) => library.call(name, ...args), [name, args]);

/** All rows of bytes, as lines of a dump: offset, indent and meaning. */
export async function allRows(page, bytes, options = {}) {
  const answer = await page.evaluate(async ([base64, options]) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const about = await library.call('open', bytes.buffer, options);
    const visible = await library.call('foldFrom', 1 << 20);
    return { about, rows: await library.call('rows', 0, visible) };
  }, [Buffer.from(bytes).toString('base64'), options]);
  return answer;
}

/** Text without spaces: a dump breaks long lines. */
const squeezed = (text) => text.replace(/\s+/g, '');

/**
 * The rows of a dump: offset, level and meaning of each, without the remark on what an engine writes otherwise. Rows begin at
 * `starts`; at other offsets a row goes on. Without `starts`, each line is a row.
 */
export function rowsOf(text, starts) {
  const rows = [];
  for (const line of text.split('\n')) {
    // The bytes take 23 columns. If a row has several lines of bytes, only the first one has an explanation.
    const match = /^(?:0x([0-9a-f]{4,8})|\s{6,10})  (.{23})  (.*)$/.exec(line);
    if (!match || match[2].trim() === 'bytes' || match[2].trimEnd() === 'end') continue;
    const [start, said] = [match[1] && parseInt(match[1], 16), match[3]];
    if (start === undefined || (starts && !starts.has(start))) {
      if (rows.length) rows[rows.length - 1].text += said;
      continue;
    }
    if (!said) continue;
    const level = /^ *\(level (\d+)\) (.*)$/s.exec(said);
    const depth = level ? Number(level[1]) : (said.length - said.trimStart().length) / 2;
    rows.push({ start, depth, text: level ? level[2] : said });
  }
  return rows.map(({ start, depth, text }) => `${start} ${depth} ${squeezed(text).replace(/<-the(engine|game)writesotherbytes$/, '')}`);
}

/** The same of the page's rows. */
export const lines = (rows, { start = 0, depth = 0 } = {}) => rows.map((row) => `${row.offset - start} ${row.depth - depth} ${squeezed(row.meaning)}`);
/** Where the page's rows begin. */
export const startsOf = (rows, start = 0) => new Set(rows.map((row) => row.offset - start));
