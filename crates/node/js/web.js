// The package in browsers.
import init from './gamewire_wasm.js';

await init();

export * from './gamewire.js';
