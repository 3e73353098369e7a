"""The search: what students type leads to the right section among the first three."""

import json
import subprocess

import pytest
from lxml import html

from book.ext.search import NAME, WORD, prepared, spoken
from book.node import node_executable
from book.trees import text_of
from tests.conftest import ROOT
from tests.hosting import sent
from tests.pages import PAGES

# what is asked, and places any of which answers it
QUESTIONS = {
    "class imbalance": "09-choosing-c-and-sigma.html#a-rare-class",
    "class_weight": "#tell-the-machine #a-rare-class",
    "LinearSVC slow": "#bug-soft-linearsvc",
    "softmax": "10-more-than-two-classes.html#one-loss-for-all-classes",
    "multiclass": "10-more-than-two-classes.html#more-than-two-classes",
    "one vs rest": "#each-class-against-the-rest",
    "why maximise the margin": "02-max-margin.html#the-max-margin-classifier",
    "why 1/||w||": "#five-steps",
    "hard margin when data is not separable": "#when-no-line-exists",
    "difference between functional and geometric margin": "#two-margins-of-a-flower",
    "is the score a probability": "#a-score-is-not-a-probability",
    "perceptron convergence": "#thm-margins-novikoff",
    "slack variables": "#slack-and-the-hinge",
    "what does C do": "#what-c-trades #term-regularisation-parameter-C",
    "cheat sheet": "book/card.html",
    "convert C to lambda": "#a-valley-made-of-corners #three-scalings-of-one-problem",
    "stopping criterion": "#term-stopping-rule #stop-by-a-proof",
    "KKT conditions": "#the-optimality-conditions",
    "what is a support vector": "#term-support-vector",
    "sum of alpha y is zero": "06-duality.html#the-dual-of-the-svm-line-by-line",
    "SMO algorithm": "#two-at-a-time-smo",
    "XOR": "#exclusive-or-by-hand",
    "sigma gamma": "#bug-kernels-gamma",
    "which kernel should I use": "#which-kernel",
    "how to choose C": "09-choosing-c-and-sigma.html#choosing-c-and",
    "normalize features": "#scale-the-features-first",
    "predict_proba": "11-probabilities-and-decisions.html",
    "Platt scaling": "#two-maps-from-score-to-probability",
    "data leakage": "#everything-inside-one-pipeline #term-leakage #bug-practice-leak",
    "outlier detection": "#term-novelty-detection",
    "large data sets": "14-a-million-points.html",
    "Platt 1999": "book/bibliography.html",
    "svmlib.kernels": "book/reference.html",
    # names in code and parameters
    "precomputed": "#svmlib.estimators.KernelSVM",
    "n_jobs": "#svmlib.selection.grid",
    "semidefinite_": "#svmlib.estimators.base.Solved",
    "random_state": "#svmlib.estimators.Nystrom",
    "ConvergenceWarning": "#what-a-solver-stops-on",
    "failed to converge": "#what-a-solver-stops-on",
    "sklearn": "#scikit-learn-and-svmlib",
    # the lecture before its pages in depth and the reference
    "what is C": "#what-c-trades",
    "hard vs soft margin": "lectures/03-soft-margin.html",
    "svr epsilon": "lectures/13-regression-and-novelty.html",
    "cross validation leakage": "#why-one-object",
    "plot margin": "#five-steps",
    "suport vector": "#term-support-vector",
    "kernal trick": "#the-kernel-trick",
    # the words of somebody who does not know the book
    "categorical features": "#give-every-column-its-kind",
    "online learning": "#rows-on-a-disk",
    "save model": "#in-use",
    "custom kernel": "#building-kernels",
    "what happens if C is too big": "#what-does-a-large-c-do",
    "svm predicts only one class": "#a-rare-class",
    "difference between SVM and logistic regression": "#other-losses",
    "SVM vs random forest": "#or-another-machine-altogether",
    "feature importance": "#read-the-machine",
    "how many support vectors are normal": "#errors-and-support-vectors-along-c",
    "training takes forever": "#what-a-million-points-cost",
    "do I need to standardize my data": "#scale-the-features-first",
    "grid search": "#the-whole-search-in-one-object",
    "precision and recall": "#term-precision",
    "roc curve": "#how-well-does-it-sort",
    "overlapping classes": "#which-c-would-you-trust #when-no-line-exists",
    "why square the norm of w": "#five-steps",
    "what is the bias term b": "#the-bias",
    "how does the rbf kernel work": "#the-gaussian-bump-by-bump",
    "infinite dimensional feature space": "#what-tames-an-infinite-space",
    "is my function a valid kernel": "#what-is-a-kernel-and-what-is-not",
    "string kernel": "#ex-kernels-words",
    "mini batch": "#one-point-at-a-time",
    "when to stop training": "#when-have-you-arrived",
    "linear vs rbf": "#linear-or-gaussian",
    "time series split": "#split-as-it-will-be-used",
    "one hot encoding": "#put-everything-into-one-pipeline",
    "confidence of a prediction": "11-probabilities-and-decisions.html",
    "cost of false negatives": "#from-a-probability-to-a-decision",
    "concept drift": "#an-interval-and-the-effect-of-drift",
    "predict house prices with svm": "lectures/13-regression-and-novelty.html",
    "prediction interval": "#an-interval-and-the-effect-of-drift",
    "out of core learning": "#rows-on-a-disk",
    "nystroem": "#term-Nystrom-approximation",
    "random fourier features": "#how-many-random-features",
    "handwritten digits": "#which-digits-are-mixed-up",
    "spam filter for emails": "#text-in-a-little-more-detail",
    "distance from point to plane": "#how-far-is-a-point-from-a-line",
    "is the best hyperplane unique": "#one-answer-or-several",
    "nested cross validation": "#score-the-procedure",
    "explain a single prediction": "#why-this-one",
    "deploy model in production": "lectures/15-at-work.html#in-use",
    "mislabeled training data": "#term-outlier",
    "sparse matrix": "#rows-that-are-mostly-zeros",
    "sigmoid kernel": "#why-tanh-is-not-a-kernel",
    "fraud detection": "#term-novelty-detection",
    "penalty for misclassified points": "#what-should-a-broken-rule-cost",
    "if I remove a support vector does the boundary change": "#who-holds-the-street",
    "disadvantages of SVM": "#what-support-vector-machines-are-good-for-today",
    "why an exponential grid": "#step-in-ratios",
    "predict and predict_proba disagree": "#what-calibratedclassifiercv-does",
    "could not convert string to float": "#bug-practice-codes",
    "SVR predicts a constant": "#when-the-machine-is-empty",
    "p-value": "#is-the-difference-real",
    "svm from scratch python": "#pegasos-and-its-two-bugs",
    "meaning of alpha in svm": "#what-a-multiplier-says-about-its-point",
    "compare two classifiers": "#ahead-or-lucky",
    "compute bias from alphas": "#each-point-asks-for-a-bias",
    "working set selection": "#which-two-multipliers",
    "memory kernel matrix too large": "#what-a-million-points-cost",
    "gradient of hinge loss at 1": "#slopes-at-a-corner",
    "macro F1": "#term-precision",
    "group k fold": "#split-as-it-will-be-used",
    "feature hashing": "#text-in-a-little-more-detail",
    "image classification svm": "#which-digits-are-mixed-up",
    "mean absolute error": "#what-a-tube-aims-at",
}
ASK = """
const read = name => require("fs").readFileSync(name, "utf8");
const [searched, index, queries] = JSON.parse(read(0));
const {{ prepare, corrected, find, excerptOf, besideOf, stemsOf }} = new Function(
  `${{read(searched)}}; return {{ prepare, corrected, find, excerptOf, besideOf, stemsOf }}`)();
const book = prepare({index});
const told = one => ({{ address: one.address, missing: one.missing,
  excerpt: excerptOf(one.text, one.stems), beside: besideOf(one, one.stems) }});
console.log(JSON.stringify({answers}));
"""
ANSWERS = "queries.map(query => find(book, corrected(book, query)).map(told))"
# a word that the index has is found; one that only begins others takes longer to look for
DENIED = """queries.filter(word =>
  !stemsOf(word).every(stem => book.postings.has(stem)) && !find(book, word).length)"""
