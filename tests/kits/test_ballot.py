"""Elections by shares (XR-3 to XR-6)."""

from hypothesis import given
from hypothesis import strategies as st

from judge.kits.ballot import ALL, How, Outcome, cast, elect, standing
from tests.counts import drawn


def first(names):
    return names[0]


def last(names):
    return names[-1]


HELD = {"A": 9, "B": 6, "C": 3}
TIED = {"A": ((9, "A"),), "B": ((6, "B"),), "C": ((3, "B"),)}


def test_E_19_a_plurality_of_shares_elects():
    ballots = {"BOB": ((20, "BOB"),), "ANNA": ((10, "DORA"),), "DORA": ((9, "DORA"),)}
    found = elect(ballots, {"BOB": 20, "ANNA": 10, "DORA": 9}, "BOB", (), first)
    assert (found.leader, found.totals, found.how) == ("BOB", {"BOB": 20, "DORA": 19}, How.PLURALITY)


def test_E_20_the_former_leader_breaks_a_tie():
    assert elect(TIED, HELD, "C", ("B", "A"), first).leader == "B"
    assert elect(TIED, HELD, "C", (), first).leader == "B", "his own shares voted for B"
    assert elect(TIED, HELD, "A", (), first).leader == "A", "himself"
    assert elect(TIED, HELD, "A", ("B",), first).how is How.TIEBREAK


def test_E_21_without_a_former_leader_the_most_shares_decide():
    assert elect(TIED, HELD, "", (), first).leader == "A"
    even = elect({"A": ((5, "A"),), "B": ((5, "B"),)}, {"A": 5, "B": 5}, "", (), lambda names: names[-1])
    assert (even.leader, even.how) == ("B", How.DRAWN)


def test_XR_4_without_votes_the_largest_holder_leads_and_only_equals_are_drawn():
    alone = elect({}, HELD, "", (), last)
    assert (alone.leader, alone.how) == ("A", How.SHARES)
    even = elect({}, {"A": 5, "B": 5}, "", (), last)
    assert (even.leader, even.how) == ("B", How.DRAWN)


def test_E_22_the_silent_vote_as_last_year():
    both = ("ANNA", "BOB")
    assert standing("ANNA", 9, ((6, "BOB"),), both) == ((6, "BOB"), (3, "ANNA"))
    assert standing("ANNA", 4, ((6, "BOB"),), both) == ((4, "BOB"),)
    assert standing("ANNA", 9, ((6, "BOB"),), ("ANNA",)) == ((9, "ANNA"),)
    assert standing("ANNA", 9, (), both) == ((9, "ANNA"),)


def test_E_23_a_split_ballot_is_followed_in_its_order():
    last, who = ((4, "BOB"), (2, "CARL")), ("ANNA", "BOB", "CARL")
    assert standing("ANNA", 5, last, who) == ((4, "BOB"), (1, "CARL"))
    assert standing("ANNA", 8, last, who) == ((4, "BOB"), (2, "CARL"), (2, "ANNA"))
    assert standing("ANNA", 5, last, ("ANNA", "CARL")) == ((4, "ANNA"), (1, "CARL"))


def test_E_24_votes_for_somebody_without_shares_are_void():
    assert cast("ANNA", 9, ((ALL, "DAVE"),), ("ANNA", "BOB")) == ()
    assert cast("ANNA", 9, ((4, "BOB"), (3, "DAVE")), ("ANNA", "BOB")) == ((4, "BOB"), (2, "ANNA"))
    nobody = elect({"ANNA": ()}, {"ANNA": 9, "BOB": 20}, "ANNA", (), first)
    assert (nobody.leader, nobody.how) == ("ANNA", How.STAYS)
    assert elect({"ANNA": ()}, {"ANNA": 9, "BOB": 20}, "CARL", (), first).leader == "BOB"


HOLDINGS = st.dictionaries(st.sampled_from("ABCDE"), st.integers(1, 30), min_size=1)


@drawn(20)
@given(HOLDINGS, st.sampled_from("ABCDEZ"), st.data())
def test_XR_5_every_share_votes_once_and_a_shareholder_leads(held, former, data):
    names = sorted(held)
    last = {who: ((data.draw(st.integers(0, 30)), data.draw(st.sampled_from("ABCDEZ"))),) for who in names}
    ballots = {who: standing(who, held[who], last[who], names) for who in names}
    found = elect(ballots, held, former, (), first)
    assert sum(found.totals.values()) == sum(held.values())
    assert found.leader in held


def test_XR_6_of_several_votes_of_the_former_leaders_own_the_one_with_most_of_his_shares_decides():
    ballots = {"A": ((2, "C"), (4, "B")), "B": ((1, "B"),), "C": ((3, "C"),)}
    found = elect(ballots, {"B": 1, "C": 3}, "A", (), first)
    assert (found.leader, found.how, found.tied) == ("B", How.HIS_VOTE, ("B", "C"))


def test_XR_4_who_holds_nothing_leads_nothing():
    assert elect({}, {"A": 0}, "A", (), first) == Outcome("", {}, How.STAYS)
    assert elect({}, {"A": 0, "B": 1}, "A", (), first).leader == "B"
    held = elect({"X": ((5, "A"),), "Y": ((5, "B"),)}, {"B": 0}, "", (), last)
    assert (held.leader, held.how) == ("B", How.DRAWN)
