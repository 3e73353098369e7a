// Answers questions about links to live figures: reads { figure: { file, traits, texts, states } }
// from stdin and tells for each text what decodeState makes of it, and for each state what comes
// back after encodeState. test_live_links.py judges.
import { readFileSync } from "node:fs";
import { decodeState, encodeState, refusal } from "../../svmlib/widgets/js/ui/share.js";

async function answer({ file, traits, texts, states }) {
  const module = await import(`../../svmlib/widgets/js/${file}`);
  const [specName] = Object.keys(module).filter((key) => key.endsWith("Spec"));
  const specs = module[specName]({ get: (trait) => traits[trait] });
  const start = Object.fromEntries(Object.keys(specs).map((trait) => [trait, traits[trait]]));
  return {
    specs: Object.fromEntries(Object.entries(specs).map(([trait, spec]) => [trait, spec.kind])),
    refusedAtStart: Object.entries(specs)
      .filter(([trait, spec]) => refusal(start[trait], spec))
      .map(([trait]) => trait),
    decoded: texts.map((text) => decodeState(text, start, specs)),
    returned: states.map((changes) => {
      const text = encodeState({ ...start, ...changes }, start, specs);
      return { text, ...decodeState(text, start, specs) };
    }),
  };
}

const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = {};
for (const [name, question] of Object.entries(questions)) answers[name] = await answer(question);
process.stdout.write(JSON.stringify(answers));
