"""An ended match that several people view together: the lead, trial moves and chat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from http_person import Browser, command, log_of
from in_process import InProcess, serving_in_process
from looking_together import ONE_DEAL, Reader, after, first_lead, played
from server_process import Server, serving
from waiting import until

from rebelote.rules.records.record import with_names
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.features.history.retention import DAY
from rebelote.server.features.shared_replays import replay as shared_replay
from rebelote.server.features.shared_replays import sessions as shared_replays
from rebelote.server.features.shared_replays import stored as stored_replays
from rebelote.server.features.shared_replays.sessions import SharedReplays

LIMITS = (
    *("--limit", "person.tries=10000/0.001", "--limit", "person.notes=10000/0.001"),
    *("--limit", "address.shared=10000/0.001", "--limit", "address.replay=10000/0.001"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("shared") / "log.sqlite", *LIMITS) as server:
        yield server


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Yield a stack that closes the connections a test has opened."""
    with ExitStack() as stack:
        yield stack


def reader(server: Server, name: str, lines: ExitStack) -> Reader:
    """Return a person who may come to shared replays."""
    browser = Browser(server, name)
    return lines.enter_context(closing(Reader(server, browser)))


def opened(ann: Reader, match: str = "", record: str = "") -> str:
    """Return the id of a shared replay of a match or of a record."""
    shown = {"match": match} if match else {"record": record}
    return str(ann.browser.post("/api/shared-replays", 201, **shown)["replay"])


def a_record(ann: Reader) -> str:
    """Return a record of one deal, as anybody may have it."""
    return ann.browser.server.get(f"/api/matches/{played(ann.browser)}/record")[1].decode()


def test_one_leads_and_the_others_follow(server: Server, lines: ExitStack) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    match = played(ann.browser)
    replay = opened(ann, match)
    state = ann.open(replay)
    assert (state["match"], state["leader"], state["here"]) == (match, ann.id, [ann.id])
    assert ann.do("lead_replay", deal=1, step=5)["type"] == "ack"
    state = bea.open(replay)
    assert (state["leader"], state["place"]["step"]) == (ann.id, 5)
    assert ann.sees(lambda it: bea.id in it["here"])["names"][bea.id] == "Bea"
    ann.do("lead_replay", deal=1, step=6)
    assert bea.sees(lambda it: it["place"]["step"] == 6)["leader"] == ann.id
    bea.do("lead_replay", deal=1, step=2)
    assert ann.sees(lambda it: it["leader"] == bea.id)["place"]["step"] == 2
    bea.close()
    assert ann.sees(lambda it: it["here"] == [ann.id])["leader"] == ""


def test_anybody_tries_another_card_and_all_see_it(server: Server, lines: ExitStack) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    match = played(ann.browser)
    replay, lead = opened(ann, match), first_lead(server, match)
    ann.open(replay)
    bea.open(replay)
    first = after(server, match, lead)["choices"][-1]["word"]
    tried = bea.do("try_move", word=first, deal=1, step=lead)["version"]
    (move,) = ann.sees(lambda it: it["moves"])["moves"]
    assert (move["number"], move["word"], move["by"], move["step"]) == (tried, first, bea.id, lead)
    second = after(server, match, lead, first)["choices"][0]["word"]
    ann.do("try_move", word=second, parent=tried)
    state = bea.sees(lambda it: len(it["moves"]) == 2)
    assert (state["moves"][1]["parent"], state["mine"]) == (tried, [tried])
    again = bea.do("try_move", word=first, deal=1, step=lead)
    assert (again["type"], len(bea.state["moves"])) == ("ack", 2)
    ann.do("lead_replay", deal=1, step=lead, move=tried)
    assert bea.sees(lambda it: it["place"]["move"])["place"]["move"] == tried


