"""Erasure of all that a person wrote; a mention in others' free text remains."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from http_person import PASSWORD, Browser, command
from looking_together import Reader, played
from server_process import Person, Server, serving

from rebelote.server.base.storage import schema

WROTE = "zebwrote"
"""In every text that the person wrote who is erased."""
OTHERS = "ofthatplayer"
"""In every text that others wrote about this person."""
NAME = "Zebedaeus Quux"

TYPED = """
    audit.by audit.act audit.about daily.date daily.preset daily.person daily.table_id
    log_entries.log log_entries.person tournaments.id tournaments.person tournaments.secret
    tournaments.club clubs.id clubs.person clubs.secret
    tournament_players.tournament tournament_players.person
    tournament_tables.tournament tournament_tables.table_id
    tournament_rounds.tournament role_changes.log role_changes.person role_changes.by
    role_changes.role
    roles.log roles.person roles.role
    daily_bots.date daily_bots.preset
    league_members.league league_members.season league_members.person league_lines.league
    league_lines.day league_lines.person league_lines.table_id league_seasons.league
    league_seasons.season club_leagues.club club_leagues.preset league_reminders.person
    league_reminders.sent
    deal_reviews.table_id device_reviews.person device_reviews.table_id
    email_addresses.person erased_names.digest fair_play_sums.person fair_play_sums.other
    fair_play_sums.detector fair_play_matches.person fair_play_matches.other
    fair_play_matches.table_id fair_play_matches.scores fair_play_cases.person
    fair_play_cases.other fair_play_cases.by fair_play_cases.decision fair_play_answers.person
    fairness_months.month friend_settings.person
    friend_settings.presence friend_settings.asked invitations.person invitations.by
    invitations.table_id log.table_id log.client_id log.content
    lessons_done.person lessons_done.lesson log.kind mail_links.digest mail_links.person
    mail_links.purpose match_claims.person
    match_notes.person match_notes.table_id match_records.table_id match_records.text
    matches_due.projection matches_due.table_id projections.name
    match_statistics.person
    match_statistics.table_id match_statistics.preset match_statistics.tallies notices.person
    notices.what notices.session offline_matches.person offline_matches.digest
    offline_matches.preset offline_matches.record packed_matches.table_id pending_results.table_id
    people.id people.password people.role people.shows played.table_id played.person played.bot
    played.preset practice_positions.person practice_positions.table_id
    practice_positions.schedule push_subscriptions.person push_subscriptions.session
    push_subscriptions.language puzzle_answers.person puzzle_answers.puzzle puzzle_answers.day
    puzzle_answers.choice puzzle_answers.preset puzzle_ratings.person ratings.person ratings.preset
    rating_returns.person rating_returns.table_id rating_returns.preset
    sealed_tables.table_id sealed_tables.until rating_estimates.person rating_estimates.preset
    recovery_codes.digest recovery_codes.person recovery_sheets.log recovery_sheets.digest
    relations.person relations.other relations.kind
    removed_from_replays.replay removed_from_replays.person removed_spectators.table_id
    removed_spectators.person reports.by reports.against reports.table_id reports.reason
    reports.settled_by reports.replay sanctions.person sanctions.kind sanctions.by
    sanctions.lifted_by seated.person seated.table_id secrets.name sessions.mark sessions.id
    sessions.person shared_replay_lines.replay shared_replay_lines.person shared_replays.id
    shared_replays.table_id shared_replays.person tables.id tables.code tables.stage
    tokens.mark tokens.id tokens.person tokens.by tokens.scopes bots.person bots.by
    trusted_time.jumps turn_notifications.table_id turn_notifications.person
"""
"""Columns of text that hold ids, dates, words of a list, or what the server itself has made."""
FREE_TEXT = {
    "people.name",
    "people.account_name",
    "people.skeleton",
    "people.settings",
    "sessions.agent",
    "email_addresses.address",
    "mail_links.address",
    "push_subscriptions.endpoint",
    "match_notes.note",
    "shared_replays.record",
    "shared_replay_lines.line",
    "reports.text",
    "reports.talk",
    "reports.outcome",
    "sanctions.reason",
    "audit.facts",
    "tokens.name",
    "tournaments.name",
    "clubs.name",
    "log_entries.line",
    "fair_play_cases.note",
    "fair_play_answers.text",
}
"""Columns that hold what people wrote; mail, push and fair play have tests of their own."""


def test_every_column_of_text_is_typed_or_tried() -> None:
    file = sqlite3.connect(":memory:")
    schema.bring_up_to_date(file)
    tables = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    result = {
        f"{table}.{column[1]}"
        for (table,) in tables
        for column in file.execute(f"PRAGMA table_info({table})")
        if column[2] == "TEXT"
    }
    assert set(TYPED.split()) | FREE_TEXT == result
    assert not set(TYPED.split()) & FREE_TEXT


def holding(file: Path, marker: str) -> set[str]:
    """Return the columns of a database that hold this text."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {
            f"{table}.{column[1]}"
            for (table,) in tables
            for column in database.execute(f"PRAGMA table_info({table})").fetchall()
            if database.execute(
                f"SELECT 1 FROM {table} WHERE instr(lower(CAST({column[1]} AS TEXT)), ?)", (marker,)
            ).fetchone()
        }


