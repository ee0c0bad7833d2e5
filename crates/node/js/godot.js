// Values of Godot as the JSON that keeps all types.
import { NodePath, StringName, Value, Writer } from './values.js';

const float = (x) => (Object.is(x, -0) ? '-0.0' : String(x));

export class GodotWriter extends Writer {
  /** Writes a type that consists of numbers. */
  numbers(type, args, wide) {
    // In an array, the bits of a NaN are kept.
    if (!Array.isArray(args) && !ArrayBuffer.isView(args)) this.fail(`${type} needs a list of numbers`);
    const list = ArrayBuffer.isView(args) ? args : wide ? Float64Array.from(args, Number) : args;
    const bits = [];
    let text = '';
    for (let at = 0; at < list.length; at += 1) {
      const x = list[at];
      if (at > 0) text += ',';
      if (typeof x === 'bigint') text += this.long(x);
      else if (typeof x !== 'number') this.fail(`${typeof x} is no number`);
      else if (x !== x) {
        const of = ArrayBuffer.isView(list) ? list.slice(at, at + 1) : new Float32Array([x]);
        bits.push(Array.from(new Uint8Array(of.buffer), (byte) => byte.toString(16).padStart(2, '0')).reverse().join(''));
        text += 'null';
      } else if (Math.abs(x) === Infinity) text += x < 0 ? '-1e99999' : '1e99999';
      else text += float(x);
    }
    const nan = bits.length > 0 ? `,"nan":${JSON.stringify(bits)}` : '';
    return `{"type":${JSON.stringify(type)},"args":[${text}]${nan}${wide && type !== 'PackedFloat64Array' ? ',"precision":"double"' : ''}}`;
  }

  write(x) {
    if (x === null || x === undefined) return 'null';
    if (typeof x === 'boolean') return String(x);
    if (typeof x === 'bigint') return `"i:${this.long(x)}"`;
    if (typeof x === 'number') {
      if (x !== x) return '"f:nan"';
      return Math.abs(x) === Infinity ? `"f:${x < 0 ? '-' : ''}inf"` : `"f:${float(x)}"`;
    }
    if (typeof x === 'string') return JSON.stringify(`s:${x}`);
    if (typeof x !== 'object') this.fail(`${typeof x} is no type of Godot`);
    if (x instanceof StringName) return JSON.stringify(`sn:${x}`);
    if (x instanceof NodePath) return JSON.stringify(`np:${x}`);
    if (x instanceof Value) return x.type === 'json' ? String(x.args) : this.numbers(x.type, x.args, x.wide);
    if (x instanceof Uint8Array) return this.numbers('PackedByteArray', x);
    if (x instanceof Int32Array) return this.numbers('PackedInt32Array', x);
    if (x instanceof BigInt64Array) return this.numbers('PackedInt64Array', x);
    if (x instanceof Float32Array) return this.numbers('PackedFloat32Array', x);
    if (x instanceof Float64Array) return this.numbers('PackedFloat64Array', x, true);
    if (Array.isArray(x)) {
      const items = [];
      for (let at = 0; at < x.length; at += 1) {
        this.enter(at);
        items.push(this.write(x[at]));
        this.steps.pop();
      }
      return `[${items.join(',')}]`;
    }
    const items = [];
    this.each(x, (key, value) => items.push(`${this.write(key)},${this.write(value)}`));
    return `{"type":"Dictionary","args":[${items.join(',')}]}`;
  }
}
