// The types of the games that JavaScript has no type for, and what all other files need.
/** An error, with the offset of the byte and the path of the value where they are known. */
export class GamewireError extends Error {
  constructor(message, offset, path) {
    super(message);
    this.name = 'GamewireError';
    this.offset = offset ?? undefined;
    this.path = path ?? undefined;
  }
}

/** A Byte of NBT, from -128. */
export class Byte extends Number {}
/** A Short of NBT. */
export class Short extends Number {}
/** A Float of NBT. */
export class Float extends Number {}
/** A Double of NBT. */
export class Double extends Number {}
/** A StringName of Godot. */
export class StringName extends String {}
/** A NodePath of Godot. */
export class NodePath extends String {}

/** A value of a type that JavaScript does not have, for example `new Value('Vector2', [1, 2])`. */
export class Value {
  constructor(type, args, wide = false) {
    this.type = type;
    this.args = args;
    this.wide = wide;
  }
}

/** A root of NBT that has a name. */
export class Root {
  constructor(name, value) {
    this.name = name;
    this.value = value;
  }
}

/** Calls the other half, whose errors are JSON. */
export function call(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof GamewireError || error instanceof WebAssembly.RuntimeError) throw error;
    // Arguments of a wrong type, or a value that JSON.stringify refuses.
    if (typeof error !== 'string') throw Object.assign(new GamewireError(error.message), { cause: error });
    const { message, offset, path } = JSON.parse(error);
    throw new GamewireError(message, offset, path);
  }
}

/** A text, or `undefined` where it may be left out: the other half would read any memory for another value. */
export function textOf(x, isOptional = false) {
  if (typeof x === 'string') return x;
  if (isOptional && (x === undefined || x === null)) return undefined;
  throw new GamewireError(`${typeof x} is no text`);
}

/** The most levels of containers in a value. */
const DEPTH = 520;
const isName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What the writers of one value share. */
export class Writer {
  steps = [];

  fail(message) {
    const step = (x) => (typeof x === 'number' ? `[${x}]` : isName.test(x) ? `.${x}` : `[${JSON.stringify(String(x))}]`);
    throw new GamewireError(message, undefined, `$${this.steps.map(step).join('')}`);
  }

  /** Steps into a value inside another one. Whoever calls it pops the step. */
  enter(step) {
    if (this.steps.length >= DEPTH) this.fail('the value is nested too deeply');
    this.steps.push(step);
  }

  long(x) {
    return BigInt.asIntN(64, x) === x ? x : this.fail(`${x} has more than 64 bits`);
  }

  /** Writes each key and value of an object or a `Map`. */
  each(x, write) {
    const entry = (value, key) => {
      this.enter(key);
      write(key, value);
      this.steps.pop();
    };
    if (x instanceof Map) {
      x.forEach(entry);
      return;
    }
    const plain = Object.getPrototypeOf(x);
    if (plain !== Object.prototype && plain !== null) {
      this.fail(`${x.constructor?.name ?? typeof x} is no type of the format; Value has those that JavaScript does not have`);
    }
    for (const key of Object.keys(x)) entry(x[key], key);
  }
}
