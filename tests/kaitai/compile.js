// Compiles descriptions of Kaitai Struct to Python: node compile.js OUT FILE.ksy ..
const fs = require("fs");
const path = require("path");
const compiler = require("kaitai-struct-compiler");
const yaml = require("js-yaml");

const [out, ...files] = process.argv.slice(2);
Promise.all(
    files.map(async (file) => {
        const description = yaml.load(fs.readFileSync(file, "utf8"));
        const modules = await compiler.compile("python", description, null, false);
        for (const [name, source] of Object.entries(modules)) fs.writeFileSync(path.join(out, name), source);
    }),
).catch((error) => {
    console.error(String(error));
    process.exit(1);
});
