"""E-mail addresses and links by mail: a real server, and a real SMTP server beside it."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

import forked
import pytest
from certificates import write_certificate
from http_person import PASSWORD, Browser, in_the_file
from in_process import InProcess, serving_in_process
from server_process import Server, serving
from smtp_server import SECRET, USER, Mailbox, secrets_in
from waiting import until

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.email_address import normalized
from rebelote.server.base.runtime.rate_limits import BY_ADDRESS, BY_PERSON, Limits, Rate, rows
from rebelote.server.features.mail import smtp
from rebelote.server.features.mail.addresses import SHARED_BY, Addresses
from rebelote.server.features.mail.messages import (
    CONFIRM_SECONDS,
    RESET_SECONDS,
    MailDraft,
    MailSender,
)

NEW = "another lamp, further"


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    with mailbox.open():
        yield mailbox


@pytest.fixture(scope="module")
def server(mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    path = tmp_path_factory.mktemp("mail") / "log.sqlite"
    with serving_in_process(path, smtp=mailbox.smtp) as server:
        yield server


def account(server: Server, mailbox: Mailbox, name: str, address: str) -> Browser:
    """Return a person with an account and a confirmed address."""
    holder = Browser(server)
    holder.sign_up(name)
    ask(holder, address)
    (secret,) = mailbox.secrets(address)
    holder.post("/api/confirm", 204, secret=secret)
    return holder


def ask(holder: Browser, address: str) -> None:
    """Give an account this address, which is to be confirmed."""
    holder.ask("PUT", "/api/me/address", 204, {"address": address, "password": PASSWORD})
    send(holder.server)


def forgot(server: Server, who: str) -> None:
    """Ask for a link, by name or address."""
    Browser(server).post("/api/forgotten", 204, who=who)
    send(server)


def send(server: Server) -> None:
    """Have the server send at once the mail that it looks for twice a second."""
    if isinstance(server, InProcess) and (addresses := server.core.find(Addresses)):
        server.work(addresses.answer())
        server.work(addresses.outbox.send())


def in_files(server: Server, text: str) -> bool:
    paths = (path for path in server.database.parent.iterdir() if path.is_file())
    return any(text.encode() in path.read_bytes() for path in paths)


def warnings(server: Server) -> list[str]:
    result: list[str] = json.loads(server.get("/health")[1])["warnings"]
    return result


def until_later(server: InProcess, condition: Callable[[], object]) -> None:
    def is_so() -> object:
        server.time.advance(1)
        return condition()

    until(is_so)


# --- addresses ------------------------------------------------------------------------------------


def test_an_address_counts_once_its_link_was_opened(server: InProcess, mailbox: Mailbox) -> None:
    ann = Browser(server)
    ann.sign_up("Annelies")
    ann.ask("PUT", "/api/me/settings", 204, {"language": "fr"})
    assert ann.get("/api/me/address") == {"confirmed": "", "pending": ""}
    asked = {"address": "Ann@Mail.Example", "password": "not this one"}
    assert ann.code("PUT", "/api/me/address", 401, **asked) == "wrong-login"
    asked = {"address": "ann@mail.example\r\nBcc: all@mail.example", "password": PASSWORD}
    assert ann.code("PUT", "/api/me/address", 422, **asked) == "bad-address"
    ask(ann, "Ann@Mail.Example")
    first = mailbox.next("Ann@mail.example")
    assert first["Subject"] == "Confirmez votre adresse e-mail"
    assert first["From"] == "Club <club@mail.example>"
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["Message-ID"].endswith("@mail.example>")
    assert parsedate_to_datetime(first["Date"]).timestamp() == pytest.approx(
        server.time.source.wall(), abs=smtp.TIMEOUT
    )
    ask(ann, "Ann@Mail.Example")
    (earlier,), (secret,) = secrets_in(first), mailbox.secrets("Ann@mail.example")
    assert len(secret) == 48 and not in_files(server, secret)  # 24 bytes: 192 bits
    result = ann.post("/api/mail-link", 200, secret=secret)
    assert result == {"purpose": "confirm", "name": "Annelies", "address": "Ann@mail.example"}
    for worthless in (earlier, "x" * 32, ""):
        assert ann.code("POST", "/api/confirm", 404, secret=worthless) == "link-expired"
        assert ann.code("POST", "/api/mail-link", 404, secret=worthless) == "link-expired"
    assert ann.code("POST", "/api/reset", 404, secret=secret, password=NEW) == "link-expired"
    assert ann.get("/api/me/address") == {"confirmed": "", "pending": "Ann@mail.example"}
    Browser(server).post("/api/confirm", 204, secret=secret)
    assert ann.get("/api/me/address") == {"confirmed": "Ann@mail.example", "pending": ""}
    assert ann.code("POST", "/api/confirm", 404, secret=secret) == "link-expired"
    assert ann.get("/api/me/export")["email_addresses"][0]["address"] == "Ann@mail.example"


def test_a_link_that_confirms_an_address_is_good_for_a_day(
    server: InProcess, mailbox: Mailbox
) -> None:
    late = Browser(server)
    late.sign_up("Latecomer")
    ask(late, "late@mail.example")
    (secret,) = mailbox.secrets("late@mail.example")
    server.time.advance(CONFIRM_SECONDS + 1)
    assert late.code("POST", "/api/confirm", 404, secret=secret) == "link-expired"
    assert late.get("/api/me/address") == {"confirmed": "", "pending": ""}
    server.run_chores()
    assert not in_the_file(server, "SELECT 1 FROM mail_links WHERE address LIKE 'late@%'")


def test_the_old_address_is_notified_and_its_links_are_void(
    server: InProcess, mailbox: Mailbox
) -> None:
    bea = account(server, mailbox, "Beatrix", "bea@mail.example")
    forgot(server, "Beatrix")
    (reset,) = mailbox.secrets("bea@mail.example")
    ask(bea, "new@mail.example")
    (secret,) = mailbox.secrets("new@mail.example")
    bea.post("/api/confirm", 204, secret=secret)
    assert "Beatrix" in mailbox.next("bea@mail.example").get_content()
    assert bea.code("POST", "/api/reset", 404, secret=reset, password=NEW) == "link-expired"
    asked = {"password": "not this one"}
    assert bea.code("DELETE", "/api/me/address", 401, **asked) == "wrong-login"
    bea.ask("DELETE", "/api/me/address", 204, {"password": PASSWORD})
    assert mailbox.next("new@mail.example")["Subject"] == "Your e-mail address was removed"
    assert bea.get("/api/me/address") == {"confirmed": "", "pending": ""}
    ask(bea, "third@mail.example")
    (secret,) = mailbox.secrets("third@mail.example")
    bea.post("/api/me/password", 204, old=PASSWORD, new=NEW)
    assert bea.code("POST", "/api/confirm", 404, secret=secret) == "link-expired"
    guest = Browser(server, "Guestina")
    asked = {"address": "guest@mail.example", "password": ""}
    assert guest.code("PUT", "/api/me/address", 401, **asked) == "who-are-you"


@pytest.mark.sqlite
def test_an_address_leaves_with_its_account(server: InProcess, mailbox: Mailbox) -> None:
    eva = account(server, mailbox, "Evangeline", "eva@hidden.example")
    ask(eva, "other@hidden.example")
    mailbox.next("other@hidden.example")
    assert in_files(server, "eva@hidden.example") and in_files(server, "other@hidden.example")
    eva.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert not in_files(server, "hidden.example")


def test_five_accounts_share_an_address_and_a_mail_names_them(
    server: InProcess, mailbox: Mailbox
) -> None:
    server.time.advance(BY_PERSON["confirmed"].seconds * SHARED_BY)
    names = [f"Family {draft}" for draft in "ABCDE"]
    for name in names:
        account(server, mailbox, name, "family@mail.example")
    server.time.advance(BY_PERSON["confirmed"].seconds)
    sixth = Browser(server)
    sixth.sign_up("Family F")
    ask(sixth, "FAMILY@mail.example")
    (secret,) = mailbox.secrets("FAMILY@mail.example")
    assert sixth.code("POST", "/api/confirm", 409, secret=secret) == "address-full"
    forgot(server, "Family@Mail.example")
    message = mailbox.next("family@mail.example")
    assert [message.get_content().count(name) for name in names] == [1] * SHARED_BY
    links = secrets_in(message)
    assert len(set(links)) == SHARED_BY
    received = [sixth.post("/api/mail-link", 200, secret=link)["name"] for link in links]
    assert received == names


# --- a forgotten password -------------------------------------------------------------------------


def test_a_link_by_mail_sets_another_password_once(server: InProcess, mailbox: Mailbox) -> None:
    mina, elsewhere = account(server, mailbox, "Wilhelmina", "mina@mail.example"), Browser(server)
    table = mina.sit()
    forgot(server, "wilhelmina")
    forgot(server, "MINA@mail.example")
    (expired,), (first,) = (mailbox.secrets("mina@mail.example") for _ in range(2))
    server.time.advance(RESET_SECONDS + 1)
    assert elsewhere.code("POST", "/api/reset", 404, secret=expired, password=NEW) == "link-expired"
    forgot(server, "Wilhelmina")
    (secret,) = mailbox.secrets("mina@mail.example")
    asked = {"secret": secret, "password": "password1"}
    assert elsewhere.code("POST", "/api/reset", 422, **asked) == "common-password"
    assert elsewhere.code("POST", "/api/confirm", 404, secret=secret) == "link-expired"
    assert elsewhere.post("/api/reset", 200, secret=secret, password=NEW)["name"] == "Wilhelmina"
    assert elsewhere.get("/api/me/address") == {"confirmed": "mina@mail.example", "pending": ""}
    for worthless in (secret, first):
        asked = {"secret": worthless, "password": NEW}
        assert elsewhere.code("POST", "/api/reset", 404, **asked) == "link-expired"
    assert mina.get("/api/me") is None
    with pytest.raises(Exception, match="1012"):
        while True:
            table.next()
    assert mina.code("POST", "/api/login", 401, name="Wilhelmina", password=PASSWORD)
    mina.log_in("Wilhelmina", NEW)


def test_nobody_learns_by_a_forgotten_password_who_has_an_account(
    server: InProcess, mailbox: Mailbox
) -> None:
    account(server, mailbox, "Known One", "known@mail.example")
    waiting = Browser(server)
    waiting.sign_up("Unconfirmed One")
    ask(waiting, "unconfirmed@mail.example")
    mailbox.next("unconfirmed@mail.example")
    Browser(server).sign_up("No Address")
    asked = ("Unconfirmed One", "unconfirmed@mail.example", "No Address", "Nobody", "", "@", "x@y",
             "x" * 9999, "Known One")  # fmt: skip
    answers = set()
    for who in asked:
        status, body, headers = server.ask("POST", "/api/forgotten", b'{"who":"%s"}' % who.encode())
        answers.add((status, body, tuple(sorted(set(headers) - {"date"}))))
    assert len(answers) == 1 and answers.pop()[:2] == (204, b"")
    mailbox.next("known@mail.example")  # the last one asked: those before are done
    assert not mailbox.taken


def test_repeated_requests_are_slowed_down_and_fill_no_mailbox(
    mailbox: Mailbox, tmp_path: Path
) -> None:
    changed = {
        "person.resets": BY_PERSON["resets"]._replace(most=2, seconds=86_400),
        "address.reset": BY_ADDRESS["reset"]._replace(most=4, seconds=86_400),
    }
    limits = Limits(changes=changed)
    with serving_in_process(tmp_path / "log.sqlite", limits, smtp=mailbox.smtp) as server:
        limits._time = server.time.source
        account(server, mailbox, "Victim", "victim@mail.example")
        asked = account(server, mailbox, "Other", "other@mail.example")
        for who in ("Victim", "victim@mail.example", "VICTIM@MAIL.EXAMPLE", "Other"):
            forgot(server, who)
        assert asked.code("POST", "/api/forgotten", 429, who="Victim") == "too-many"
        mailbox.next("other@mail.example")
        assert [message["To"] for message in mailbox.taken] == ["victim@mail.example"] * 2
        mailbox.taken.clear()
        for number in range(int(BY_PERSON["confirmed"].most) - 1):
            another = Browser(server)
            another.sign_up(f"Another {number}")
            ask(another, "victim@mail.example")
            mailbox.next("victim@mail.example")
        expected = {"address": "Victim@mail.example", "password": PASSWORD}
        assert asked.code("PUT", "/api/me/address", 429, **expected) == "too-many"


# --- sending --------------------------------------------------------------------------------------


def test_mail_waits_until_the_smtp_server_is_back(tmp_path: Path) -> None:
    mailbox = Mailbox()
    with serving_in_process(tmp_path / "log.sqlite", smtp=mailbox.smtp) as server:
        addresses = server.core[Addresses]
        assert addresses is not None
        paul = Browser(server)
        paul.sign_up("Paulus")
        ask(paul, "paul@mail.example")
        until(lambda: addresses.outbox.failing)
        assert "smtp" in warnings(server)
        with mailbox.open():
            mailbox.reply = "451 later"
            until_later(server, lambda: mailbox.refused)
            until(lambda: not addresses.outbox.failing)
            assert "smtp" not in warnings(server)
            mailbox.reply = ""
            until_later(server, lambda: mailbox.taken)
            (secret,) = mailbox.secrets("paul@mail.example")
            paul.post("/api/confirm", 204, secret=secret)
            addresses.outbox.put(EmailMessage(), RESET_SECONDS)  # from nobody, to nobody
            mailbox.reply = "550 nobody here"
            refused = mailbox.refused
            ask(paul, "wrong@mail.example")
            until(lambda: mailbox.refused > refused)
            until(lambda: not len(addresses.outbox))
            assert not addresses.outbox.failing


def test_mail_that_nobody_needs_any_more_is_dropped_and_the_outbox_is_bounded(
    tmp_path: Path,
) -> None:
    mailbox = Mailbox()
    with serving_in_process(tmp_path / "log.sqlite", smtp=mailbox.smtp) as server:
        addresses = server.core[Addresses]
        assert addresses is not None
        message = MailDraft(addresses.sender, "ann@mail.example", "en", 0.0, "id").removed("Ann")
        with pytest.raises(IllegalActionError) as refused:
            while True:
                addresses.outbox.put(message, RESET_SECONDS)
        assert refused.value.refusal.code == "mail-full"
        until(lambda: addresses.outbox.failing)
        server.time.advance(RESET_SECONDS)
        until(lambda: not len(addresses.outbox))


def test_mail_to_strangers_is_limited_by_account_network_and_server(
    mailbox: Mailbox, tmp_path: Path
) -> None:
    """The limits allow mail again the day after."""
    ceiling = rows()["server.confirmations"]
    assert isinstance(ceiling, Rate)
    limits = Limits(changes={"server.confirmations": ceiling._replace(most=29, seconds=3600)})
    path = tmp_path / "log.sqlite"
    with serving_in_process(path, limits, "127.0.0.1", smtp=mailbox.smtp) as server:
        limits._time = server.time.source
        sent = 0

        def write(who: int, network: int) -> str:
            """Ask a stranger to confirm an address; the code of the refusal."""
            nonlocal sent
            sent += 1
            asked = {"address": f"stranger{sent}@mail.example", "password": PASSWORD}
            return asked_from(server, network, cookies[who], asked)

        cookies = [server.account(f"Mal Account {number}") for number in range(10)]
        refused = "too-many-addresses"
        assert [write(0, 1) for _ in range(4)] == ["", "", "", refused]
        tried = [write(who, 1) for who in range(1, 7) for _ in range(3)]
        assert tried == [""] * 17 + [refused]
        tried = [write(who, who) for who in range(7, 10) for _ in range(3)]
        assert tried == [""] * 9
        assert "mail-full" not in warnings(server)
        server.time.advance(BY_ADDRESS["account"].seconds)
        cookies.append(server.account("Mal Account 10"))
        assert write(10, 3) == "mail-full"
        assert "mail-full" in warnings(server)
        server.time.advance(86_400)
        assert "mail-full" not in warnings(server)
        assert [write(0, 1) for _ in range(3)] == [""] * 3


def asked_from(server: InProcess, network: int, cookie: str, body: dict[str, str]) -> str:
    """Return the code by which a new address is refused to a person in another network."""
    request = urllib.request.Request(
        f"{server.url}/api/me/address",
        json.dumps(body).encode(),
        {
            "content-type": "application/json",
            "cookie": cookie,
            "x-forwarded-for": f"198.51.100.{network}",
        },
        method="PUT",
    )
    try:
        with urllib.request.urlopen(request, timeout=60):
            return ""
    except urllib.error.HTTPError as error:
        with error:
            return str(json.loads(error.read())["code"])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a self-signed certificate of `localhost` with its key."""
    return write_certificate(tmp_path_factory.mktemp("certificate") / "certificate.pem")


