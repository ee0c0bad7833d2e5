// All samples of `gamewire fixtures`, and `gamewire conform` against the package. `GAMEWIRE` is the command.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GamewireError, decode, encode, explain } from '../dist/node.js';

const command = process.env.GAMEWIRE ?? 'gamewire';
const folder = mkdtempSync(join(tmpdir(), 'gamewire-'));
after(() => rmSync(folder, { recursive: true }));
execFileSync(command, ['fixtures', '--out', folder]);
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

function samples(kind) {
  assert.ok(manifest[kind].length > 500);
  return manifest[kind].map((one) => {
    const format = one.dialect.startsWith('godot') ? one.dialect : one.format ?? `${one.dialect}/${one.kind}`;
    return { ...one, format, data: new Uint8Array(readFileSync(join(folder, one.file))) };
  });
}

test('what is decoded is encoded to the same bytes', () => {
  for (const { name, format, data, objects } of samples('fixtures')) {
    // Full objects are refused unless they are asked for.
    const value = decode(data, format, { objects: objects !== undefined || name.startsWith('object_') });
    assert.deepEqual(encode(value, format), data, `${format} ${name}`);
  }
});

test('bad bytes are refused with a place', () => {
  for (const { name, format, data } of samples('rejected')) {
    assert.throws(() => decode(data, format), (error) => {
      assert.ok(error instanceof GamewireError, `${format} ${name}: ${error}`);
      assert.equal(typeof error.offset, 'number');
      assert.equal(typeof error.path, 'string');
      return true;
    }, `${format} ${name}`);
  }
});

test('every sample is explained to its last byte', () => {
  for (const { format, data } of samples('fixtures')) {
    const rows = explain(data, format, { rows: true });
    assert.equal(rows.reduce((end, row) => Math.max(end, row.offset + row.length), 0), data.length);
  }
});

test('no sample that is cut short or plain does harm', () => {
  for (const { format, data } of samples('fixtures')) {
    for (let end = 0; end <= data.length; end += Math.floor(data.length / 5) + 1) {
      try {
        decode(data.subarray(0, end), format, { plain: true });
      } catch (error) {
        assert.ok(error instanceof GamewireError, `${format}: ${error}`);
      }
    }
  }
});

test('gamewire conform', () => {
  const codec = fileURLToPath(new URL('codec.mjs', import.meta.url));
  const run = spawnSync(command, ['conform', '--', process.execPath, codec], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout.slice(-2000) + run.stderr.slice(-500));
});
