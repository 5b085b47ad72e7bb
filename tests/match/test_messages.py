"""Messages: arguments, plurals in four languages, choices; and what is wrong with a broken one."""
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.match.messages import BadMessage, arguments, parse, render


def said(message, lang="en", **values):
    return render(message, lang, lambda name, form: f"{values[name]}" + ("" if form == "name" else f"~{form}"),
                  lambda name: int(values[name]), lambda name: str(values[name]))


@pytest.mark.parametrize(("lang", "n", "expected"), [
    ("en", 1, "1 caballero"), ("en", 0, "0 caballeros"), ("de", 1, "1 caballero"), ("hu", 5, "5 caballeros"),
])
def test_plurals(lang, n, expected):
    assert said("{n, plural, one {# caballero} other {# caballeros}}", lang, n=n) == expected


@pytest.mark.parametrize(("n", "expected"), [(1, "1 jezdec"), (3, "3 jezdci"), (5, "5 jezdců"), (22, "22 jezdců")])
def test_czech_has_three_plurals(n, expected):
    assert said("{n, plural, one {# jezdec} few {# jezdci} other {# jezdců}}", "cs", n=n) == expected


def test_exact_numbers_come_before_plural_forms():
    assert said("{n, plural, =0 {nobody} one {# one} other {# many}}", n=0) == "nobody"


def test_choices_and_forms():
    message = "{who} goes {where.to} {how, select, fast {at once} other {later}}"
    assert said(message, who="Red", where="Granada", how="fast") == "Red goes Granada~to at once"
    assert said(message, who="Red", where="Granada", how="x") == "Red goes Granada~to later"


def test_a_choice_inside_a_choice():
    message = "{n, plural, one {{who} has #} other {{kind, select, a {# of a} other {# of b}}}}"
    assert said(message, n=1, who="Red", kind="a") == "Red has 1"
    assert said(message, n=4, who="Red", kind="z") == "4 of b"


@pytest.mark.parametrize(("n", "expected"), [
    (0, "a 0-as"), (1, "az 1-es"), (2, "a 2-es"), (3, "a 3-as"), (5, "az 5-ös"), (6, "a 6-os"), (8, "a 8-as"), (10, "a 10-es"),
    (20, "a 20-as"), (26, "a 26-os"), (50, "az 50-es"), (54, "az 54-es"), (75, "a 75-ös"), (100, "a 100-as"), (113, "a 113-as"),
    (500, "az 500-as"), (1000, "az 1000-es"),
])
def test_hungarian_numbers_take_their_suffix_and_article(n, expected):
    assert said("{n, article, a az} {n, suffix, as es os ös}", "hu", n=n) == expected


def test_the_arguments_of_a_message_are_known():
    assert arguments("{seat} {m, suffix, a b c d} {n, plural, one {in {region.in}} other {# {kind, select, other {x}}}}") == {
        "seat", "m", "n", "region", "kind"}


@pytest.mark.parametrize("message", [
    "{", "{n", "{n, plural, one {x}", "{n, plural, one {x}}", "{n, choose, other {x}}", "}", "{a b}", "{n, plural}",
    "{n, plural, other}", "{1}", "{n, suffix, as es}", "{n, article, a", "{n, suffix, as es os ös",
])
def test_broken_messages_are_refused(message):
    with pytest.raises(BadMessage):
        parse(message)


@given(st.text(alphabet="{}#,. abnplurseoth=1", max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        parse(text)
    except BadMessage as error:
        assert str(error)
