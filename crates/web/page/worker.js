// Runs the package. A message from the page is [number, name, arguments]: the name of a function below, or of a method of `File`. The
// answer is [number, succeeded, result, whether the library has failed].
import { File, formats, pasted } from '../../node/js/gamewire.js';
import { defect, fail, initSync } from '../../node/js/gamewire_wasm.js';

let file = null;

const hasEnded = (error) => error instanceof WebAssembly.RuntimeError || error.cause instanceof RangeError;

const calls = {
  start(library) {
    initSync({ module: library });
    return formats();
  },
  pasted,
  open(data, options, changes = []) {
    file?.free();
    file = new File(data, { ...options, partial: true });
    let lost;
    for (const { path, text } of changes) {
      try {
        file.setText(path, text);
      } catch (error) {
        if (hasEnded(error)) throw error;
        lost ??= error.message;
      }
    }
    return { ...file.about(), lost };
  },
  row: (number) => ({ ...file.row(number), ...file.reveal(number) }),
  bytes: (offset, length) => ({ bytes: file.bytes(offset, length), marks: file.marks(offset, length) }),
  text(row, form) {
    const { offset, end, path } = file.row(row);
    if (form === 'json') return file.toJson(path);
    if (!['hex', 'rust', 'gdscript'].includes(form)) return file.toText(path);
    const bytes = Array.from(file.bytes(offset, end - offset));
    if (form === 'gdscript') return `${/^godot[23]/.test(file.format) ? 'Pool' : 'Packed'}ByteArray([${bytes.join(', ')}])`;
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
    return form === 'hex' ? hex.join(' ') : `[${hex.map((byte) => `0x${byte}`).join(', ')}]`;
  },
  fail,
};

/** Why the library has ended. */
function reason(error) {
  let message = '';
  try {
    message = defect();
  } catch {
    // The library no longer answers.
  }
  if (message) return `The library has a defect (${message}).`;
  if (/stack/i.test(error.cause?.message)) return 'The library has a defect (too deep).';
  return 'This file needs more memory than the browser gives.';
}

onmessage = ({ data: [number, name, args] }) => {
  try {
    postMessage([number, true, calls[name] ? calls[name](...args) : file[name](...args)]);
  } catch (error) {
    // A trap leaves the library in an unknown state.
    const { message, offset, path } = error;
    postMessage([number, false, hasEnded(error) ? reason(error) : { message, offset, path }, hasEnded(error)]);
  }
};
