// Compiles descriptions of Kaitai Struct to Python and to JavaScript: node compile.js OUT FILE.ksy ..
const fs = require("fs");
const path = require("path");
const compiler = require("kaitai-struct-compiler");
const yaml = require("js-yaml");

const [out, ...files] = process.argv.slice(2);
Promise.all(
    files.map(async (file) => {
        const description = yaml.load(fs.readFileSync(file, "utf8"));
        for (const language of ["python", "javascript"]) {
            const modules = await compiler.compile(language, description, null, false);
            for (const [name, source] of Object.entries(modules)) {
                // The compiler gives Godot42.js for godot4.2.ksy.
                const file_name = language === "javascript" ? name.toLowerCase() : name;
                fs.writeFileSync(path.join(out, file_name), source);
            }
        }
    }),
).catch((error) => {
    console.error(String(error));
    process.exit(1);
});
