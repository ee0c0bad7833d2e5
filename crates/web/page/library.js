// Calls the library, which runs in a worker. Text from files is added to the page only as text content.

const $ = (id) => document.getElementById(id);
/** A call that takes longer, in milliseconds, is ended. */
const LONGEST = 120_000;

/** Ends work whose library has ended. */
class Stopped extends Error {}
/** Ends work on what is no longer shown. */
class Outdated extends Error {}

/** Counts what is shown: files, and the contents of a file after each change. */
let generation = 0;

/** An answer of the library, if what was asked for is still shown. */
async function ask(name, ...args) {
  return current(library.call(name, ...args));
}

/** Waits, and ends the work if something else is shown afterwards. */
async function current(promise) {
  const mine = generation;
  try {
    return await promise;
  } finally {
    if (mine !== generation) throw new Outdated();
  }
}

/** The library, in a worker that can be stopped. */
const library = {
  worker: null,
  calls: new Map(),
  number: 0,
  known: null,
  starting: null,

  /** Starts a worker, unless there is one. */
  ready() {
    if (this.worker && this.known) return Promise.resolve(this.known);
    this.starting ??= this.start().finally(() => { this.starting = null; });
    return this.starting;
  },

  async start() {
    const address = URL.createObjectURL(new Blob([parts.worker], { type: 'text/javascript' }));
    const worker = new Worker(address);
    this.worker = worker;
    worker.onmessage = ({ data: [number, succeeded, result, broken] }) => {
      URL.revokeObjectURL(address);
      const call = this.calls.get(number);
      if (!call || this.worker !== worker) return;
      if (broken) {
        this.stop(result);
        return;
      }
      this.calls.delete(number);
      if (succeeded) call.resolve(result);
      else call.reject(Object.assign(new Error(result.message), { name: 'GamewireError', ...result }));
      busy.settle();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.stop('The library could not be started.');
    };
    this.known = await this.call('start', parts.library);
    return this.known;
  },

  /** Ends whatever runs. The file and its changes stay in the page: see `openAgain`. */
  stop(reason = 'Stopped.') {
    this.worker?.terminate();
    this.worker = null;
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const call of calls) call.reject(new Stopped(reason));
    busy.settle();
    if (open.blob) showStopped(reason);
    else say(reason);
  },

  call(name, ...args) {
    return new Promise((resolve, reject) => {
      if (!this.worker) {
        reject(new Stopped('Stopped.'));
        return;
      }
      const number = ++this.number;
      this.calls.set(number, { resolve, reject, since: performance.now() });
      this.worker.postMessage([number, name, args]);
      busy.settle();
    });
  },
};

/** Says that something takes its time, with a button that ends it. */
const busy = {
  timer: 0,
  settle() {
    if (library.calls.size === 0) {
      clearInterval(this.timer);
      this.timer = 0;
      $('busy').hidden = true;
    } else if (!this.timer) {
      this.timer = setInterval(() => this.look(), 250);
    }
  },
  look() {
    const since = Math.min(...[...library.calls.values()].map((call) => call.since));
    const waited = performance.now() - since;
    $('busy').hidden = waited < 400;
    $('busy-text').textContent = `Working … ${Math.floor(waited / 1000)} s`;
    if (waited > LONGEST) library.stop(`Stopped: it took more than ${LONGEST / 1000} seconds.`);
  },
};

$('stop').onclick = () => library.stop();
