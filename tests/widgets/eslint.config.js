import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-len": ["error", 140],
      "no-undef": "off",  // the type check knows all names
      "prefer-const": "error",
    },
  },
];