def test_comments_are_read_by_all_and_taken_back(server: Server, lines: ExitStack) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    replay = opened(ann, played(ann.browser))
    ann.open(replay)
    bea.open(replay)
    number = bea.do("comment_on", text=" why\nnot  the ace? ", deal=1, step=3)["version"]
    (comment,) = ann.sees(lambda it: it["comments"])["comments"]
    assert (comment["text"], comment["by"], comment["step"]) == ("why not the ace?", bea.id, 3)
    mine = ann.do("comment_on", text="it fell later", deal=1, step=3)["version"]
    assert bea.do("withdraw", number=mine)["code"] == "not-your-comment"
    assert ann.do("withdraw", number=number)["type"] == "ack", "whoever opened it may"
    bea.sees(lambda it: [one["number"] for one in it["comments"]] == [mine])
    assert ann.do("withdraw", number=number)["code"] == "no-such-step"


def test_a_move_is_taken_back_with_all_that_follows_it(server: Server, lines: ExitStack) -> None:
    ann = reader(server, "Ann", lines)
    match = played(ann.browser)
    lead = first_lead(server, match)
    ann.open(opened(ann, match))
    words: list[str] = []
    numbers: list[int] = []
    for _ in range(3):
        words.append(after(server, match, lead, *words)["choices"][0]["word"])
        place = {"parent": numbers[-1]} if numbers else {"deal": 1, "step": lead}
        numbers.append(ann.do("try_move", word=words[-1], **place)["version"])
    ann.do("comment_on", text="so?", move=numbers[2])
    ann.do("withdraw", number=numbers[1])
    state = ann.sees(lambda it: len(it["moves"]) == 1)
    assert (state["moves"][0]["number"], state["comments"]) == (numbers[0], [])
    assert ann.do("try_move", word=words[2], parent=numbers[1])["code"] == "no-such-step"


def test_what_may_not_be_done_is_refused(server: Server, lines: ExitStack) -> None:
    ann = reader(server, "Ann", lines)
    match = played(ann.browser)
    lead = first_lead(server, match)
    assert ann.open("none12345678")["code"] == "no-such-replay"
    assert ann.do("try_move", word="7S", deal=1, step=1)["code"] == "join-first"
    ann.send({"type": "open_replay", "replay": opened(ann, match)})
    ann.receive("shared_replay")
    for code, asked in {
        "not-now": {"word": "pass", "deal": 1, "step": lead},
        "no-such-step": {"word": "7S", "deal": 9, "step": 0},
    }.items():
        assert ann.do("try_move", **asked)["code"] == code
    assert ann.do("try_move", word="7S", parent=99)["code"] == "no-such-step"
    assert ann.do("lead_replay", deal=1, step=0, move=7)["code"] == "no-such-step"
    assert ann.do("comment_on", text="\u200b", deal=1, step=0)["code"] == "malformed"
    assert ann.do("comment_on", text="x" * 201, deal=1, step=0)["code"] == "too-large"
    assert ann.do("comment_on", text="x", deal=1, step=999)["code"] == "no-such-step"
    assert ann.state["version"] == 0


def test_who_may_not_read_a_match_does_not_come(server: Server, lines: ExitStack) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    replay = opened(ann, played(ann.browser, watch="none"))
    assert ann.open(replay)["type"] == "shared_replay"
    assert bea.open(replay)["code"] == "private-match"
    assert bea.do("comment_on", text="x", deal=1, step=0)["code"] == "join-first"


def test_no_match_under_way_is_opened(server: Server, lines: ExitStack) -> None:
    ann = reader(server, "Ann", lines)
    with closing(ann.browser.sit(**ONE_DEAL)) as person:
        person.play_until(lambda view: view["phase"] == "play" and bool(view["legal"]))
        table = person.seated["table"]
        begun = (seq for seq, _, line in log_of(server, table) if b'"started"' in bytes(line))
        for match in (table, f"{table}-{max(begun)}"):
            code = ann.browser.code("POST", "/api/shared-replays", 409, match=match)
            assert code == "match-not-over"
    assert ann.browser.code("POST", "/api/shared-replays", 404, match="none") == "no-such-match"


