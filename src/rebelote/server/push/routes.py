"""Web push over HTTP: the server's key, and the browsers that are to be notified."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.http.requests import Asked, count_person, preferred_language
from rebelote.server.people.cookies import secret_in
from rebelote.server.people.database import Person
from rebelote.server.push import schemas
from rebelote.server.push.delivery import ForbiddenAddressError
from rebelote.server.push.notifier import PushNotifier
from rebelote.server.push.subscriptions import PushSubscriptions


@get("/api/push", summary="By which key browsers are notified")
async def push_service(core: Core) -> schemas.PushService:
    """The `applicationServerKey` of this server; null where it notifies nobody."""
    return schemas.PushService(await core[PushNotifier].delivery.public_key())


@put("/api/me/push", status_code=204, summary="Notify this browser")
async def subscribe(request: Asked, data: schemas.PushSubscription, me: Person, core: Core) -> None:
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
async def unsubscribe(request: Asked, data: schemas.PushEndpoint, me: Person, core: Core) -> None:
    """Another person's browser is left alone."""
    count_person("push", me.id, request, core)
    await core[PushSubscriptions].remove(me, data.endpoint)


HANDLERS: Final = (push_service, subscribe, unsubscribe)
