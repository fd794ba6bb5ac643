"""What every game that is found must have: a whole card, a grammar, words for everything, a page of rulings."""

import re
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import pytest

from judge.core.errors import InputError
from judge.core.manual import MANUAL
from judge.core.variant import Option, Role, Variant
from judge.core.words import WORDS, Place
from judge.desk.cabinet import options
from judge.games import edition, slugs, variant, variants
from judge.post import Line
from judge.reading import Grammar, Reader, Understood
from judge.reading.sources import compose
from judge.render.template_renderer import TemplateRenderer

ROOT = Path(__file__).parents[2]
GAMES = variants()
EVERYWHERE = Place.OUTSIDE | Place.PLAYER | Place.MASTER
NO_PAGE_YET: dict[str, str] = {}
"""Slug -> why docs/games/<slug>.md is not there yet. An entry goes when its page comes."""

every_game = pytest.mark.parametrize("slug", sorted(GAMES))


def defaults(variant: Variant) -> dict[str, str]:
    return {option.name: option.default for option in variant.info.options}


def grammar(slug: str) -> Grammar:
    variant = GAMES[slug]
    return Grammar(slug, variant.vocabulary, variant.names(defaults(variant)))


@every_game
def test_every_edition_that_a_running_game_may_have_begun_with_is_there(slug: str) -> None:
    assert all(edition(slug, number) for number in range(1, GAMES[slug].info.rules_version + 1))


def test_every_package_of_games_is_a_game() -> None:
    assert set(slugs()) == set(GAMES)


@every_game
def test_the_card_is_complete(slug: str) -> None:
    info = GAMES[slug].info
    assert info.slug == slug and info.stage in ("open", "draft")
    assert info.title and info.credits and info.blurb.endswith(".") and info.rules_version >= 1
    low, high = info.players
    assert low >= 1 and (high is None or high >= low)
    assert info.roles and not {Role.MASTER, Role.OBSERVER} & set(info.roles)
    names = [section.name for section in info.sections]
    assert names and len(names) == len(set(names)) and all(section.title for section in info.sections)


@every_game
def test_every_setting_is_explained_and_its_default_may_be_set(slug: str) -> None:
    info = GAMES[slug].info
    names = [option.name for option in info.options]
    app = {option.name for option in options.HOUSE}
    assert len(names) == len(set(names)) and not app & set(names)
    for option in info.options:
        assert option.help and options.check(option, option.default) == option.default, option.name
    for preset in info.presets.values():
        for name, value in preset.items():
            assert options.check(options.find(info, name), value) == value
    for name, value in info.house.items():
        assert name in app and options.check(options.find(info, name), value) == value
    with pytest.raises(InputError):
        options.settle(info, {"nonsense": "1"})


@every_game
def test_commands_belong_to_sections_of_the_card_and_share_no_name_with_the_correspondence(slug: str) -> None:
    variant = GAMES[slug]
    sections = {section.name for section in variant.info.sections}
    assert {command.section for command in variant.vocabulary.values()} <= sections
    assert not set(variant.vocabulary) & set(WORDS)


@every_game
def test_the_grammar_compiles_into_rules_under_their_own_names(slug: str, reader: Reader) -> None:
    source = compose(ROOT / "grammar", slug)
    rules = set(re.findall(r"^\s*[?!]?([a-z_][a-z0-9_]*)(?:\.-?\d+)?\s*:", source.text, re.MULTILINE))
    assert rules and not [rule for rule in rules if "__" in rule]
    reader.orders(grammar(slug))


@every_game
def test_every_verb_has_help_with_examples_that_can_be_read_and_written_back(slug: str, reader: Reader) -> None:
    entries = GAMES[slug].info.help
    assert entries
    for entry in entries:
        assert entry.verb and entry.form and entry.text.strip().endswith(".") and entry.examples, entry.verb
        for example in entry.examples:
            line = Line(1, example)
            if isinstance(reader.word(line, EVERYWHERE), Understood):
                continue
            readings = reader.orders(grammar(slug)).read(line)
            assert readings and all(isinstance(one, Understood) for one in readings), (example, readings)
            for command in [c for one in readings if isinstance(one, Understood) for c in one.commands]:
                (again,) = reader.orders(grammar(slug)).read(Line(1, command.canonical()))
                assert isinstance(again, Understood) and again.commands == (command,), command.canonical()


@pytest.mark.parametrize("rule", sorted(MANUAL))
def test_every_word_of_the_correspondence_has_examples_that_can_be_read(rule: str, reader: Reader) -> None:
    entry = MANUAL[rule]
    assert entry.examples and entry.text.endswith(".")
    for example in entry.examples:
        said = reader.word(Line(1, example), EVERYWHERE)
        assert isinstance(said, Understood), (example, said)
        assert [type(command) for command in said.commands] == [WORDS[rule].command]