def test_it_is_there_after_a_restart(tmp_path: Path, lines: ExitStack) -> None:
    file = tmp_path / "log.sqlite"
    with serving(file, *LIMITS) as server:
        ann = reader(server, "Ann", lines)
        match = played(ann.browser)
        replay, lead = opened(ann, match), first_lead(server, match)
        ann.open(replay)
        word = after(server, match, lead)["choices"][0]["word"]
        ann.do("try_move", word=word, deal=1, step=lead)
        ann.do("comment_on", text="look", deal=1, step=lead)
        before = ann.sees(lambda it: it["comments"])
        ann.close()
    with serving(file, *LIMITS) as server:
        again = lines.enter_context(closing(Reader(server, ann.browser)))
        state = again.open(replay)
    assert {key: state[key] for key in ("moves", "comments", "match", "version", "mine")} == {
        key: before[key] for key in ("moves", "comments", "match", "version", "mine")
    }


def test_who_leaves_takes_what_they_said_with_them(server: Server, lines: ExitStack) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    match = played(ann.browser)
    replay, lead = opened(ann, match), first_lead(server, match)
    ann.open(replay)
    bea.open(replay)
    word = after(server, match, lead)["choices"][0]["word"]
    bea.do("try_move", word=word, deal=1, step=lead)
    bea.do("comment_on", text="mine alone", deal=1, step=lead)
    held = bea.browser.get("/api/me/export")
    assert [json.loads(one["line"])["line"] for one in held["shared_replay_lines"]] == [
        "tried",
        "commented",
    ]
    bea.browser.ask("DELETE", "/api/me", 204)
    state = reader(server, "Cas", lines).open(replay)
    assert (len(state["moves"]), state["comments"]) == (1, [])
    assert state["names"].get(state["moves"][0]["by"], "") == ""


def test_a_record_that_was_handed_in_is_looked_at_together(
    tmp_path: Path, lines: ExitStack
) -> None:
    file = tmp_path / "log.sqlite"
    with serving(file, *LIMITS) as server:
        ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
        record = a_record(ann)
        replay = opened(ann, record=record)
        assert ann.open(replay)["match"] == ""
        bea.open(replay)
        reported = bea.browser.get(f"/api/shared-replays/{replay}")
        assert '"Ann"' in record
        plain = with_names(record, {seat: str(seat) for seat in range(4)})
        assert reported == bea.browser.post("/api/replays", 200, record=plain)
        phases = [step["view"].get("phase") for step in reported["deals"][0]["steps"]]
        lead = phases.index("play")
        asked = {"deal": 1, "step": lead, "actions": []}
        path = f"/api/shared-replays/{replay}/variation"
        word = bea.browser.post(path, 200, **asked)["choices"][-1]["word"]
        assert bea.do("try_move", word=word, deal=1, step=lead)["type"] == "ack"
        assert bea.do("try_move", word="pass", deal=1, step=lead)["code"] == "not-now"
        assert bea.do("comment_on", text="why?", deal=1, step=lead)["type"] == "ack"
        assert bea.do("comment_on", text="why?", deal=2, step=0)["code"] == "no-such-step"
        assert ann.sees(lambda it: it["comments"])["moves"][0]["word"] == word
        assert ann.browser.get("/api/me/export")["shared_replays"][0]["record"] == plain
        for each in (ann, bea):
            each.close()
    with serving(file, *LIMITS) as server:
        again = lines.enter_context(closing(Reader(server, bea.browser)))
        assert again.open(replay)["moves"][0]["word"] == word
        own = Browser(server)
        own.cookie = ann.browser.cookie
        own.ask("DELETE", "/api/me", 204)
        assert own.code("GET", f"/api/shared-replays/{replay}", 404) == "no-such-replay"


def test_what_is_no_record_is_not_opened(server: Server, lines: ExitStack) -> None:
    ann = reader(server, "Ann", lines)
    match, record = played(ann.browser), a_record(ann)
    none = {"record": "[Record 1]\nnot one"}
    assert ann.browser.code("POST", "/api/shared-replays", 409, **none) == "no-record"
    both = {"record": record, "match": match}
    assert ann.browser.code("POST", "/api/shared-replays", 400, **both) == "malformed"
    assert ann.browser.code("POST", "/api/shared-replays", 404, match="") == "no-such-match"
    assert ann.browser.code("POST", "/api/shared-replays", 413, record="x" * (1 << 17))
    assert ann.browser.code("GET", "/api/shared-replays/none12345678", 404) == "no-such-replay"


