// The package as a codec for `gamewire conform`: every value becomes one of JavaScript and is encoded from it.
import { createInterface } from 'node:readline';
import { decode, encode, fromJson, toJson } from '../dist/node.js';

// The value in a case as its text: JSON.parse would round its numbers.
const valueOf = (line) => /"value":(.*)\}$/s.exec(line)[1];

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const { op, dialect, hex, objects = false } = JSON.parse(line);
    const given = op === 'decode' ? Buffer.from(hex, 'hex') : fromJson(valueOf(line), dialect);
    const data = encode(decode(given, dialect, { objects: objects || op !== 'decode' }), dialect);
    answer = op === 'decode'
      ? `{"value":${toJson(data, dialect, { objects: true })}}`
      : JSON.stringify({ hex: Buffer.from(data).toString('hex') });
  } catch (error) {
    answer = JSON.stringify({ error: String(error) });
  }
  process.stdout.write(`${answer}\n`);
}