OF_SITE = "new Function(`${read(index)}; return SEARCH_INDEX`)()"


def ask(index, queries, source="index", answers=ANSWERS):
    """Per query its results, best first: address, words that it lacks, an excerpt, words beside."""
    asked = json.dumps([str(ROOT / "book/_static/search.js"), index, list(queries)])
    command = [node_executable(), "-e", ASK.format(index=source, answers=answers)]
    return json.loads(subprocess.check_output(command, input=asked, text=True, timeout=60))


@pytest.fixture(scope="module")
def answers(site):
    return dict(zip(QUESTIONS, ask(str(site / NAME), QUESTIONS, OF_SITE), strict=True))


@pytest.mark.parametrize("query", QUESTIONS)
def test_question_leads_to_its_section(query, answers, pages):
    """Places exist and excerpts are short."""
    for answer in answers[query][:3]:
        page, _, place = answer["address"].partition("#")
        assert place in pages.names(page)
        assert 0 < len(answer["excerpt"]) < 300, answer
    first = [answer["address"] for answer in answers[query][:3]]
    assert any(place in address for place in QUESTIONS[query].split() for address in first), first
    assert query != "softmax" or query in answers[query][0]["excerpt"]
    assert query != "precomputed" or answers[query][0]["beside"] == [query]