def test_who_may_not_write_hands_in_no_record(server: Server, lines: ExitStack) -> None:
    ann, bad = reader(server, "Ann", lines), Browser(server)
    record = a_record(ann)
    bad.sign_up("Rudolf")
    command(server, "mute", "Rudolf", "--reason", "rude")
    asked = json.dumps({"record": record}).encode()

    def reported() -> dict[str, str]:
        """Hand in the record, and return the answer."""
        answer = server.ask("POST", "/api/shared-replays", asked, bad.cookie)[1]
        return dict(json.loads(answer))

    until(lambda: reported().get("code") == "muted")


def test_who_logs_out_is_not_here_any_more(server: Server, lines: ExitStack) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    replay = opened(ann, played(ann.browser))
    ann.open(replay)
    bea.open(replay)
    ann.sees(lambda it: len(it["here"]) == 2)
    bea.browser.post("/api/logout", 204)
    ann.sees(lambda it: len(it["here"]) == 1)


def test_what_a_guest_has_done_is_an_accounts(server: Server, lines: ExitStack) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    match = played(ann.browser)
    replay, lead = opened(ann, match), first_lead(server, match)
    ann.open(replay)
    bea.open(replay)
    word = after(server, match, lead)["choices"][0]["word"]
    bea.do("try_move", word=word, deal=1, step=lead)
    bea.do("comment_on", text="still here", deal=1, step=lead)
    ann.sees(lambda it: it["moves"] and it["comments"])
    mine = Browser(server).sign_up("Beate")["id"]
    bea.browser.log_in("Beate")
    state = ann.sees(lambda it: it["comments"] and it["comments"][0]["by"] == mine)
    assert (state["moves"][0]["by"], state["names"][mine]) == (mine, "Beate")


def test_a_person_reads_no_comments_of_those_they_have_muted(
    server: Server, lines: ExitStack
) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    replay = opened(ann, played(ann.browser))
    ann.open(replay)
    bea.open(replay)
    ann.browser.ask("PUT", f"/api/me/relations/{bea.id}", 204, {"kind": "mute"})
    bea.do("comment_on", text="to nobody", deal=1, step=0)
    ann.do("comment_on", text="to all", deal=1, step=0)
    assert len(bea.sees(lambda it: len(it["comments"]) == 2)["comments"]) == 2
    state = ann.sees(lambda it: it["comments"])
    assert [one["text"] for one in state["comments"]] == ["to all"]
    ann.browser.ask("DELETE", f"/api/me/relations/{bea.id}", 204)
    ann.sees(lambda it: len(it["comments"]) == 2)
    ann.browser.ask("PUT", f"/api/me/relations/{bea.id}", 204, {"kind": "mute"})
    ann.sees(lambda it: len(it["comments"]) == 1)


def test_who_is_banned_or_muted_by_an_admin_is_held_to_it(server: Server, lines: ExitStack) -> None:
    ann, cal = reader(server, "Ann", lines), Browser(server)
    cal.sign_up("Calamity")
    replay = opened(ann, played(ann.browser))
    follower = lines.enter_context(closing(Reader(server, cal)))
    ann.open(replay)
    follower.open(replay)
    ann.sees(lambda it: len(it["here"]) == 2)
    command(server, "mute", "Calamity", "--reason", "rude")
    said = {"text": "hello", "deal": 1, "step": 0}
    until(lambda: follower.do("comment_on", **said).get("code") == "muted")
    command(server, "ban", "Calamity", "--reason", "rude")
    ann.sees(lambda it: len(it["here"]) == 1)
    again = lines.enter_context(closing(Reader(server, cal)))
    assert again.open(replay)["code"] == "banned"


@pytest.mark.parametrize("place", [{"deal": 0}, {"step": -1}, {"step": 10**30}])
def test_nobody_is_led_to_where_there_is_nothing(
    server: Server, lines: ExitStack, place: dict[str, int]
) -> None:
    ann = reader(server, "Ann", lines)
    ann.open(opened(ann, played(ann.browser)))
    ann.send({"type": "lead_replay", "id": "x", "deal": 1, "step": 0, **place})
    assert ann.receive("refused")["code"] == "malformed"


