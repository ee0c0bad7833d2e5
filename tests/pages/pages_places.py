"""A second decoder, written from the pages of the format alone: Godot 4, slots, NBT in all its forms and region files,
as the JSON of the last page of each book, with the offset of each error.

It is a test of the pages, not of the library: each rule here is a sentence of a page. `pages_test.py` runs it over the
fixtures.
"""
import json
import math
import struct
import zlib

from pages import INTS, NAMES, PACKED, REALS


class Wrong(Exception):
    """An error at an offset."""

    def __init__(self, at, why):
        super().__init__(f'0x{at:04x} {why}')
        self.at = at


class Input:
    """Bytes, the offset in them, and the least number of bytes that the open containers still need."""

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.owed = 0

    def rest(self):
        return len(self.data) - self.at

    def take(self, n, at=None):
        if self.rest() < n:
            raise Wrong(self.at if at is None else at, f'{n} bytes are needed')
        r = self.data[self.at:self.at + n]
        self.at += n
        return r

    def fits(self, at, n, least):
        """Whether a count is too great."""
        if n * least + self.owed > self.rest():
            raise Wrong(at, f'count {n}')


FLOATS = {**REALS, 'Color': 4}
VECTORS = {**PACKED, 'PackedColorArray': 4}
NUMBERS = dict(PackedInt32Array='i', PackedInt64Array='q', PackedFloat32Array='f', PackedFloat64Array='d')


def bits(raw):
    """The bits of a float, as the key nan of JSON has them."""
    return raw[::-1].hex()


def number(x):
    """A component in the files of samples."""
    return 'inf' if x == math.inf else '-inf' if x == -math.inf else None if x != x else x


def floats(kind, raws, wide):
    """A structure or a packed array of floats as JSON."""
    args = [number(struct.unpack('<f' if len(r) == 4 else '<d', r)[0]) for r in raws]
    out = {'type': kind, 'args': args}
    nans = [bits(r) for r, a in zip(raws, args) if a is None]
    if any((n not in ('7fc00000', '7ff8000000000000') for n in nans)):
        out['nan'] = nans
    if wide:
        out['precision'] = 'double'
    return out


