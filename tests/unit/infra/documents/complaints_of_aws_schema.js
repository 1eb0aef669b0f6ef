// Asks AWS's schema of Automation documents about documents.
// argv: the folder of aws-ssm-document-language-service. stdin: [document]; stdout: [[complaint]].
const path = require("path");
const Ajv = require(path.join(process.argv[2], "..", "ajv")).default;
const schema = require(path.join(process.argv[2], "dist", "schema.json"));

// It names the draft without the fragment by which ajv knows it, and has patterns that are none with the flag u.
delete schema.$schema;
const validate = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, verbose: true }).compile(schema);

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const documents = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const complaints = documents.map((document) => {
    validate(document);
    return (validate.errors || []).map((error) => ({
      at: error.instancePath,
      keyword: error.keyword,
      property: error.params.additionalProperty || null,
      value: error.data,
      message: error.message,
    }));
  });
  process.stdout.write(JSON.stringify(complaints));
}

main();