def test_the_deal_of_the_day_is_looked_at_tomorrow(server: Server) -> None:
    ann = Browser(server, "Ann")
    table = ann.win_or_lose_a_deal_of_the_day()
    code = ann.code("POST", "/api/shared-replays", 409, match=table)
    assert code == "told-tomorrow"


def test_it_goes_when_nobody_has_come_for_long(tmp_path: Path, lines: ExitStack) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = lines.enter_context(closing(Reader(server, Browser(server, "Ann"))))
        match = played(ann.browser)
        old = opened(ann, match)
        server.time.advance(stored_replays.KEPT_SECONDS - DAY)
        ann.browser.get("/api/me/matches")
        new = opened(ann, match)
        server.run_chores()
        assert kept(server) == {old, new}
        server.time.advance(2 * DAY)
        server.run_chores()
        assert kept(server) == {new}


def kept(server: InProcess) -> set[str]:
    """Return the shared replays there are."""
    rows = server.work(server.core.store.read("SELECT id FROM shared_replays"))
    return {replay for (replay,) in rows}


def test_so_many_are_kept_of_one_person(server: Server, lines: ExitStack) -> None:
    ann = reader(server, "Ann", lines)
    match = played(ann.browser)
    first, *_ = [opened(ann, match) for _ in range(stored_replays.MOST_OPENED + 1)]
    assert ann.open(first)["code"] == "no-such-replay"


def test_a_tree_is_limited() -> None:
    tree = shared_replay.Tree("ann")
    tried = shared_replay.Tried("8S", deal=1, step=3)
    for number in range(1, shared_replay.MOST_MOVES + 1):
        each = shared_replay.Tried("7S", deal=1, step=number)
        assert tree.takes(each, "ann")
        tree.add(number, "ann", each)
        assert not tree.takes(each, "ann"), "it is there already"
    with pytest.raises(IllegalActionError, match="replay-lines-full"):
        tree.takes(tried, "ann")
    assert tree.takes(shared_replay.Commented("x", deal=1), "ann")
    tree.add(shared_replay.MOST_MOVES + 1, "ann", shared_replay.Withdrawn(1))
    assert tree.takes(tried, "ann"), "what is taken back does not count"


def test_others_leave_room_for_the_host() -> None:
    tree = shared_replay.Tree("ann")
    said = shared_replay.Commented("x", deal=1)
    number = 0
    while len(tree.comments) < shared_replay.MOST_COMMENTS - shared_replay.OPENER_PLACES:
        number += 1
        person = f"stranger {len(tree.comments) // shared_replay.LINES_EACH}"
        assert tree.takes(said, person)
        tree.add(number, person, said)
    with pytest.raises(IllegalActionError, match="replay-lines-full"):
        tree.takes(said, "bea")
    assert tree.takes(said, "ann")


def test_one_person_writes_so_many_lines() -> None:
    tree = shared_replay.Tree("ann")
    for number in range(1, shared_replay.LINES_EACH + 1):
        tree.add(number, "bea", shared_replay.Tried("7S", deal=1, step=number))
    with pytest.raises(IllegalActionError, match="your-lines-full"):
        tree.takes(shared_replay.Commented("x", deal=1), "bea")
    tree.add(number + 1, "bea", shared_replay.Withdrawn(1))
    assert tree.takes(shared_replay.Commented("x", deal=1), "bea")


def test_nothing_follows_what_was_taken_back() -> None:
    tree = shared_replay.Tree()
    tree.add(1, "ann", shared_replay.Tried("7S", deal=1, step=3))
    tree.add(2, "bea", shared_replay.Withdrawn(1))
    late = (
        shared_replay.Tried("8S", parent=1),
        shared_replay.Commented("x", move=1),
        shared_replay.Withdrawn(1),
    )
    for line in late:
        with pytest.raises(IllegalActionError, match="no-such-step"):
            tree.takes(line, "bea")


# --- what is sent ---------------------------------------------------------------------------------