def test_mail_goes_out_encrypted_to_a_server_that_is_who_it_says(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """STARTTLS and a password are used if the certificate is trusted; otherwise nothing is sent."""
    encrypted = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    encrypted.load_cert_chain(certificate)
    mailbox = Mailbox()
    monkeypatch.setenv("REBELOTE_SMTP_PASSWORD", SECRET)
    with mailbox.open(encrypted):
        said = logged_until(tmp_path / "strange.sqlite", mailbox, lambda of: "smtp" in warnings(of))
        assert "SSLCertVerificationError" in said
        assert not mailbox.taken
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        said += logged_until(tmp_path / "trusted.sqlite", mailbox, lambda _: bool(mailbox.taken))
        assert mailbox.secrets("careful@mail.example")
    assert not any(word in said for word in (SECRET, "careful", USER))


def logged_until(database: Path, mailbox: Mailbox, done: Callable[[Server], bool]) -> str:
    """Have a server mail a link by STARTTLS and a password until this is so; return its log."""
    server = Server(database)
    where = f"smtp://club%40mail.example@localhost:{mailbox.port}?starttls"
    more = ("--public-url", server.url, "--smtp", where, "--mail-from", USER)
    server.options = (*server.options, *more)
    server.start()
    try:
        holder = Browser(server)
        holder.sign_up("Careful")
        ask(holder, "careful@mail.example")
        until(lambda: done(server))
    finally:
        said = server.stop()
    return said


# --- what mail says -------------------------------------------------------------------------------

SENDER = MailSender(smtp.sender_of("club@club.example"), "https://club.example/")


def headers(message: EmailMessage) -> set[str]:
    return {name.lower() for name in message}


@pytest.mark.parametrize(
    "language", ["en", "fr", "nl", "nl-NL", "sv", "bg", "hr", "el", "ar", "hy"]
)
def test_a_name_adds_no_header_and_no_line(language: str) -> None:
    draft = MailDraft(SENDER, "ann@club.example", language, 0.0, "id")
    for name in ("Ann", "Ann\r\nBcc: all@club.example\r\n\r\nVisit", "Ann\u2028\x0bX", "{name}"):
        made = draft.confirmation(name, "s"), draft.reset({name: "s"}), draft.removed(name)
        for message in made:
            sent = bytes(message).decode()
            assert headers(message) == {
                "from", "to", "subject", "date", "message-id", "auto-submitted",
                "content-language", "content-type", "content-transfer-encoding", "mime-version",
            }  # fmt: skip
            assert "\nBcc:" not in sent and "\nVisit" not in message.get_content()
            assert message.get_content_type() == "text/plain"
        assert "https://club.example/#/confirm/s\n" in made[0].get_content().replace("\r", "")
    with pytest.raises(ValueError, match="line"):
        draft._replace(to="ann@club.example\r\nBcc: all@club.example").removed("Ann")


@pytest.mark.parametrize(
    "text", ["", "ann", "ann@", "@club.example", "ann@club", "ann b@club.example", "a@b@c.example",
             "änn@club.example", "ann@club..example", "ann@-club.example", f"{'a' * 65}@b.example",
             "ann@club.example\n", "ann@club.example\r\nBcc: b@club.example", ".a@club.example",
             f"ann@{'a.' * 130}example", "<ann@club.example>", "ann,bo@club.example"],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str) -> None:
    if text.endswith("\n"):
        assert normalized(text) == text.strip()
        return
    with pytest.raises(IllegalActionError) as refused:
        normalized(text)
    assert refused.value.refusal.code == "bad-address"


# --- what the operator says -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "result"),
    [
        ("smtps://club@mail.example", ("mail.example", 465, "tls", "club")),
        ("smtp://club%40mail.example@mail.example?starttls",
         ("mail.example", 587, "starttls", "club@mail.example")),
        ("smtp://localhost", ("localhost", 25, "none", "")),
        ("smtp://[::1]:2525", ("::1", 2525, "none", "")),
    ],
)  # fmt: skip
def test_an_smtp_server_is_named_by_its_address(
    url: str, result: tuple[str, int, str, str]
) -> None:
    server = smtp.configured(url, "club@mail.example", SECRET)
    assert (server.host, server.port, server.security, server.user) == result
    assert SECRET not in repr(server)


