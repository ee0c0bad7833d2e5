// Lists whose rows are drawn when they are scrolled into view.

/** The height of a row. */
const ROW = 22;
/** The tallest element that every browser lays out. Longer lists scroll by proportion. */
const TALLEST = 8_000_000;

/** Items that are asked for in blocks, the newest wish first. */
class Source {
  constructor(size, load, arrived) {
    Object.assign(this, { size, load, arrived, blocks: new Map(), wish: null, loading: false, age: 0, waiting: [] });
  }
  clear() {
    this.blocks.clear();
    this.wish = null;
    this.age += 1;
    this.release(false);
  }
  release(arrived) {
    for (const done of this.waiting.splice(0)) done(arrived);
  }
  /** An item, once it is there; nothing if the list has changed meanwhile. */
  async until(at) {
    for (;;) {
      const item = this.get(at);
      if (item) return item;
      if (!(await new Promise((done) => this.waiting.push(done)))) return undefined;
    }
  }
  get(at) {
    const block = Math.floor(at / this.size);
    const items = this.blocks.get(block);
    if (items) return items[at - block * this.size];
    this.wish = block;
    this.next();
    return undefined;
  }
  async next() {
    if (this.loading || this.wish === null) return;
    const [block, age] = [this.wish, this.age];
    this.wish = null;
    if (this.blocks.has(block)) return;
    this.loading = true;
    try {
      const items = await current(this.load(block * this.size, this.size));
      if (age === this.age) {
        if (this.blocks.size > 200) this.blocks.clear();
        this.blocks.set(block, items);
      }
    } catch (error) {
      failed(error);
      this.release(false);
      if (!(error instanceof Outdated)) return;
    } finally {
      this.loading = false;
    }
    this.arrived();
    this.release(true);
    this.next();
  }
}

class List {
  constructor(box, fill) {
    this.box = box;
    this.fill = fill;
    this.count = 0;
    this.top = 0;
    this.seen = 0;
    this.spacer = document.createElement('div');
    this.spacer.className = 'spacer';
    this.spacer.setAttribute('role', 'presentation');
    this.view = document.createElement('div');
    this.view.className = 'view';
    this.view.setAttribute('role', 'presentation');
    this.spacer.append(this.view);
    box.append(this.spacer);
    box.addEventListener('scroll', () => this.scrolled());
    box.addEventListener('wheel', (event) => {
      if (this.whole <= TALLEST || event.ctrlKey) return;
      event.preventDefault();
      const unit = [1, ROW, this.room][event.deltaMode];
      this.to(this.top + event.deltaY * unit);
    }, { passive: false });
    new ResizeObserver(() => {
      if (this.room === 0) return;
      // The row that was requested while the list was hidden, or the selected row if it was in view, is
      // scrolled into view.
      const { wish, kept, seen } = this;
      const inView = kept !== undefined && kept * ROW >= this.top - ROW && kept * ROW < this.top + seen;
      this.wish = undefined;
      this.seen = this.room;
      this.to(this.top);
      if (wish !== undefined) this.show(wish);
      else if (inView) this.show(kept);
    }).observe(box);
  }
  get room() { return this.box.clientHeight; }
  get whole() { return this.count * ROW; }
  get last() { return Math.max(0, this.whole - this.room); }
  setCount(count) {
    this.count = count;
    this.spacer.style.height = `${Math.min(this.whole, TALLEST)}px`;
    this.to(this.top);
  }
  scrolled() {
    if (this.box.scrollTop === this.set) return;
    this.set = undefined;
    const scale = this.whole > TALLEST ? this.last / Math.max(1, TALLEST - this.room) : 1;
    this.top = Math.min(this.last, this.box.scrollTop * scale);
    this.draw();
  }
  to(top) {
    if (this.room === 0) return;
    this.top = Math.max(0, Math.min(top, this.last));
    const scale = this.whole > TALLEST ? Math.max(1, TALLEST - this.room) / this.last : 1;
    this.box.scrollTop = this.top * scale;
    this.set = this.box.scrollTop;
    this.draw();
  }
  show(at) {
    if (this.room === 0) {
      this.wish = at;
      return;
    }
    const top = at * ROW;
    if (top < this.top || top + ROW > this.top + this.room) this.to(top - this.room / 3);
    else this.draw();
  }
  draw() {
    const first = Math.floor(this.top / ROW);
    const last = Math.min(this.count, first + Math.ceil(this.room / ROW) + 1);
    const items = [];
    for (let at = first; at < last; at++) items.push(this.fill(at));
    this.view.replaceChildren(...items);
    // The selected row may be out of view, and then has no element.
    const chosen = this.view.querySelector('[role=treeitem].chosen');
    if (chosen) this.box.setAttribute('aria-activedescendant', chosen.id);
    else this.box.removeAttribute('aria-activedescendant');
    this.view.style.transform = `translateY(${this.box.scrollTop - (this.top - first * ROW)}px)`;
  }
}
