"""What authors tell in YAML is read as it stands, and what is malformed is found by its place."""

import pytest

from book import content

MISTAKE = "- halves: >-\n    Twice?\n  right: [x]\n  wrong: x\n"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (MISTAKE.replace("[x]", "2 * x"), "mistakes.yml, ex-a, halves: 'seen' is missing"),
        (f"{MISTAKE}  seen: no\n", "ex-a, halves: 'right' has no text: put it in quotes"),
        (f"{MISTAKE}  seen: 1\n  sen: 2\n", "ex-a, halves: 'sen' is not known"),
        (f"{MISTAKE}  seen:\n", "ex-a, halves: 'right' has no text.*; 'seen' has no text"),
        (f"{MISTAKE}  wrong: y\n", "(?s)'wrong' is there twice.*mistakes.yml\", line 6, column 3"),
        ("- halves: what: seen\n", '(?s)not allowed in this context.*mistakes.yml", line 2'),
        ("- halves\n", "ex-a, halves: no keys with texts"),
        ("  halves: x\n", "ex-a, halves: no keys with texts"),
    ],
)
def test_malformed_content_is_found(written, said, tmp_path):
    place = tmp_path / "mistakes.yml"
    place.write_text(f"ex-a:\n{written}", encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        content.titled(str(place), ("right", "wrong", "seen"))


def test_everything_is_text_of_a_width_that_can_be_read():
    for path in content.FOLDER.rglob("*.yml"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            assert len(line) <= 100, f"{path.name}, line {number}"
