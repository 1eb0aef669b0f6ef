// Evaluates JSONata with the npm package that AWS's version is named after.
// argv: the package's folder. stdin: [{"expression", "bindings"}]; stdout: [{"value"} | {"undefined"} | {"function"} | {"error"}].
const crypto = require("crypto");
const jsonata = require(process.argv[2]);

// What Step Functions adds, as far as it is the same at every call.
const ADDED = {
  parse: [(text) => (text === undefined ? undefined : JSON.parse(text)), "<s:x>"],
  partition: [
    (items, size) =>
      Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size)),
    "<an:a>",
  ],
  hash: [(text, name) => crypto.createHash(name.replace("-", "").toLowerCase()).update(text).digest("hex"), "<ss:s>"],
};

async function evaluate({ expression, bindings }) {
  try {
    const parsed = jsonata(expression);
    for (const [name, [body, signature]] of Object.entries(ADDED)) parsed.registerFunction(name, body, signature);
    const value = await parsed.evaluate(undefined, bindings);
    if (value === undefined) return { undefined: true };
    if (value === null) return { value };
    const text = JSON.stringify(value);
    return text === undefined || value._jsonata_lambda || value._jsonata_function
      ? { function: true }
      : { value: JSON.parse(text) };
  } catch (error) {
    return { error: error.code || error.message };
  }
}

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const answers = [];
  for (const one of JSON.parse(Buffer.concat(chunks).toString("utf8"))) answers.push(await evaluate(one));
  process.stdout.write(JSON.stringify(answers));
}

main();
