// Marks at the words that were looked for, among the results of the search and on the page that one leads to.
{
  /** Words of a query, each to be found at the beginning of a word; one or two letters are a word of their own. */
  const sought = (query, rest = "") => {
    const words = query.split(/[^\p{L}\p{N}_]+/u).filter((word) => word);
    const ends = words.map((word) => word + (word.length > 2 ? rest : "(?![\\p{L}\\p{N}])"));
    return words.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${ends.join("|")})`, "giu") : null;
  };

  /** Mark in an element what a pattern finds, by nothing that changes the page. */
  const highlight = (element, pattern) => {
    const found = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(pattern)) {
        found.push(
          new StaticRange({
            startContainer: texts.currentNode,
            startOffset: index,
            endContainer: texts.currentNode,
            endOffset: index + word.length,
          }),
        );
      }
    }
    CSS.highlights.set("sought", new Highlight(...found));
  };

  const results = document.getElementById("search-results");
  const cameFrom = document.referrer && new URL(document.referrer);
  const query = results
    ? new URLSearchParams(location.search).get("q")
    : cameFrom && cameFrom.pathname.endsWith("/search.html") && cameFrom.searchParams.get("q");
  const pattern = query && CSS.highlights ? sought(query) : null;
  if (pattern) {
    const looks = document.createElement("style"); // in the sheet of all pages it would be asked for at each element
    looks.textContent = `::highlight(sought) { background: #ffe894; }
      html[data-theme="dark"] ::highlight(sought) { background: #5e4b00; }`;
    document.head.append(looks);
  }
  if (pattern && results) {
    // what the search looked for: stems, also of other words for those that were typed
    new MutationObserver(() =>
      highlight(results, sought(results.dataset.sought, "[\\p{L}\\p{N}]*") ?? pattern),
    ).observe(results, { childList: true });
  } else if (pattern) {
    highlight(document.querySelector("article"), pattern);
    document.addEventListener(
      "keydown",
      ({ key }) => key === "Escape" && CSS.highlights.delete("sought"),
      true,
    );
  }

  document.querySelector(".bd-search-container input")?.focus();
}
