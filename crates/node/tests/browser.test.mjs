// The package in a browser. CHROMIUM names another one; without any, the test is skipped.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { promisify } from 'node:util';

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PAGE = `<!doctype html><script type="module">
  import { Byte, decode, encode } from '/web.js';
  const data = encode({ hp: new Byte(20), time: 255n }, 'minecraft/nbt');
  document.body.textContent = data.length + ' bytes, ' + decode(data, 'minecraft/nbt').time;
</script>`;
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };

test('a browser loads the package', { skip: !existsSync(chromium) && `${chromium} is not installed` }, async () => {
  const server = createServer(({ url }, response) => {
    const name = url.slice(1);
    const type = TYPES[name.split('.').pop()];
    response.setHeader('content-type', type ?? 'text/html');
    response.end(type ? readFileSync(new URL(`../dist/${name}`, import.meta.url)) : PAGE);
  }).listen(0);
  try {
    const options = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=20000', '--dump-dom'];
    const { stdout } = await promisify(execFile)(chromium, [...options, `http://localhost:${server.address().port}/`], { timeout: 60_000 });
    assert.match(stdout, /<body>25 bytes, 255<\/body>/);
  } finally {
    server.close();
  }
});
