"""Structured logs: one line per thing that happened, for people or as JSON."""
from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from .settings import Settings


def logger() -> Any:
    """The server's log."""
    return structlog.get_logger("tafelrunde")


def configure(settings: Settings) -> None:
    """Write logs as the settings say."""
    level = {"debug": 10, "info": 20, "warning": 30, "error": 40}[settings.log_level]
    shown: Any = (structlog.processors.JSONRenderer() if settings.log_format == "json"
                  else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=24))
    structlog.configure(
        processors=[structlog.contextvars.merge_contextvars, structlog.processors.add_log_level,
                    structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.format_exc_info, shown],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr), cache_logger_on_first_use=False)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, force=True)
