"""Push messages, as a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from litestar import delete, get, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.push import subscriptions
from rebelote.server.features.push.delivery import ForbiddenAddressError, PushDelivery, Sender
from rebelote.server.features.push.notifier import NOTIFY_EVERY, PushNotifier
from rebelote.server.features.push.subscriptions import PushSubscriptions
from rebelote.server.people.database import Person
from rebelote.server.people.personal import Personal
from rebelote.server.web.cookies import secret_in
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.notifier import Notifier
from rebelote.server.web.requests import AppRequest, count_person, preferred_language


@get("/api/push", summary="By which key browsers are notified")
async def push_service(core: Core) -> subscriptions.PushService:
    """Return the `applicationServerKey` of this server; null if it sends no messages."""
    return subscriptions.PushService(await core[PushNotifier].delivery.public_key())


@put(
    "/api/me/push",
    status_code=204,
    summary="Notify this browser",
    opt=described("no-push", "bad-push-service"),
)
async def subscribe(
    request: AppRequest, data: subscriptions.PushSubscription, me: Person, core: Core
) -> None:
    """Notify this browser of one's turns, in the request's language, until the session ends."""
    count_person("push", me.id, request, core)
    notifier = core[PushNotifier]
    delivery = notifier.delivery
    if not notifier.available:
        raise IllegalActionError("no-push")
    try:
        delivery.check(data.endpoint)
    except ForbiddenAddressError:
        raise IllegalActionError("bad-push-service") from None
    session, language = secret_in(request.scope), preferred_language(request)
    await core[PushSubscriptions].put(me, session, data, language)


@delete("/api/me/push", summary="Notify this browser no more")
async def unsubscribe(
    request: AppRequest, data: subscriptions.PushEndpoint, me: Person, core: Core
) -> None:
    """Stop notifying this browser, unless it is another person's."""
    count_person("push", me.id, request, core)
    await core[PushSubscriptions].remove(me, data.endpoint)


def _notifier(core: Core) -> PushNotifier:
    delivery = PushDelivery(core.accounts, core.find(Sender))
    return PushNotifier(core.lobby, core[PushSubscriptions], delivery)


def _chores(core: Core) -> Iterator[Chore]:
    if core.find(Sender) is not None:
        yield Chore("push messages", core[PushNotifier].run, NOTIFY_EVERY)


FEATURE: Final = Feature(
    table=lambda core: core[PushNotifier],
    routes=(push_service, subscribe, unsubscribe),
    services={
        PushSubscriptions: lambda core: PushSubscriptions(core.accounts),
        PushNotifier: _notifier,
        Notifier: lambda core: core[PushNotifier],
    },
    chores=_chores,
    close=lambda core: core[PushNotifier].delivery.close(),
    personal=(
        Personal(table="push_subscriptions", exported="endpoint, language, since"),
        Personal(
            table="turn_notifications",
            key=("table_id",),
            taken_over=True,
            exported="table_id, sent",
        ),
    ),
)
