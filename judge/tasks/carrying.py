"""A request carried out: by the daemon between two batches, or by the command in a process of its own."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime

import msgspec

from judge.app import App
from judge.clock import SetClock
from judge.core.errors import Conflict, InputError, JudgeError, StoreFault
from judge.loglines import Log
from judge.tasks import registry
from judge.tasks.registry import SEVERAL, Work, task
from judge.tasks.wire import Answer, Request, code_of

log = Log("judge")


def carry_out(app: App, request: Request) -> Answer:
    """Do what is asked in one durable commit, with the outcome in it, or say what was done when it was asked before.

    A refusal is an answer too. Raises Conflict (nothing was written: do it again) and StoreFault (never go on).
    """
    with _at(app, request.now):
        try:
            return _carried_out(app, request)
        except StoreFault:
            raise
        except JudgeError as fault:
            _undone(app)
            before = "" if request.task in SEVERAL else registry.done_before(app.services, request)
            return Answer(code_of(fault), fault=f"{fault}\n{before}".strip())
        except Exception:
            _undone(app)
            raise


def _carried_out(app: App, request: Request) -> Answer:
    services, work = app.services, Work(app, app.clock.now())
    function = task(request.task)
    if request.task in SEVERAL:
        function(work, **request.given)
        return Answer(work.code, work.said, work.warned)
    registry.finish(services)
    found = registry.known(services, request)
    if found is not None:
        return found
    app.crash("request read")
    with app.store.batch():
        function(work, **request.given)
        registry.keep(services, request, work)
        app.crash("request done")
    app.crash("request committed")
    if work.gone:
        registry.finish(services)
    return Answer(work.code, work.said, work.warned)


def answered(app: App, request: Request) -> Answer:
    """As `carry_out`, for the daemon: what fails in a way that nobody foresaw is told and logged, and the daemon goes
    on. Raises StoreFault, which it does not survive."""
    if request.store != app.config.store_url:
        return Answer(elsewhere=True)
    try:
        answer = carry_out(app, request)
    except Conflict as fault:
        return Answer(code_of(fault), fault=str(fault))
    except StoreFault:
        raise
    except Exception as fault:
        log.exception("request_failed", task=request.task, fault=type(fault).__name__)
        told = f"The judge failed at this ({type(fault).__name__}); its log tells where. Nothing was written."
        return Answer(1, fault=told)
    log.info("request", task=request.task, request=request.id, code=answer.code)
    return answer


def _undone(app: App) -> None:
    """Forget what was read while something was written that is not there any more."""
    app.services.files.forget()
    app.services.released.clear()


@contextmanager
def _at(app: App, now: str) -> Iterator[None]:
    """The clock of a rehearsal, for this request alone."""
    if not now:
        yield
        return
    moment = datetime.fromisoformat(now)
    if moment.tzinfo is None:
        raise InputError(f"{now!r} names no time zone.")
    before = app.clock
    app.clock = app.services.clock = SetClock(moment)
    try:
        yield
    finally:
        app.clock = app.services.clock = before


def here(open_home: Callable[[], AbstractContextManager[App]], request: Request) -> Answer:
    """In a process of its own: the home is opened, locked, and closed again."""
    with open_home() as app:
        return carry_out(app, msgspec.structs.replace(request, now=""))  # the house was opened at that time
