"""The Content-Security-Policy, enforced by a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from server_process import Server

WATCH = """
window.broken = [];
document.addEventListener("securitypolicyviolation", event =>
  window.broken.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


@pytest.mark.service_worker
def test_only_what_is_ours_runs_and_nothing_of_it_is_stopped(desktop: Page, server: Server) -> None:
    """On the start page, on rule cards and other pages; what is smuggled in does nothing."""
    desktop.add_init_script(WATCH)
    desktop.goto(server.url)
    desktop.get_by_role("button").first.wait_for()
    assert desktop.evaluate("window.broken") == []
    for path in ("/rules/french", "/rules/flemish?lang=nl", "/verify", "/api", "/rules"):
        desktop.goto(server.url + path)
        desktop.get_by_role("heading").first.wait_for()
        assert desktop.evaluate("window.broken") == [], path
        drawn = desktop.evaluate("getComputedStyle(document.body).maxWidth")
        assert drawn != "none", f"{path} has lost its style"
    desktop.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.smuggled = true";
      document.body.append(script);
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.smuggled = true'>");
    }""")
    desktop.wait_for_function("window.broken.length >= 2")
    assert desktop.evaluate("window.smuggled") is None
