"""Structured logs: one line per event, for people or as JSON."""
from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec

from .quiet import Quiet
from .settings import Settings

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


class Lines(logging.Formatter):
    """A record's time, level, event and fields: `key=value` for people, or an object per line for
    programs.
    """

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """One line, and a traceback below it where people read."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        fields: dict[str, Any] = getattr(record, "fields", {})
        broken = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
        level = record.levelname.lower()
        if self.as_json:
            shown = {"timestamp": at, "level": level, "event": record.getMessage(), **fields}
            return msgspec.json.encode(shown | ({"exception": broken} if broken else {}), enc_hook=repr).decode()
        words = " ".join(f"{k}={_word(v)}" for k, v in fields.items())
        return f"{at} {level:8} {record.getMessage():24} {words}".rstrip() + (f"\n{broken.rstrip()}" if broken else "")


def _word(value: Any) -> str:
    """A value on one line, in quotes if it is more than one word."""
    text = str(value)
    return text if text.isascii() and text.isprintable() and text and " " not in text and '"' not in text else repr(text)


class Logger:
    """Logs what happened, with fields: `logger().info("open", port=8080)`."""

    def __init__(self, log: logging.Logger) -> None:
        self.log = log

    def info(self, event: str, **fields: Any) -> None:
        """Something worth knowing."""
        self.log.info("%s", event, extra={"fields": fields})

    def warning(self, event: str, **fields: Any) -> None:
        """Something went wrong and is retried or ignored."""
        self.log.warning("%s", event, extra={"fields": fields})

    def error(self, event: str, exc_info: BaseException | None = None, **fields: Any) -> None:
        """Something went wrong that somebody should look at."""
        self.log.error("%s", event, exc_info=exc_info, extra={"fields": fields})

    def exception(self, event: str, **fields: Any) -> None:
        """The same, with the current exception."""
        self.log.error("%s", event, exc_info=True, extra={"fields": fields})


_logger = Logger(logging.getLogger("tafelrunde"))


def logger() -> Logger:
    """The server's log."""
    return _logger


def configure(settings: Settings) -> None:
    """Write logs as the settings say; other libraries' warnings in the same form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(settings.log_format == "json"))
    handler.addFilter(Quiet())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tafelrunde").setLevel(LEVELS[settings.log_level])
