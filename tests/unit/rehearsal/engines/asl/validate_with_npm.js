// Asks the ASL community's validator about definitions.
// argv: the package's folder. stdin: [definition]; stdout: [[complaint]].
const path = require("path");
const ajv = require(path.join(process.argv[2], "..", "ajv"));

// The validator compiles its schemas again for every definition, 0.1 s each; they are always the same.
const Ajv = ajv.default;
let compiled;
ajv.default = function (options) {
  if (compiled) {
    compiled.addKeyword = () => compiled;
    return compiled;
  }
  return (compiled = new Ajv(options));
};
const validate = require(process.argv[2]);

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const definitions = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const complaints = definitions.map((definition) =>
    validate(definition).errors.map((error) => ({ code: error["Error code"], message: error.Message })),
  );
  process.stdout.write(JSON.stringify(complaints));
}

main();