@pytest.mark.parametrize(
    ("url", "sender", "password", "said"),
    [
        ("smtp://mail.example", USER, "x", "unencrypted"),
        ("smtp://ann@localhost", USER, "x", "unencrypted"),
        ("smtps://ann:hunter2@mail.example", USER, "x", "holds a password"),
        ("smtps://ann@mail.example", USER, "", "REBELOTE_SMTP_PASSWORD"),
        ("smtps://mail.example", "", "", "--mail-from"),
        ("smtps://mail.example", "club@mail.example\r\nBcc: a@b.example", "", "--mail-from"),
        ("mail.example:587", USER, "", "not an address of a mail server"),
        ("smtp://mail.example:port?starttls", USER, "", "not an address of a mail server"),
        ("smtps://mail.example/inbox", USER, "", "not an address of a mail server"),
        ("smtp://mail.example?tls=no", USER, "", "not an address of a mail server"),
    ],
)
def test_an_smtp_server_that_cannot_be_used_is_refused_in_a_sentence(
    url: str, sender: str, password: str, said: str
) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        smtp.configured(url, sender, password)
    assert "hunter2" not in str(refused.value)


def test_a_server_is_not_begun_that_could_not_send_its_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REBELOTE_SMTP_PASSWORD", "")
    for options in (
        ("--smtp", "smtps://ann@mail.example", "--mail-from", USER),
        ("--smtp", "smtps://ann@mail.example", "--smtp-password-file", "nowhere.txt"),
        ("--mail-from", USER),
    ):
        done = forked.run("serve", *options, folder=tmp_path)
        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [(), ("--smtp", "smtp://localhost", "--mail-from", USER)])
def test_without_an_smtp_server_and_a_public_address_there_is_no_mail(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    with serving(tmp_path / "log.sqlite", "--uncounted", "127.0.0.1", *options) as server:
        ann = Browser(server)
        ann.sign_up("Annemie")
        assert ann.get("/api/recovery") == {"mail": False}
        for verb, path, body in (
            ("GET", "/api/me/address", {}),
            ("PUT", "/api/me/address", {"address": "ann@mail.example", "password": PASSWORD}),
            ("DELETE", "/api/me/address", {"password": PASSWORD}),
            ("POST", "/api/mail-link", {"secret": "x"}),
            ("POST", "/api/confirm", {"secret": "x"}),
            ("POST", "/api/forgotten", {"who": "Annemie"}),
            ("POST", "/api/reset", {"secret": "x", "password": NEW}),
        ):
            assert ann.code(verb, path, 404, **body) == "no-mail"
        assert not in_the_file(server, "SELECT 1 FROM email_addresses")
        assert ("mail is off" in server.stop()) == bool(options)