class Godot4(Input):
    """Godot 4.4 and later, in both precisions: values as JSON."""

    def __init__(self, data, objects):
        super().__init__(data)
        self.objects = objects

    def u32(self):
        return struct.unpack('<I', self.take(4))[0]

    def i32(self):
        return struct.unpack('<i', self.take(4))[0]

    def u64(self):
        return struct.unpack('<Q', self.take(8))[0]

    def text(self):
        at = self.at
        n = self.i32()
        if n < 0:
            raise Wrong(at, 'negative')
        if n > 0 and n + self.owed > self.rest():
            raise Wrong(at, f'length {n}')
        start = self.at
        b = self.take(n)
        pad = -n % 4
        b = b.split(b'\x00')[0]
        try:
            t = b.decode('utf-8')
        except UnicodeDecodeError:
            raise Wrong(start, 'text')
        if pad and pad + self.owed > self.rest():
            raise Wrong(self.at, 'padding')
        self.take(pad)
        return t

    def real(self, wide):
        return self.take(8 if wide else 4)

    def declared(self, kind):
        if kind == 0:
            return None
        if kind == 1:
            at = self.at
            i = self.u32()
            if i >= len(NAMES):
                raise Wrong(at, 'declared type')
            return None if i == 0 else {'builtin': 'Object'} if NAMES[i] == 'Object' else NAMES[i]
        n = self.text().removeprefix('\ufeff')
        if kind == 2:
            return {'class': n} if n in NAMES and n != 'Object' or '://' in n else n
        return n if '://' in n else {'script': n}

    def inner(self, level, owed):
        self.owed += owed
        try:
            return self.value(level)
        finally:
            self.owed -= owed

    def value(self, level=0):
        at = self.at
        h = self.u32()
        i = h & 255
        wide = h >> 16 & 1
        if level > 1024:
            raise Wrong(at, 'nesting')
        if i >= len(NAMES):
            raise Wrong(at, f'type {i}')
        k = NAMES[i]
        if k == 'Nil':
            return None
        if k == 'bool':
            return self.u32() != 0
        if k == 'int':
            return 'i:%d' % struct.unpack('<q' if wide else '<i', self.take(8 if wide else 4))[0]
        if k == 'float':
            r = self.take(8 if wide else 4)
            x = struct.unpack('<d' if wide else '<f', r)[0]
            if x != x:
                b = bits(r) if wide else None
                if not wide:
                    w = struct.unpack('<I', r)[0]
                    b = '%016x' % (w >> 31 << 63 | 0x7ff << 52 | (w & 0x7fffff | 0x400000) << 29)
                if b == '7ff8000000000000':
                    return 'f:nan'
                if b == 'fff8000000000000':
                    return 'f:-nan'
                return {'type': 'float', 'args': [None], 'nan': [b]}
            if abs(x) == math.inf:
                return 'f:inf' if x > 0 else 'f:-inf'
            return ('f', x)
        if k == 'String':
            return 's:' + self.text()
        if k == 'StringName':
            return 'sn:' + self.text()
        if k == 'NodePath':
            a1 = self.at
            n = self.u32()
            if not n >> 31:
                raise Wrong(a1, 'path as text')
            n &= 0x7fffffff
            a2 = self.at
            m = self.u32()
            f = self.u32()
            self.fits(a1, n, 4)
            self.owed += 4 * n
            try:
                self.fits(a2, m, 4)
            finally:
                self.owed -= 4 * n
            parts = []
            for q in range(n + m):
                self.owed += 4 * (n + m - 1 - q)
                try:
                    parts.append(self.text())
                finally:
                    self.owed -= 4 * (n + m - 1 - q)
            if f & 2:
                parts.append(self.text())
            names, subs, absolute = (parts[:n], parts[n:], f & 1)
            if any(('/' in x or ':' in x or (not x) for x in names)) or any((':' in x or not x for x in subs)):
                r = {'type': 'NodePath', 'names': names, 'subnames': subs}
                if absolute:
                    r['absolute'] = True
                return r
            return 'np:' + ('/' if absolute else '') + '/'.join(names) + ''.join((':' + x for x in subs))
        if k in FLOATS:
            w = wide and k != 'Color'
            raws = [self.real(w) for _ in range(FLOATS[k])]
            if k in ('Basis', 'Transform3D'):
                raws = [raws[3 * r + c] for c in range(3) for r in range(3)] + raws[9:]
            return floats(k, raws, w)
        if k in INTS:
            return {'type': k, 'args': [self.i32() for _ in range(INTS[k])]}
        if k == 'RID':
            x = struct.unpack('<q', self.take(8))[0]
            return {'type': 'RID', **({'id': 'i:%d' % x} if x else {})}
        if k == 'Callable':
            return {'type': k}
        if k == 'Signal':
            n = self.text()
            x = struct.unpack('<q', self.take(8))[0]
            return {'type': k, **({'name': n} if n else {}), **({'object': 'i:%d' % x} if x else {})}
        if k == 'Object':
            if wide:
                number = struct.unpack('<q', self.take(8))[0]
                return {'type': 'EncodedObjectAsID', 'props': ['object_id', 'i:%d' % number, 'script', None]}
            if not self.objects:
                raise Wrong(at, 'objects')
            c = self.text()
            if not c.removeprefix('\ufeff'):
                return {'type': 'Object'}
            a = self.at
            n = max(0, self.i32())
            self.fits(a, n, 8)
            props = []
            for q in range(n):
                left = 8 * (n - 1 - q)
                self.owed += left + 4
                name = self.text()
                self.owed -= left + 4
                props += [name, self.inner(level + 1, left)]
            return {'type': c, 'props': props, **({'full': True} if c == 'EncodedObjectAsID' else {})}
        if k == 'Array':
            e = self.declared(h >> 16 & 3)
            a = self.at
            n = self.u32() & 0x7fffffff
            self.fits(a, n, 4)
            v = [self.inner(level + 1, 4 * (n - 1 - q)) for q in range(n)]
            return {'type': k, 'elem_type': e, 'args': v} if e is not None else v
        if k == 'Dictionary':
            kt = self.declared(h >> 16 & 3)
            vt = self.declared(h >> 18 & 3)
            a = self.at
            n = self.u32() & 0x7fffffff
            self.fits(a, n, 8)
            pairs = {}
            for q in range(n):
                left = 8 * (n - 1 - q)
                key = self.inner(level + 1, left + 4)
                val = self.inner(level + 1, left)
                c = equal(key, top=True)
                pairs[c] = (pairs[c][0] if c in pairs else key, val)
            types = {'key_type': kt, 'value_type': vt}
            declared = {name: kind for name, kind in types.items() if kind is not None}
            return {'type': k, **declared, 'args': [x for p in pairs.values() for x in p]}
        a = self.at
        n = self.i32()
        if n < 0 and k != 'PackedStringArray':
            raise Wrong(a, 'negative')
        n = max(n, 0)
        if k == 'PackedByteArray':
            self.fits(a, n, 1)
            b = self.take(n)
            p = min(-n % 4, self.rest())
            if p and p + self.owed > self.rest():
                raise Wrong(self.at, 'padding')
            self.take(p)
            return {'type': k, 'args': list(b)}
        if k == 'PackedStringArray':
            self.fits(a, n, 4)
            v = []
            for q in range(n):
                self.owed += 4 * (n - 1 - q)
                try:
                    v.append(self.text())
                finally:
                    self.owed -= 4 * (n - 1 - q)
            return {'type': k, 'args': v}
        if k in VECTORS:
            w = wide and k != 'PackedColorArray'
            size = 8 if w else 4
            self.fits(a, n, VECTORS[k] * size)
            return floats(k, [self.take(size) for _ in range(n * VECTORS[k])], w)
        size = struct.calcsize(NUMBERS[k])
        self.fits(a, n, size)
        raws = [self.take(size) for _ in range(n)]
        if NUMBERS[k] in 'fd':
            return floats(k, raws, False)
        return {'type': k, 'args': [struct.unpack('<' + NUMBERS[k], r)[0] for r in raws]}


