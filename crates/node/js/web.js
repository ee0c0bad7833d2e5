// The package in browsers.
import init from './gamewire_wasm.js';

await init({ module_or_path: new URL('gamewire_wasm_bg.wasm', import.meta.url) });

export * from './gamewire.js';
