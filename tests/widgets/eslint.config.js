import js from "@eslint/js";

const BROWSER =
  `addEventListener Blob clearInterval clearTimeout CSS CSSStyleSheet CustomEvent document DOMParser Event fetch Highlight HTMLElement innerHeight IntersectionObserver
  globalThis localStorage location matchMedia MutationObserver navigator NodeFilter performance print removeEventListener ResizeObserver
  scrollTo scrollX scrollY SEARCH_INDEX setInterval setTimeout StaticRange URL URLSearchParams Worker`.split(
    /\s+/,
  ); // SEARCH_INDEX: of search.js

// a text that is told, an address or a pattern may be longer
const LENGTH = {
  code: 100,
  ignoreUrls: true,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreRegExpLiterals: true,
};

// what the oldest browsers lack in which the book works, Safari 16.0 and Firefox 121; popovers and
// highlights are asked for before they are used
const TOO_YOUNG = {
  "Literal[regex.pattern=/\\(\\?<[=!]/]": "Safari knows lookbehind since 16.4.",
  "NewExpression[callee.name='CSSStyleSheet']":
    "Safari makes style sheets since 16.4: add a <style>.",
  "MemberExpression[property.name=/^(groupBy|fromAsync|withResolvers|difference|intersection|union|isSubsetOf)$/]":
    "Safari has it since 17.4 or later.",
};

export default [
  js.configs.recommended,
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-len": ["error", { ...LENGTH, code: 140 }],
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
      "no-undef": "off", // the type check of the live figures knows all names
      "one-var": ["error", { initialized: "never" }],
      "prefer-const": "error",
    },
  },
  {
    files: ["svmlib/**", "book/_static/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...Object.entries(TOO_YOUNG).map(([selector, message]) => ({ selector, message })),
      ],
    },
  },
  {
    files: ["svmlib/**", "tests/**", "book/_static/python/**"],
    rules: { "max-len": ["error", LENGTH] },
  },
  {
    files: ["book/_static/*.js"], // without types: a name is the browser's or the file's own
    languageOptions: {
      sourceType: "script",
      globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])),
    },
    rules: { "no-undef": "error" },
  },
];