unequal = iter(range(10 ** 9))


def equal(v, top=False, inside=False):
    """What is the same for two equal keys. `top`: a whole key, or a key of a dictionary that is one."""
    if isinstance(v, tuple):
        return ('float', v[1] + 0.0)
    if isinstance(v, str):
        if v == 'f:nan' or v == 'f:-nan':
            return ('nan', next(unequal) if inside else 0)
        if top and v.startswith('sn:'):
            v = 's' + v[2:]
        if v.startswith(('s:', 'sn:')):
            a, b = v.split(':', 1)
            v = a + ':' + b.removeprefix('\ufeff')
        return v
    if v is None or isinstance(v, bool):
        return ('b', v)
    if isinstance(v, list):
        return ('Array',) + tuple((equal(x, inside=True) for x in v))
    k = v['type']
    if k == 'float':
        return ('nan', next(unequal) if inside else 0)
    if k == 'Array':
        return ('Array',) + tuple((equal(x, inside=True) for x in v['args']))
    if k == 'Dictionary':
        return (k,) + tuple((equal(x, top=i % 2 == 0, inside=i % 2 == 1) for i, x in enumerate(v['args'])))
    if k in ('Object', 'EncodedObjectAsID') or 'props' in v:
        return (k, next(unequal)) if v.get('props') else ('Object',)
    if 'args' in v:
        return (k,) + tuple((x + 0.0 if isinstance(x, float) else x for x in v['args']))
    return (k, json.dumps(v))


TAGS = 'end byte short int long float double byteArray string list compound intArray longArray'.split()


