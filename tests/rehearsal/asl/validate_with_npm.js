// Asks the ASL community's validator about definitions.
// argv: the package's folder. stdin: [definition]; stdout: [[complaint]].
const validate = require(process.argv[2]);

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const definitions = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const complaints = definitions.map((definition) => validate(definition).errors.map((error) => ({
    code: error["Error code"] || error.code,
    message: error.Message || error.message,
    path: error.path,
    schema: error.schemaError && { path: error.schemaError.instancePath, params: error.schemaError.params },
  })));
  process.stdout.write(JSON.stringify(complaints));
}

main();