def test_no_word_of_the_pages_is_denied(site, pages):
    """Also words of code, tables, captions, formulas, answers and alternatives to pictures."""
    shown = "//article//*[not(self::script or self::style)]/text() | //article//img/@alt"
    texts = [text for page in PAGES if "/" in page for text in pages[page].xpath(shown)]
    # a word may go over several texts, and two words may have nothing but a tag between them
    apart, joined = ({*WORD.findall(between.join(texts).lower())} for between in (" ", ""))
    words = sorted(apart & joined)
    assert len(words) > 5000
    denied = ask(str(site / NAME), words, OF_SITE, DENIED)
    assert not denied, " ".join(denied)


def test_index_has_no_furniture_and_no_answers_and_is_the_only_one(site, pages):
    text = (site / NAME).read_text(encoding="utf-8")
    furniture = ("Show the code", "Link to this heading", "You will meet", "Report a mistake")
    assert not [words for words in furniture if words in text]  # a diff of it would take minutes
    quiz = pages["lectures/01-margins.html"].find_class("quiz-feedback")[0]
    assert text_of(quiz)[:60] not in text
    assert len(sent(site / NAME)) < 430_000
    assert not (site / "searchindex.js").exists()
    assert not list((site / "_static").glob("*searchtools*"))


def section(place, title, text="", names="", above=(), weight=1):
    return [place, list(above), title, names, text, "", weight]


def test_headings_outweigh_text_and_weights_tell():
    sections = [
        section("text", "Other things", "Margins, margins and margins."),
        section("summary", "The margin", "It is wide.", above=["1. Margins"], weight=0.3),
        section("title", "2.1. The margin", "It is wide.", above=["2. Streets"]),
    ]
    (found,) = ask({"sections": sections, "synonyms": []}, ["margins"])
    assert [answer["address"] for answer in found] == ["title", "summary", "text"]


def test_words_that_are_missing_are_told_and_synonyms_found():
    sections = [section("a", "A rare class"), section("b", "Slow cars")]
    book = {"sections": sections, "synonyms": [["class imbalance", "rare class"]]}
    asked = ["slow class", "class imbalance", "class imbalance of cars", "rare calss", "zebra"]
    missing = [{one["address"]: one["missing"] for one in found} for found in ask(book, asked)]
    replaced = {"a": ["car"], "b": ["class", "imbalanc"]}
    assert missing == [{"a": ["slow"], "b": ["class"]}, {"a": []}, replaced, {"a": []}, {}]


FORMULA = """<math><mfrac><mn>1</mn><mrow><mo>‖</mo><mi>w</mi><mo>‖</mo></mrow></mfrac>
<mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>α</mi><mi>i</mi></msub>
<msub><mi>y</mi><mi>i</mi></msub></math>"""


def test_formulas_are_words():
    (formula,) = html.fragments_fromstring(FORMULA)
    said = " ".join(spoken(formula).split())
    assert said == "1/‖w‖ = ∑ _i α_i y_i"
    book = {"sections": [section("a", "A sum", said), section("b", "w", "α")], "synonyms": []}
    for answers in ask(book, ["1/||w||", "sum of alpha y", "∑ α_i y_i", "norm of w"]):
        assert answers[0]["address"] == "a" and answers[0]["missing"] == []
    article = html.fromstring(f"<article><p>So {FORMULA}</p><p>holds.</p></article>")
    assert text_of(prepared(article)).endswith("y_i holds.")
