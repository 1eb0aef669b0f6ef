// Evaluates JSONata with the npm package that AWS's version is named after.
// argv: the package's folder. stdin: [{"expression", "bindings"}]; stdout: [{"value"} | {"undefined"} | {"function"} | {"error"}].
const jsonata = require(process.argv[2]);

async function evaluate({ expression, bindings }) {
  try {
    const parsed = jsonata(expression);
    // The one function that Step Functions adds whose meaning can't be doubted.
    parsed.registerFunction("parse", (text) => (text === undefined ? undefined : JSON.parse(text)), "<s:x>");
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