def test_who_stays_is_sent_what_has_changed(server: Server, lines: ExitStack) -> None:
    ann, bea, cas = (reader(server, name, lines) for name in ("Ann", "Bea", "Cas"))
    replay = opened(ann, played(ann.browser))
    ann.open(replay)
    bea.open(replay)
    for number in range(20):
        ann.do("comment_on", text=f"{number} " + 150 * "x", deal=1, step=3)
    bea.sees(lambda it: len(it["comments"]) == 20)
    bea.received.clear()
    whole = len(json.dumps(cas.open(replay)))
    bea.sees(lambda it: cas.id in it["here"])
    number = cas.do("comment_on", text="so?", deal=1, step=3)["version"]
    assert cas.state["comments"][-1]["text"] == "so?", "before it is acknowledged"
    bea.sees(lambda it: len(it["comments"]) == 21)
    cas.do("withdraw", number=number)
    cas.close()
    state = bea.sees(lambda it: len(it["comments"]) == 20 and cas.id not in it["here"])
    assert [one["type"] for one in bea.received].count("shared_replay") == 0
    sizes = [len(json.dumps(one)) for one in bea.received if one["type"] == "replay_changed"]
    assert max(sizes) * 5 < whole
    again = reader(server, "Dee", lines)
    assert again.open(replay) | {"here": [], "names": {}, "mine": []} == state | {
        "here": [],
        "names": {},
        "mine": [],
    }


def test_an_older_page_is_sent_the_whole_state(server: Server, lines: ExitStack) -> None:
    ann = reader(server, "Ann", lines)
    old = lines.enter_context(closing(Reader(server, Browser(server, "Old"), protocol=1)))
    match = played(ann.browser)
    replay, lead = opened(ann, match), first_lead(server, match)
    ann.open(replay)
    old.open(replay)
    word = after(server, match, lead)["choices"][0]["word"]
    old.do("try_move", word=word, deal=1, step=lead)
    assert [move["by"] for move in old.state["moves"]] == [old.id], "before it is acknowledged"
    ann.do("comment_on", text="why?", deal=1, step=lead)
    old.sees(lambda it: it["comments"])
    ann.do("lead_replay", deal=1, step=lead)
    old.sees(lambda it: it["place"]["step"] == lead)
    assert {one["type"] for one in old.received} == {"shared_replay", "replay_led", "ack"}


def test_a_page_of_another_time_is_refused(server: Server, lines: ExitStack) -> None:
    late = lines.enter_context(closing(Reader(server, Browser(server, "Late"), protocol=99)))
    assert late.open("none12345678")["code"] == "other-protocol"