class Nbt(Input):
    """NBT in the form `java`, `files` (Bedrock) or `packets` (Bedrock), and the Slot of 1.14."""

    def __init__(self, data, form='java'):
        super().__init__(data)
        self.form = form
        self.order = '>' if form == 'java' else '<'

    def n(self, f):
        return struct.unpack(self.order + f, self.take(struct.calcsize(self.order + f)))[0]

    def varint(self, most=5, bits=32):
        at = self.at
        r = 0
        for i in range(most):
            b = self.take(1, at)[0]
            r |= (b & 127) << 7 * i
            if b < 128:
                return r & (1 << bits) - 1
        raise Wrong(at, 'VarInt')

    def zig(self, most=5, bits=32):
        u = self.varint(most, bits)
        return -(u + 1) // 2 if u & 1 else u // 2

    def int(self):
        return self.zig() if self.form == 'packets' else self.n('i')

    def long(self):
        return str(self.zig(10, 64) if self.form == 'packets' else self.n('q'))

    def text(self):
        at = self.at
        n = self.varint() if self.form == 'packets' else self.n('H')
        self.fits(at, n, 1)
        start = self.at
        b = self.take(n)
        if self.form != 'java':
            try:
                return b.decode()
            except UnicodeDecodeError as e:
                raise Wrong(start + e.start, 'text')
        u = []
        i = 0
        canon = True
        while i < n:
            c = b[i]
            m = 1 if c < 128 else 0 if c < 192 or c >= 240 else 2 if c < 224 else 3
            if m == 0 or i + m > n or any((x >> 6 != 2 for x in b[i + 1:i + m])):
                raise Wrong(start + i, 'text')
            x = c if m == 1 else c & 31 if m == 2 else c & 15
            for more in b[i + 1:i + m]:
                x = x << 6 | more & 63
            if m != (1 if 0 < x < 128 else 2 if x < 2048 else 3):
                canon = False
            u.append(x)
            i += m
        try:
            t = struct.pack('<%dH' % len(u), *u).decode('utf-16-le')
        except UnicodeDecodeError:
            canon = False
        return t if canon else {'mutf8': b.hex()}

    def kind(self):
        at = self.at
        t = self.n('B')
        if t > 12:
            raise Wrong(at, 'tag')
        return t

    def root(self):
        at = self.at
        t = self.n('B')
        if t == 0:
            return None
        if t == 9 and self.form != 'java':
            return {'name': self.text(), 'tag': {'type': 'list', 'value': self.list(0)}}
        if t != 10:
            raise Wrong(at, 'root')
        return {'name': self.text(), 'tag': {'type': 'compound', 'value': self.compound(0)}}

    def compound(self, level):
        out = []
        while True:
            at = self.at
            t = self.kind()
            if t == 0:
                return out
            name = self.text()
            out.append([name, {'type': TAGS[t], 'value': self.payload(t, level, at)}])

    def real(self, size):
        r = self.take(size)
        r = r if self.form == 'java' else r[::-1]
        x = struct.unpack('>f' if size == 4 else '>d', r)[0]
        if x != x:
            return 'NaN' if r.hex() in ('7fc00000', '7ff8000000000000') else 'NaN:' + r.hex()
        if abs(x) == math.inf:
            return 'Infinity' if x > 0 else '-Infinity'
        return '-0' if x == 0 and r[0] >> 7 else x

    def many(self, least, one):
        at = self.at
        n = self.int()
        if n < 0:
            raise Wrong(at, 'negative')
        self.fits(at, n, least)
        return [one() for _ in range(n)]

    def least(self, t):
        if self.form == 'packets' and t in (3, 4, 7, 8, 9, 11, 12):
            return 2 if t == 9 else 1
        return [0, 1, 2, 4, 8, 4, 8, 4, 2, 5, 1, 4, 4][t]

    def payload(self, t, level, at):
        p = self.form == 'packets'
        if t in (9, 10) and level + 1 > 512:
            raise Wrong(at, 'nesting')
        if t == 1:
            return self.n('b')
        if t == 2:
            return self.n('h')
        if t == 3:
            return self.int()
        if t == 4:
            return self.long()
        if t == 5:
            return self.real(4)
        if t == 6:
            return self.real(8)
        if t == 7:
            return self.many(1, lambda: self.n('b'))
        if t == 8:
            return self.text()
        if t == 10:
            return self.compound(level + 1)
        if t == 11:
            return self.many(1 if p else 4, self.int)
        if t == 12:
            return self.many(1 if p else 8, self.long)
        return self.list(level + 1)

    def list(self, level):
        e = self.kind()
        at = self.at
        n = self.int()
        if n < 0:
            raise Wrong(at, 'negative')
        if e == 0 and n:
            raise Wrong(at, 'End')
        self.fits(at, n, self.least(e))
        out = []
        for q in range(n):
            o = self.least(e) * (n - 1 - q)
            self.owed += o
            try:
                out.append(self.payload(e, level, self.at))
            finally:
                self.owed -= o
        return {'type': TAGS[e], 'value': out}

    def slot(self):
        at = self.at
        b = self.n('B')
        if b > 1:
            raise Wrong(at, 'Boolean')
        if not b:
            return None
        i = self.varint()
        i = i - (1 << 32) if i >> 31 else i
        return {'id': i, 'count': self.n('b'), 'nbt': self.root()}


def whole(r, v):
    """The value, if nothing follows it."""
    if r.rest():
        raise Wrong(r.p, 'bytes after the value')
    return v


def json_of(v):
    """JSON of a value: floats are pairs until then."""
    if isinstance(v, tuple):
        return 'f:' + repr(v[1])
    if isinstance(v, list):
        return [json_of(x) for x in v]
    if isinstance(v, dict):
        return {a: json_of(b) for a, b in v.items()}
    return v


def chunks(data):
    """The chunks of a region file: position, time, contents."""
    for x in range(32):
        for z in range(32):
            at = 4 * (x + 32 * z)
            first, sectors = (int.from_bytes(data[at:at + 3], 'big'), data[at + 3])
            if not (first or sectors):
                continue
            start = 4096 * first
            length = int.from_bytes(data[start:start + 4], 'big')
            packed = data[start + 5:start + 4 + length]
            contents = {1: lambda: zlib.decompress(packed, 31), 2: lambda: zlib.decompress(packed), 3: lambda: packed}
            yield ((x, z), int.from_bytes(data[4096 + at:4100 + at], 'big'), contents[data[start + 4]]())
