// Decodes files with the generated JavaScript parsers: node decode.js MODULES < LINES. Each line is a module, a space, and
// bytes in hexadecimal; a line of JSON answers it: the fields of the value, bytes as {"hex": ".."}, NaN and infinities as
// strings, and ints of 64 bits as doubles, which is how the runtime reads them.
const fs = require("fs");
const path = require("path");
const KaitaiStream = require("kaitai-struct/KaitaiStream");

function fields(value) {
    if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString("hex") };
    if (Array.isArray(value)) return value.map(fields);
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    if (typeof value === "number" && Object.is(value, -0)) return "-0";
    if (typeof value !== "object" || value === null) return value;
    // A structure inside a value has the header as a parameter; only that of the value itself is a field.
    const is_field = (name) => !name.startsWith("_") && (name !== "header" || "payload" in value);
    const own = Object.entries(value).filter(([name, field]) => is_field(name) && field !== undefined);
    return Object.fromEntries(own.map(([name, field]) => [name, fields(field)]));
}

const folder = path.resolve(process.argv[2]);
for (const line of fs.readFileSync(0, "utf8").split("\n").filter((line) => line)) {
    const [name, hex] = line.split(" ");
    const module = require(path.join(folder, `${name.replaceAll("_", "")}.js`));
    const parser = Object.values(module)[0] ?? module;
    let answer;
    try {
        const stream = new KaitaiStream(Uint8Array.from(Buffer.from(hex ?? "", "hex")).buffer);
        const value = new parser(stream);
        answer = stream.isEof() ? (fields(value.root) ?? null) : { error: "bytes after the value" };
    } catch (error) {
        answer = { error: String(error) };
    }
    console.log(JSON.stringify(answer));
}