def test_who_has_muted_the_authors_is_asked_once(
    tmp_path: Path, lines: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        people = [
            lines.enter_context(closing(Reader(server, Browser(server, f"Nr {n}")))) for n in "1234"
        ]
        replay = opened(people[0], played(people[0].browser))
        people[0].open(replay)
        for person in people[1:]:
            person.open(replay)
            person.do("comment_on", text="look", deal=1, step=0)
        for person in people:  # what follows from the comments has been read, too
            person.sees(lambda it: len(it["comments"]) == 3)
        asked: list[str] = []
        store = server.core.store

        def note(read: Callable[..., Any]) -> Callable[..., Any]:
            def noted(sql: str, *values: Any) -> Any:
                asked.append(sql)
                return read(sql, *values)

            return noted

        monkeypatch.setattr(store, "read", note(store.read))
        late = lines.enter_context(closing(Reader(server, Browser(server, "Late"))))
        assert len(late.open(replay)["comments"]) == 3
        late.do("comment_on", text="and?", deal=1, step=0)
        people[1].sees(lambda it: len(it["comments"]) == 4)
        mutes = [sql for sql in asked if "'mute'" in sql]
        assert len(mutes) == 2, "one for the state, one for the comment"


# --- who may be there -----------------------------------------------------------------------------


def stored(server: InProcess) -> int:
    """Return the number of stored lines of shared replays."""
    sql = "SELECT count(*) FROM shared_replay_lines"
    [(count,)] = server.work(server.core.store.read(sql))
    return int(count)


def test_what_is_taken_back_is_not_kept(tmp_path: Path, lines: ExitStack) -> None:
    file = tmp_path / "log.sqlite"
    with serving_in_process(file) as server:
        ann, bea = (
            lines.enter_context(closing(Reader(server, Browser(server, name))))
            for name in ("Ann", "Bea")
        )
        match = played(ann.browser)
        replay, lead = opened(ann, match), first_lead(server, match)
        ann.open(replay)
        bea.open(replay)
        for _ in range(5):
            said = bea.do("comment_on", text="and again", deal=1, step=0)["version"]
            bea.do("withdraw", number=said)
        word = after(server, match, lead)["choices"][0]["word"]
        tried = bea.do("try_move", word=word, deal=1, step=lead)["version"]
        bea.do("comment_on", text="of this", move=tried)
        ann.do("comment_on", text="stays", deal=1, step=0)
        bea.do("withdraw", number=tried)
        assert stored(server) == 2, "what stays, and the last of what takes back"
        late = lines.enter_context(closing(Reader(server, Browser(server, "Late"))))
        state = late.open(replay)
        assert [one["text"] for one in state["comments"]] == ["stays"]
        for each in (ann, bea, late):
            each.close()
    with serving_in_process(file) as server:
        again = lines.enter_context(closing(Reader(server, ann.browser)))
        browser = again.browser
        browser.server = again.server = server
        assert [one["text"] for one in again.open(replay)["comments"]] == ["stays"]


def test_what_was_taken_back_before_does_not_come_back(tmp_path: Path, lines: ExitStack) -> None:
    """An earlier release kept the lines that were taken back, and those that did so."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = lines.enter_context(closing(Reader(server, Browser(server, "Ann"))))
        replay = opened(ann, played(ann.browser))
        said = shared_replay.FORM.encode(shared_replay.Commented("old", deal=1)).decode()
        rows = (said, shared_replay.FORM.encode(shared_replay.Withdrawn(1)).decode(), said)
        sql = "INSERT INTO shared_replay_lines VALUES (?, ?, ?, ?)"
        server.work(
            server.core.accounts.write(
                *((sql, (replay, n, ann.id, row)) for n, row in enumerate(rows, 1))
            )
        )
        assert [one["number"] for one in ann.open(replay)["comments"]] == [3]
        ann.do("withdraw", number=3)
        assert stored(server) == 1
        ann.close()
        assert ann.open(replay)["comments"] == []


def test_who_missed_lines_that_are_gone_reads_all_again(tmp_path: Path, lines: ExitStack) -> None:
    """A node whose wire was down meanwhile reads all again."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = lines.enter_context(closing(Reader(server, Browser(server, "Ann"))))
        replay = opened(ann, played(ann.browser))
        ann.open(replay)
        gone = ann.do("comment_on", text="gone", deal=1, step=0)["version"]
        said = shared_replay.Commented("new", deal=1)
        delete = "DELETE FROM shared_replay_lines WHERE replay = ? AND number = ?"
        insert = "INSERT INTO shared_replay_lines VALUES (?, ?, ?, ?)"
        write = server.core.accounts.write
        server.work(
            write(
                (delete, (replay, gone)),
                (insert, (replay, gone + 2, ann.id, shared_replay.FORM.encode(said).decode())),
            )
        )
        server.work(server.core[SharedReplays].poll())
        state = ann.sees(lambda it: [one["text"] for one in it["comments"]] == ["new"])
        assert state["version"] == gone + 2


def test_places_are_kept_for_the_host(
    tmp_path: Path, lines: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_replays, "MOST_HERE", shared_replays.OPENER_CONNECTIONS + 1)
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann, bea, cas = (
            lines.enter_context(closing(Reader(server, Browser(server, name))))
            for name in ("Ann", "Bea", "Cas")
        )
        replay = opened(ann, played(ann.browser))
        assert bea.open(replay)["type"] == "shared_replay"
        assert cas.open(replay)["code"] == "replay-full"
        assert ann.open(replay)["type"] == "shared_replay"


def test_the_host_removes_people_for_good(tmp_path: Path, lines: ExitStack) -> None:
    file = tmp_path / "log.sqlite"
    with serving(file, *LIMITS) as server:
        ann, bea, cas = (reader(server, name, lines) for name in ("Ann", "Bea", "Cas"))
        replay = opened(ann, played(ann.browser))
        assert ann.open(replay)["opener"] == ann.id
        bea.open(replay)
        assert bea.do("show_out", person=ann.id)["code"] == "not-the-host"
        for nobody in (ann.id, cas.id, "none"):
            assert ann.do("show_out", person=nobody)["code"] == "no-such-person"
        removed = bea.id
        assert ann.do("show_out", person=removed)["type"] == "ack"
        refused = bea.receive("refused")
        assert (refused["id"], refused["code"]) == (None, "shown-out")
        assert bea.do("comment_on", text="still", deal=1, step=0)["code"] == "join-first"
        ann.sees(lambda it: it["here"] == [ann.id])
        assert bea.open(replay)["code"] == "shown-out"
        held = bea.browser.get("/api/me/export")["removed_from_replays"]
        assert [one["replay"] for one in held] == [replay]
        for each in (ann, bea, cas):
            each.close()
    with serving(file, *LIMITS) as server:
        again = lines.enter_context(closing(Reader(server, bea.browser)))
        assert again.open(replay)["code"] == "shown-out"


def test_a_guest_who_was_removed_does_not_come_back_as_an_account(
    server: Server, lines: ExitStack
) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    replay = opened(ann, played(ann.browser))
    ann.open(replay)
    bea.open(replay)
    ann.do("show_out", person=bea.id)
    Browser(server).sign_up("Berta")
    bea.browser.log_in("Berta")
    again = lines.enter_context(closing(Reader(server, bea.browser)))
    assert again.open(replay)["code"] == "shown-out"


@pytest.mark.parametrize("blocker", ["host", "visitor"])
def test_a_block_holds_at_a_shared_replay(server: Server, lines: ExitStack, blocker: str) -> None:
    ann, bea = reader(server, "Ann", lines), reader(server, "Bea", lines)
    replay = opened(ann, played(ann.browser))
    one, other = (ann, bea) if blocker == "host" else (bea, ann)
    one.browser.ask("PUT", f"/api/me/relations/{other.id}", 204, {"kind": "block"})
    assert bea.open(replay)["code"] == "kept-apart"
    assert ann.open(replay)["type"] == "shared_replay"


def test_what_was_said_is_reported(server: Server, lines: ExitStack) -> None:
    ann, bea, cas = (reader(server, name, lines) for name in ("Ann", "Bea", "Cas"))
    admin = Browser(server)
    admin.sign_up("Judge")
    command(server, "grant", "Judge")
    replay = opened(ann, played(ann.browser))
    ann.open(replay)
    bea.open(replay)
    rude = bea.do("comment_on", text="you fool", deal=1, step=0)["version"]
    ann.sees(lambda it: it["comments"])
    reported = {"replay": replay, "reason": "abuse", "text": "see there"}
    path = "/api/reports"
    assert cas.browser.code("POST", path, 403, **reported, person=bea.id) == "not-yours"
    assert ann.browser.code("POST", path, 404, **reported, person=cas.id) == "no-such-person"
    assert ann.browser.code("POST", path, 400, **reported, person=bea.id, table="x") == "malformed"
    ann.browser.post(path, 204, **reported, person=bea.id)
    ann.do("withdraw", number=rude)
    [result] = admin.get("/api/admin/reports")
    assert (result["replay"], result["table"], result["against"]) == (replay, "", bea.id)
    assert [(line["person"], line["text"]) for line in result["talk"]] == [(bea.id, "you fool")]


def test_an_admin_takes_back_what_others_said(server: Server, lines: ExitStack) -> None:
    ann = reader(server, "Ann", lines)
    admin = Browser(server)
    admin.sign_up("Sheriff")
    command(server, "grant", "Sheriff")
    replay = opened(ann, played(ann.browser))
    ann.open(replay)
    rude = ann.do("comment_on", text="you fools", deal=1, step=0)["version"]
    judge = lines.enter_context(closing(Reader(server, admin)))
    assert judge.open(replay)["mine"] == [rude]
    assert judge.do("withdraw", number=rude)["type"] == "ack"
    ann.sees(lambda it: not it["comments"])