@every_game
def test_every_reason_has_words_and_a_rule_that_the_pages_of_rulings_list(slug: str) -> None:
    variant = GAMES[slug]
    folder = ROOT / "docs" / "games"
    # Kits that several games share bring reasons whose rules stand on another game's page.
    own = (folder / f"{slug}.md").is_file()
    page = "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.md"))) if own else ""
    assert variant.reasons
    for code, reason in variant.reasons.items():
        assert reason.text and re.fullmatch(r"[a-z][a-z0-9_-]*", code), code
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(reason.text)), code
        if page and reason.rule:
            whole = reason.rule.partition(".")[0]  # a page may rule on A5 in one row for A5.1 to A5.4
            assert re.search(rf"\b{re.escape(whole)}(?!\d)", page), (code, reason.rule)


@every_game
def test_the_page_of_rulings_exists(slug: str) -> None:
    exists = (ROOT / "docs" / "games" / f"{slug}.md").is_file()
    if not exists and slug in NO_PAGE_YET:
        pytest.skip(NO_PAGE_YET[slug])
    assert exists


@every_game
def test_the_words_a_game_brings_of_its_own_are_there(slug: str) -> None:
    folder = ROOT / "templates" / slug
    for name in ("rules", "help", "status", "forecast", "silence", "digest"):
        text = folder / f"{name}.txt"
        assert text.is_file() and text.read_text("utf-8").strip(), name


# ---- Every number under which an answer quotes a rule stands on the page that RULES mails for that game ------------


def told(slug: str) -> set[str]:
    """The numbers that head a rule on the game's page."""
    text = TemplateRenderer(ROOT).part((f"{slug}/rules.txt",), {"info": variant(slug).info})
    assert text is not None
    return set(re.findall(r"^((?:[A-Z]{1,2}-)?A?\d+(?:\.\d+)*a?) ", text, re.MULTILINE))


@pytest.mark.parametrize("slug", slugs())
def test_every_reason_cites_a_rule_that_the_game_has(slug: str) -> None:
    have = told(slug)
    assert have

    def known(rule: str) -> bool:
        """The rule itself, or, of a paragraph such as A5.4, the rule it belongs to."""
        return not rule or rule in have or ("." in rule and known(rule.rpartition(".")[0]))

    cited = {code: reason.rule for code, reason in variant(slug).reasons.items()}
    assert {code: rule for code, rule in cited.items() if not known(rule)} == {}


@pytest.mark.parametrize("slug", slugs())
def test_every_word_of_help_cites_a_rule_that_the_game_has(slug: str) -> None:
    have = told(slug)
    cited = {rule for entry in variant(slug).info.help for rule in re.split(r",\s*", entry.rule) if rule}
    assert {rule for rule in cited if rule not in have and rule.rpartition(".")[0] not in have} == set()


# ---- The settings tables of docs/games say what the cards say: names, defaults, choices ----------------------------


DOCS = Path(__file__).resolve().parents[2] / "docs" / "games"
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Row:
    """One setting of a page: its default as printed ("" where the page gives none) and the cell that tells of it."""

    name: str
    default: str
    told: str


def rows_of(page: str) -> list[Row]:
    """The rows of the table under the heading Settings; several settings may share a row."""
    table = re.search(r"(?m)^\| setting \| default \|[^\n]*\n\|[-| ]+\n((?:\|.*\n)+)", page)
    assert table, "a page of a game has a table of its settings"
    found = []
    for line in table[1].splitlines():
        names, default, told = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:4])
        named = CODE.findall(names)
        printed = [one.strip().strip("`") for one in default.split(",")]
        printed = printed * len(named) if len(printed) == 1 else printed
        assert not named or len(named) == len(printed), line
        found += [Row(name, value, told) for name, value in zip(named, printed, strict=False)]
    return found


PAGES = {
    slug: (DOCS / f"{slug}.md").read_text("utf-8") for slug in sorted(variants()) if (DOCS / f"{slug}.md").exists()
}
OPTIONS = [(slug, option) for slug in PAGES for option in variants()[slug].info.options]


@pytest.mark.parametrize("slug", sorted(PAGES))
def test_the_table_has_every_setting_of_the_card_once_and_no_other(slug: str) -> None:
    assert sorted(row.name for row in rows_of(PAGES[slug])) == sorted(one.name for one in variants()[slug].info.options)


@pytest.mark.parametrize(("slug", "option"), OPTIONS, ids=lambda one: getattr(one, "name", one))
def test_a_default_is_that_of_the_card(slug: str, option: Option) -> None:
    (row,) = [row for row in rows_of(PAGES[slug]) if row.name == option.name]
    assert row.default == option.default or (not option.default and row.default in ("", "by the table", "none"))


@pytest.mark.parametrize(
    ("slug", "option"),
    [(slug, option) for slug, option in OPTIONS if option.kind == "choice"],
    ids=lambda one: getattr(one, "name", one),
)
def test_every_choice_is_told(slug: str, option: Option) -> None:
    (row,) = [row for row in rows_of(PAGES[slug]) if row.name == option.name]
    if not row.told.startswith("as in "):
        assert set(option.choices) <= {option.default, *CODE.findall(row.told)}
