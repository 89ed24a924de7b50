"""Push messages, as a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from litestar import delete, get, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_person, preferred_language
from rebelote.server.people.cookies import secret_in
from rebelote.server.people.database import Person
from rebelote.server.personal import Personal
from rebelote.server.push import subscriptions
from rebelote.server.push.delivery import ForbiddenAddressError, PushDelivery, Sender
from rebelote.server.push.notifier import NOTIFY_EVERY, PushNotifier
from rebelote.server.push.subscriptions import PushSubscriptions
from rebelote.server.runtime.supervision import Chore


@get("/api/push", summary="By which key browsers are notified")
async def push_service(core: Core) -> subscriptions.PushService:
    """The `applicationServerKey` of this server; null where it notifies nobody."""
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
    """By web push, when it is one's turn, in the language of the request; ends with the session."""
    count_person("push", me.id, request, core)
    delivery = core[PushNotifier].delivery
    if delivery.sender is None:
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
    """Another person's browser is left alone."""
    count_person("push", me.id, request, core)
    await core[PushSubscriptions].remove(me, data.endpoint)


def _notifier(core: Core) -> PushNotifier:
    delivery = PushDelivery(core.accounts, core.find(Sender))
    return PushNotifier(core.lobby, core[PushSubscriptions], delivery)


def _chores(core: Core) -> Iterator[Chore]:
    if core.find(Sender) is not None:
        yield Chore("push messages", core[PushNotifier].run, NOTIFY_EVERY)


FEATURE: Final = Feature(
    routes=(push_service, subscribe, unsubscribe),
    services={
        PushSubscriptions: lambda core: PushSubscriptions(core.accounts),
        PushNotifier: _notifier,
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
