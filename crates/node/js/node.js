// The package in Node.js.
import { readFileSync } from 'node:fs';
import { initSync } from './gamewire_wasm.js';

initSync({ module: readFileSync(new URL('gamewire_wasm_bg.wasm', import.meta.url)) });

export * from './gamewire.js';
