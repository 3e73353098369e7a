// The search: sections of the book that answer a query, best first. What it looks through (book/ext/search.py)
// is loaded when somebody asks. Everything up to the last part is free of the page and tested in Node.

const GREEK = [..."αβγδεζηθικλμνξοπρστυφχψως"];
const GREEK_NAMES =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega sigma";
/** What signs are called, so that formulas can be asked for in words. */
const SIGNS = {
  ...Object.fromEntries(GREEK_NAMES.split(" ").map((name, k) => [GREEK[k], name])),
  ...{ "‖": "norm", "||": "norm", "∑": "sum", "∏": "product", "∫": "integral" },
  ...{ "√": "root", "∇": "gradient", "∞": "infinity" },
};
const SIGN = new RegExp(
  Object.keys(SIGNS).join(",").replaceAll("|", "\\|").replaceAll(",", "|"),
  "g",
);
const FIELDS = { title: 6, names: 2.5, above: 1.5, text: 1, rest: 1 };
const HALF = 2; // so many times in a field count for half of all that the field can
const BEGINNING = 0.5; // of a word that only begins like the one looked for
const PAGE = 1.4; // a page as a whole against its sections
const SYNONYM = 0.85;
const SHOWN = 30; // results
const EXCERPT = 240;
const BESIDE = 6; // words that are not in the text
const BEFORE = 50; // characters, of these before the words that were looked for

/** A text in small letters without accents. */
const plainOf = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Words of a text, signs by their names. */
const wordsOf = (text) =>
  plainOf(text)
    .replace(/_[\p{L}\p{N}](?![\p{L}\p{N}])/gu, " ") // an index: α_i y_i is alpha y
    .replace(SIGN, (sign) => ` ${SIGNS[sign]} `)
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Names in a text that are several words or end with a stroke: n_jobs, gap_. */
const NAME = /[\p{L}\p{N}]+(?:(?:_[\p{L}\p{N}]+)+_?|_(?![\p{L}\p{N}]))/gu;
const namesOf = (text) => (text.includes("_") && plainOf(text).match(NAME)) || [];

/** A word without its ending: British or American, one or many, doing or done. */
const stemOf = (word) => {
  if (word.length < 4) return word;
  const stem = word
    .replace(/i[sz](?:e[drs]?|ers|ing|ations?)$/, "iz")
    .replace(/ie[sd]$/, "y")
    .replace(/(s|x|ch)es$|([^su])s$/, "$1$2")
    .replace(/([aeiouy]\p{L}+?)(?:ing|ed|ly)$/u, "$1");
  return stem.replace(/([^ls])\1$/, "$1").replace(/(...)e$/, "$1");
};
const stemsOf = (text) => wordsOf(text).map(stemOf);
const FILLERS = new Set(
  stemsOf(`a an and any are at be best between by can concept could depend describe difference do does equal equals explain for
    from get good happen has have how i if in into is it its me mean my need of on or refer role should than that the their
    them there these they this to too upon use using vs was we what when where which why will with work would you your
    algorithm definition example formula svm term`),
);

/** Those of some stems that tell something; all of them where none does. */
const tellingOf = (stems) => {
  const telling = stems.filter((stem) => !FILLERS.has(stem));
  return telling.length ? telling : stems;
};

/** Stems between spaces, so that a phrase is found as a whole. */
const phraseOf = (stems) => ` ${stems.join(" ")} `;
const stemsIn = (phrase) => phrase.split(" ").filter((stem) => stem);

/** What a query or a synonym says; a name that the book has is one of its stems. */
const saidBy = (text, postings) =>
  namesOf(text)
    .filter((name) => postings.has(name))
    .reduce(
      (said, name) => said.replace(phraseOf(stemsOf(name)), phraseOf([name])),
      phraseOf(stemsOf(text)),
    );

/** The index as it is looked through: of each word its sections, with how much it counts there. */
const prepare = ({ sections, synonyms }) => {
  const postings = new Map();
  const known = new Map(); // words as they are written: stem and how often
  /** The stems of a text, whose words are known from now on. */
  const learn = (text) =>
    wordsOf(text).map((word) => {
      const met = known.get(word) ?? { stem: stemOf(word), times: 0 };
      met.times += 1;
      known.set(word, met);
      return met.stem;
    });
  const entries = sections.map(([address, above, title, names, text, rest, weight], k) => {
    const plain = title.replace(/^(?:D?[\d.]+|\w+ D?[\d.]+)\s/, "");
    const fields = { title: plain, names, above: above.join(" "), text, rest };
    const stems = {};
    for (const [field, worth] of Object.entries(FIELDS)) {
      stems[field] = learn(fields[field]);
      const times = new Map();
      for (const stem of [...stems[field], ...namesOf(fields[field])])
        times.set(stem, (times.get(stem) ?? 0) + 1);
      for (const [stem, n] of times) {
        if (!postings.has(stem)) postings.set(stem, new Map());
        const sum = postings.get(stem);
        sum.set(k, (sum.get(k) ?? 0) + (worth * n) / (n + HALF));
      }
    }
    const said = Object.fromEntries(
      Object.entries(stems).map(([field, all]) => [field, phraseOf(all)]),
    );
    return {
      address,
      above,
      title,
      text,
      others: [...names.split(" · "), ...rest.split(" ")],
      weight,
      said,
      length: tellingOf(stems.title).length,
      page: above.length ? 1 : PAGE,
    };
  });
  synonyms.flat().forEach(learn);
  const groups = synonyms.map((group) => {
    const phrases = group.map((words) => saidBy(words, postings));
    return {
      phrases,
      known: phrases.filter((one) => stemsIn(one).every((stem) => postings.has(stem))),
    };
  });
  return { entries, groups, postings, vocabulary: [...postings.keys()], known };
};

