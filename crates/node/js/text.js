// Text in bytes.

export const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Texts that were read before, by their hashes: most names occur many times. */
const TEXTS = new Array(4096).fill('');

function isText(text, bytes, start) {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== bytes[start + at]) return false;
  }
  return true;
}

/** Returns text that has only ASCII without U+0000, which all forms of text have in the same bytes, otherwise `undefined`. */
export function ascii(bytes, start, end) {
  // A few bytes tell most texts apart, and a known text has only ASCII.
  const step = ((end - start) >> 3) + 1;
  let hash = end - start;
  for (let at = end - 1; at >= start; at -= step) hash = (Math.imul(hash, 31) + bytes[at]) | 0;
  const known = TEXTS[hash & 4095];
  if (known.length === end - start && isText(known, bytes, start)) return known;
  let all = 0;
  for (let at = start; at < end; at += 1) all |= bytes[at] | (bytes[at] - 1);
  if ((all & ~127) !== 0) return undefined;
  const text = utf8(bytes, start, end);
  if (text.length < 64) TEXTS[hash & 4095] = text;
  return text;
}

/** Reads UTF-8. Throws if it is none. */
export const utf8 = (bytes, start, end) => DECODER.decode(bytes.subarray(start, end));

/** The number of bytes of a unit of text in modified UTF-8. */
const length = (unit) => (unit < 0x80 && unit !== 0 ? 1 : unit < 0x800 ? 2 : 3);

/** Reads modified UTF-8. `undefined` if a unit has more or less bytes than usual, except for plain values. */
export function units(bytes, start, end, plain) {
  let text = '';
  for (let at = start; at < end;) {
    const first = bytes[at];
    const count = first < 0x80 ? 1 : first < 0xe0 ? 2 : 3;
    let unit = count === 1 ? first : first & (0x3f >> (count - 1));
    for (let next = 1; next < count; next += 1) unit = (unit << 6) | (bytes[at + next] & 0x3f);
    if (!plain && count !== length(unit)) return undefined;
    text += String.fromCharCode(unit);
    at += count;
  }
  return text;
}

/** Writes modified UTF-8, for which there must be room, and returns its end. */
export function writeUnits(text, bytes, start) {
  let at = start;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit > 0 && unit < 128) {
      bytes[at] = unit;
      at += 1;
      continue;
    }
    const count = length(unit);
    bytes[at] = (count === 2 ? 0xc0 : 0xe0) | (unit >> (6 * count - 6));
    at += 1;
    for (let shift = 6 * count - 12; shift >= 0; shift -= 6) {
      bytes[at] = 0x80 | ((unit >> shift) & 0x3f);
      at += 1;
    }
  }
  return at;
}

/** Returns whether text has half of a surrogate pair. */
export const isBroken = (text) => /[\ud800-\udfff]/u.test(text);

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** The two digits of a byte, in the order in which they are in memory. */
const PAIRS = new Uint16Array(ENCODER.encode(DIGITS.join('')).buffer);

/** Returns bytes as hexadecimal digits. */
export function hex(bytes, start, end) {
  const pairs = new Uint16Array(end - start);
  for (let at = start; at < end; at += 1) pairs[at - start] = PAIRS[bytes[at]];
  return DECODER.decode(pairs);
}

/** The values of the lower-case digits, by their codes. */
const VALUES = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value += 1) VALUES[value.toString(16).charCodeAt(0)] = value;

/** Writes the bytes of hexadecimal digits, of which there must be an even number, and returns whether there are no other characters. */
export function unhex(text, bytes, start) {
  const digits = ENCODER.encode(text);
  let all = text.length - digits.length;
  for (let at = 0; at < digits.length; at += 2) {
    const byte = (VALUES[digits[at]] << 4) | VALUES[digits[at + 1]];
    bytes[start + at / 2] = byte;
    all |= byte;
  }
  return all >= 0;
}
