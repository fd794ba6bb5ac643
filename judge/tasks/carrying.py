"""A request carried out: by the daemon between two batches, or by the command in a process of its own."""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime

from judge.clock import SetClock
from judge.core.errors import Conflict, InputError, JudgeError, StoreFault
from judge.house import House
from judge.loglines import entry
from judge.tasks import registry
from judge.tasks.registry import SEVERAL, Work, of_names, task
from judge.tasks.wire import Answer, Request, code_of

log = logging.getLogger("judge")


def carry_out(house: House, request: Request) -> Answer:
    """Do what is asked in one durable commit, with the outcome in it, or say what was done when it was asked before.

    A refusal is an answer too. Raises Conflict (nothing was written: do it again) and StoreFault (never go on).
    """
    with _at(house, request.now):
        try:
            return _carried_out(house, request)
        except StoreFault:
            raise
        except JudgeError as fault:
            _undone(house)
            before = "" if request.task in SEVERAL else registry.done_before(house.office, request)
            return Answer(code_of(fault), fault=f"{fault}\n{before}".strip())
        except Exception:
            _undone(house)
            raise


def _carried_out(house: House, request: Request) -> Answer:
    office, work = house.office, Work(house, house.clock.now())
    function = task(request.task)
    if not of_names(request.given):
        raise InputError("this is no request")
    if request.task in SEVERAL:
        function(work, **request.given)
        return Answer(work.code, work.said, work.warned)
    registry.finish(office)
    found = registry.known(office, request)
    if found is not None:
        return found
    house.crash("request read")
    with house.store.batch():
        function(work, **request.given)
        registry.keep(office, request, work)
        house.crash("request done")
    house.crash("request committed")
    if work.gone:
        registry.finish(office)
    return Answer(work.code, work.said, work.warned)


def answered(house: House, request: Request) -> Answer:
    """As `carry_out`, for the daemon: what fails in a way that nobody foresaw is told and logged, and the daemon goes
    on. Raises StoreFault, which it does not survive."""
    if request.store != house.config.store_url:
        return Answer(elsewhere=True)
    try:
        answer = carry_out(house, request)
    except Conflict as fault:
        return Answer(code_of(fault), fault=str(fault))
    except StoreFault:
        raise
    except Exception as fault:
        log.exception("%s", entry("request_failed", task=request.task, fault=type(fault).__name__))
        told = f"The judge failed at this ({type(fault).__name__}); its log tells where. Nothing was written."
        return Answer(1, fault=told)
    log.info("%s", entry("request", task=request.task, request=request.id, code=answer.code))
    return answer


def _undone(house: House) -> None:
    """Forget what was read while something was written that is not there any more."""
    house.office.files.forget()
    house.office.released.clear()


@contextmanager
def _at(house: House, now: str) -> Iterator[None]:
    """The clock of a rehearsal, for this request alone."""
    if not now:
        yield
        return
    moment = datetime.fromisoformat(now)
    if moment.tzinfo is None:
        raise InputError(f"{now!r} names no time zone.")
    before = house.clock
    house.clock = house.office.clock = SetClock(moment)
    try:
        yield
    finally:
        house.clock = house.office.clock = before


def here(open_home: Callable[[], AbstractContextManager[House]], request: Request) -> Answer:
    """In a process of its own: the home is opened, locked, and closed again."""
    with open_home() as house:
        return carry_out(house, replace(request, now=""))  # the house was opened at that time