/** Whether words differ in one slip: a letter too many, too few, wrong, or two in the wrong order. */
const slipped = (a, b) => {
  let k = 0;
  while (k < a.length && a[k] === b[k]) k++;
  const [left, right] = [a.slice(k), b.slice(k)];
  const swapped = left[0] === right[1] && left[1] === right[0];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (swapped && left.slice(2) === right.slice(2))
  );
};

/** A query with the likeliest word of the book in place of each that the book does not know. */
const corrected = ({ known, vocabulary }, query) =>
  query.replace(/\p{L}{5,}/gu, (word) => {
    const [plain] = wordsOf(word);
    if (known.has(plain) || vocabulary.some((stem) => stem.startsWith(stemOf(plain)))) return word;
    const near = [...known].filter(([other]) => slipped(plain, other));
    return near.sort((a, b) => b[1].times - a[1].times)[0]?.[0] ?? word;
  });

/** The query itself, then with other words for some of its own: [stems, how much that is worth]. */
const variantsOf = (query, { groups, postings }) => {
  const whole = saidBy(query, postings);
  const said = phraseOf(tellingOf(stemsIn(whole)));
  const found = new Map([[said, 1]]);
  const instead = (phrase, other) => {
    const [before, ...after] = (said.includes(phrase) ? said : whole).split(phrase);
    const around = [before, after.join(phrase)].map((part) =>
      stemsIn(part).filter((stem) => !FILLERS.has(stem)),
    );
    const variant = phraseOf([...around[0], other.trim(), ...around[1]]);
    if (!found.has(variant)) found.set(variant, SYNONYM);
  };
  const words = wordsOf(query);
  words.slice(1).forEach((word, k) => {
    const parts = phraseOf([stemOf(words[k]), stemOf(word)]);
    const names = [stemOf(words[k] + word), `${words[k]}_${word}`]; // linearsvc, n_jobs
    for (const name of names.filter((one) => postings.has(one)))
      if (whole.includes(parts)) instead(parts, name);
  });
  for (const { phrases, known } of groups) {
    for (const phrase of phrases.filter((one) => said.includes(one) || whole.includes(one)))
      for (const other of known)
        if (other !== phrase && !(whole.includes(other) && !phrase.includes(other)))
          instead(phrase, other);
  }
  return [...found].map(([all, worth]) => [[...new Set(stemsIn(all))], worth]);
};

/** {section: how much a word counts there} and how telling the word is. */
const look = ({ entries, postings, vocabulary }, stem) => {
  const exact = postings.get(stem);
  const counts = new Map(exact ?? []);
  if (stem.length > 2) {
    for (const longer of vocabulary.filter((word) => word !== stem && word.startsWith(stem))) {
      for (const [k, count] of postings.get(longer))
        counts.set(k, Math.max(counts.get(k) ?? 0, BEGINNING * count));
    }
  }
  return { counts, telling: Math.log(1 + entries.length / (0.5 + (exact ?? counts).size)) };
};

/** How well one section answers one variant of the query: its score, and which words it lacks. */
const judge = (entry, k, stems, found) => {
  let sum = 0;
  let all = 0;
  let met = 0;
  const missing = [];
  stems.forEach((stem, i) => {
    const { counts, telling } = found.get(stem);
    const count = counts.get(k) ?? 0;
    all += telling;
    if (count) met += telling;
    else missing.push(stem);
    sum += telling * count;
    const pair = i && count ? ` ${stems[i - 1]} ${stem} ` : "";
    if (pair && entry.said.title.includes(pair)) sum += 3 * telling;
    else if (pair && (entry.said.text.includes(pair) || entry.said.names.includes(pair)))
      sum += telling;
  });
  const titled = stems.filter((stem) => entry.said.title.includes(` ${stem} `)).length;
  const phrase = stems.length > 2 && entry.said.text.includes(` ${stems.join(" ")} `) ? 2 : 1;
  const whole = phrase * (1 + titled / Math.max(entry.length, stems.length, 1));
  return {
    score: (sum / all) * (met / all) ** 1.6 * whole * entry.weight * (titled ? entry.page : 1),
    missing,
  };
};

