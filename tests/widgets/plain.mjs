// Whether each module means the same without comments, indents and spaces: test_live_bundle.py
// writes { file: [source, plain] } to stdin. Answers with the files that differ, and where.
import { parse } from "acorn";

const HOW = { ecmaVersion: "latest", sourceType: "module" };

/** A program without places, imports and the word export. */
function meaning(text) {
  const { body } = JSON.parse(
    JSON.stringify(parse(text, HOW), (key, value) =>
      key === "start" || key === "end" ? undefined : value,
    ),
  );
  return body
    .filter((statement) => statement.type !== "ImportDeclaration")
    .map((statement) => JSON.stringify(statement.declaration ?? statement));
}

let told = "";
for await (const part of process.stdin) told += part;
const found = {};
for (const [file, [source, plain]] of Object.entries(JSON.parse(told))) {
  try {
    const [asked, given] = [meaning(source), meaning(plain)];
    const k = asked.findIndex((text, i) => text !== given[i]);
    if (k >= 0 || asked.length !== given.length)
      found[file] = `differs: ${asked[k]?.slice(0, 200)}`;
  } catch (error) {
    found[file] = String(error);
  }
}
console.log(JSON.stringify(found));
