"""The packages for JavaScript on a page without a bundler, by the import map of their page."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import npm_packages
import pytest
import wasm
from needs import needs_kernel
from npm_programs import EXPECTED, block, program
from playwright.sync_api import Browser

pytestmark = [
    needs_kernel,
    pytest.mark.skipif(not wasm.KERNEL.exists(), reason="the kernel is not built for the page"),
]
POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'"
"""The policy that the page of the kernel asks for; the programs here are inline."""


class Strict(SimpleHTTPRequestHandler):
    """Serves a folder with a policy, and writes no log."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    npm_packages.build(folder / "node_modules" / "@rebelote")
    (folder / "favicon.ico").touch()
    for name in npm_packages.NAMES:
        text = f'{block("kernel", "html")}<script type="module">{program(name)}</script>'
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Strict, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", npm_packages.NAMES)
def test_the_program_of_a_package_runs_in_a_browser(browser: Browser, site: str, name: str) -> None:
    expected = EXPECTED[name]()
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    with page.expect_console_message(lambda _: len(said) >= len(expected)):
        page.goto(f"{site}/{name}.html")
    page.close()
    assert sorted(said) == sorted(expected)