/** Sections that answer a query, best first: entries of the index with the stems that were looked for and those missing. */
const find = (index, query) => {
  const variants = variantsOf(query, index);
  const asked = variants[0][0];
  /** What was asked for in vain: of a synonym the words that it stands for. */
  const lacking = (stems, missing) =>
    asked.filter((stem) =>
      stems.includes(stem)
        ? missing.includes(stem)
        : missing.some((other) => !asked.includes(other)),
    );
  const found = new Map();
  for (const [stems] of variants)
    for (const stem of stems) if (!found.has(stem)) found.set(stem, look(index, stem));
  const best = new Map();
  for (const [stems, worth] of variants) {
    const touched = new Set(stems.flatMap((stem) => [...found.get(stem).counts.keys()]));
    for (const k of touched) {
      const { score, missing } = judge(index.entries[k], k, stems, found);
      if (worth * score > (best.get(k)?.score ?? 0))
        best.set(k, { k, score: worth * score, missing, stems });
    }
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score || a.k - b.k)
    .slice(0, SHOWN)
    .map(({ k, stems, missing }) => ({
      ...index.entries[k],
      ...{ stems: tellingOf(stems), missing: lacking(stems, missing) },
    }));
};

const ends = (word) => (word.length > 2 ? "" : "(?![\\p{L}\\p{N}])");
/** What finds words of these stems in a text, also as signs; its group is the character before a word (Safari 16.0 knows no lookbehind). */
const patternOf = (stems) => {
  const signs = Object.entries(SIGNS).filter(([, name]) => stems.includes(stemOf(name)));
  const words = stems.map((stem) => `${stem.replace(/y$/, "")}${ends(stem)}`);
  const parts = [
    `(^|[^\\p{L}\\p{N}])(?:${words.join("|")})`,
    ...signs.map(([sign]) => sign.replaceAll("|", "\\|")),
  ];
  return new RegExp(parts.join("|"), "giu");
};

/** The part of a text in which most of these stems meet. */
const excerptOf = (text, stems) => {
  const hits = [...text.matchAll(patternOf(stems))].map(({ 0: found, 1: before = "", index }) => [
    index + before.length,
    found.slice(before.length).toLowerCase(),
  ]);
  let best = { from: 0, met: 0 };
  hits.forEach(([from], k) => {
    const near = hits.slice(k).filter(([place]) => place < from + EXCERPT - BEFORE);
    const met = new Set(near.map(([, word]) => word)).size;
    if (met > best.met) best = { from, met };
  });
  const start = best.from <= BEFORE ? 0 : text.indexOf(" ", best.from - BEFORE) + 1;
  const end = start + EXCERPT < text.length ? text.lastIndexOf(" ", start + EXCERPT) : text.length;
  return `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
};

/** What has the stems that neither title nor text has: names, words of code, parameters. */
const besideOf = ({ title, text, others }, stems) => {
  const silent = stems
    .map((stem) => patternOf([stem]))
    .filter((pattern) => `${title} ${text}`.search(pattern) < 0);
  const has = (one) => silent.some((pattern) => one.search(pattern) >= 0);
  return others.filter(has).slice(0, BESIDE);
};

// ---------------------------------------------------------------------------------------------------- the page of search

/** An element with words or other elements in it. */
const made = (name, className, ...parts) => {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...parts);
  return element;
};

const resultOf = (root, query, result) => {
  const { address, above, title, text, stems, missing } = result;
  const link = made("a", "", title);
  link.href = root + address;
  const parts = [link];
  if (above.length) parts.push(" ", made("span", "search-above", above.join(" › ")));
  const lacking = [...wordsOf(query), ...namesOf(query)].filter(
    (word) => missing.includes(word) || missing.includes(stemOf(word)),
  );
  if (lacking.length) parts.push(made("p", "search-missing", `without ${lacking.join(", ")}`));
  parts.push(made("p", "context", excerptOf(text, stems)));
  const beside = besideOf(result, stems);
  if (beside.length)
    parts.push(made("p", "context", `In code, parameters or outputs: ${beside.join(", ")}`));
  return made("li", "", ...parts);
};

const show = (results, root, typed) => {
  const index = prepare(SEARCH_INDEX);
  const query = corrected(index, typed);
  const found = find(index, query);
  const whole = found.filter(({ missing }) => !missing.length).length;
  let said = `${found.length} sections, the likeliest first.`;
  if (found.length === 1) said = "One section.";
  if (found.length === SHOWN) said = `The ${SHOWN} likeliest sections.`;
  if (!found.length) said = "Nothing in the book has any of these words.";
  else if (!whole) said = `No section has all of these words; these have some of them.`;
  if (query !== typed) said = `Read as “${query}”. ${said}`;
  document.querySelector(".search-summary").textContent = said;
  results.dataset.sought = [...new Set(found.flatMap(({ stems }) => stems))].join(" ");
  results.append(made("ul", "search", ...found.map((one) => resultOf(root, query, one))));
};

if (typeof document !== "undefined") {
  document.querySelector(".search-late")?.remove();
  const results = document.getElementById("search-results");
  const query = new URLSearchParams(location.search).get("q")?.trim();
  if (query) {
    const root = document.documentElement.dataset.content_root;
    for (const field of document.querySelectorAll(".bd-search input")) field.value = query;
    const index = document.createElement("script"); // a page that is opened as a file may fetch nothing else
    index.src = `${root}_static/search-index.js`;
    index.onload = () => show(results, root, query);
    document.head.append(index);
  }
}
