"""Push messages, as a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.push import routes
from rebelote.server.push.delivery import PushDelivery, Sender
from rebelote.server.push.notifier import NOTIFY_EVERY, PushNotifier
from rebelote.server.push.subscriptions import PushSubscriptions
from rebelote.server.runtime.supervision import Chore


def _subscriptions(core: Core) -> PushSubscriptions:
    return PushSubscriptions(core.accounts)


def _notifier(core: Core) -> PushNotifier:
    delivery = PushDelivery(core.accounts, core.find(Sender))
    return PushNotifier(core.lobby, core[PushSubscriptions], delivery)


def _chores(core: Core) -> Iterator[Chore]:
    if core.find(Sender) is not None:
        yield Chore("push messages", core[PushNotifier].run, NOTIFY_EVERY)


def _close(core: Core) -> None:
    core[PushNotifier].delivery.close()


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={PushSubscriptions: _subscriptions, PushNotifier: _notifier},
    chores=_chores,
    close=_close,
)