def a_match(server: Server, zeb: Browser, yara: Browser) -> tuple[str, str]:
    """Return the table and the id of a match that both have played, and talked at."""
    terms = {"talk": "free", "watch": "seat"}
    options: dict[str, Any] = {
        "preset": "bulgarian",
        "options": {"end_deals": 1},
        "level": "beginner",
    }
    table = server.new_table(cookie=zeb.cookie, begin=False, terms=terms, **options)
    host, guest = (Person(server, {**table, "cookie": one.cookie}) for one in (zeb, yara))
    with closing(host), closing(guest):
        host.sit()
        guest.sit()
        assert guest.ask("sit", seat=1)["type"] == "ack"
        assert host.ask("say", text=f"{WROTE} in chat")["type"] == "ack"
        assert guest.ask("say", text="a word")["type"] == "ack"
        received = {"table": table["table"], "reason": "abuse"}
        zeb.post("/api/reports", 204, **received, person=yara.me["id"], text=f"{WROTE} in a report")
        yara.post("/api/reports", 204, **received, person=zeb.me["id"], text=f"{OTHERS} reported")
    return table["table"], played(zeb)


@pytest.mark.sqlite
def test_erasure_takes_out_what_a_person_wrote_and_the_name_wherever_it_is_typed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "log.sqlite"
    with serving(file) as server, ExitStack() as lines:
        zeb, yara, admin = Browser(server), Browser(server, "Yara"), Browser(server)
        zeb.me = zeb.sign_up(NAME)
        admin.sign_up("Judge")
        command(server, "grant", "Judge")
        _, match = a_match(server, zeb, yara)
        record = server.get(f"/api/matches/{match}/record", zeb.cookie)[1].decode()
        assert NAME in record
        zeb.ask("PUT", "/api/me/settings", 204, {"theme": WROTE})
        zeb.ask("PUT", f"/api/me/matches/{match}", 204, {"starred": True, "note": f"{WROTE} note"})

        own = zeb.post("/api/shared-replays", 201, record=f"{record}\n; {WROTE} remark")["replay"]
        theirs = yara.post("/api/shared-replays", 201, record=record)["replay"]
        writers = {one: lines.enter_context(closing(Reader(server, one))) for one in (zeb, yara)}
        for reader, text in zip(writers.values(), (WROTE, OTHERS), strict=True):
            reader.open(theirs)
            said = reader.do("comment_on", text=f"{text} comment", deal=1, step=0)
            assert said["type"] == "ack"
        agreed = {"name": f"{WROTE} evening", "format": {"preset": "french"}}
        zeb.post("/api/tournaments", 201, **agreed)
        about = zeb.me["id"]
        received = {"replay": theirs, "reason": "abuse", "text": f"{OTHERS} again"}
        yara.post("/api/reports", 204, **received, person=about)
        sanction = {"person": about, "kind": "mute", "reason": f"{OTHERS} muted", "hours": 1}
        admin.post("/api/admin/sanctions", 204, **sanction)
        admin.post("/api/admin/reports/settle", 204, about=about, outcome=f"{OTHERS} settled")
        for reader in writers.values():
            reader.close()
        assert {
            "people.settings",
            "match_notes.note",
            "shared_replays.record",
            "shared_replay_lines.line",
            "reports.text",
            "reports.talk",
            "tournaments.name",
            "log_entries.line",
        } <= holding(file, WROTE)
        before = {"reports.text", "reports.talk", "shared_replay_lines.line"}
        reasons = {"reports.outcome", "sanctions.reason", "audit.facts"}
        assert holding(file, OTHERS) == before | reasons

        zeb.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
        assert holding(file, OTHERS) == before, "what others wrote, in free text"
        assert yara.code("GET", f"/api/shared-replays/{own}", 404) == "no-such-replay"
        for path in tmp_path.iterdir():
            content = path.read_bytes().lower()
            for trace in (WROTE, "zebedaeus", "quux", about.lower()):
                assert trace.encode() not in content, (path.name, trace)
