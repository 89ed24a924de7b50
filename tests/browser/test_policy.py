"""The Content-Security-Policy, enforced by a browser."""

from __future__ import annotations

from playwright.sync_api import Page
from server_process import Server

WATCH = """
window.broken = [];
document.addEventListener("securitypolicyviolation", event =>
  window.broken.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


def test_nothing_here_is_stopped_by_the_policy(page: Page, server: Server) -> None:
    """On the start page, at a table in play, on rule cards and the other pages of the server."""
    page.add_init_script(WATCH)
    page.goto(server.url)
    page.get_by_role("button").first.wait_for()
    assert page.evaluate("window.broken") == []
    for path in ("/rules", "/rules/french", "/rules/flemish?lang=nl", "/verify", "/api"):
        page.goto(server.url + path)
        page.get_by_role("heading").first.wait_for()
        assert page.evaluate("window.broken") == [], path
        drawn = page.evaluate("getComputedStyle(document.body).maxWidth")
        assert drawn != "none", f"{path} has lost its style"


def test_a_script_within_a_page_is_not_run(page: Page, server: Server) -> None:
    """What somebody might smuggle in does nothing: the policy holds in this browser."""
    page.add_init_script(WATCH)
    page.goto(server.url + "/rules")
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.smuggled = true";
      document.body.append(script);
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.smuggled = true'>");
    }""")
    page.wait_for_function("window.broken.length >= 2")
    assert page.evaluate("window.smuggled") is None
