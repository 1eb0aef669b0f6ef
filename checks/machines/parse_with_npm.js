// node parse_with_npm.js PACKAGE < expressions.json: what jsonata's parser says against each one, null for nothing.
const jsonata = require(process.argv[2]);
const expressions = JSON.parse(require("fs").readFileSync(0, "utf8"));

function refusal(text) {
  try {
    jsonata(text);
    return null;
  } catch (error) {
    return `${error.code || "error"}: ${error.message}`;
  }
}

process.stdout.write(JSON.stringify(expressions.map(refusal)));
