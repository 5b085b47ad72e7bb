"""The metrics of /metrics: how much there is and how long things take, nothing about people."""
from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

LOADED = Gauge("tafelrunde_tables_loaded", "Tables in memory.")
SOCKETS = Gauge("tafelrunde_sockets", "Open connections at tables.")
STREAMS = Gauge("tafelrunde_news_streams", "Open connections to the lobby's news.")
ENTRIES = Counter("tafelrunde_entries_total", "Entries appended to the log by this process.", ["kind"])
REFUSED = Counter("tafelrunde_refused_total", "Requests that were refused.", ["code"])
REQUESTS = Histogram("tafelrunde_request_seconds", "REST requests.", ["method", "status"],
                     buckets=(0.005, 0.02, 0.05, 0.1, 0.5, 1, 5))
ACTIONS = Histogram("tafelrunde_action_seconds", "From an action's arrival to everybody's update.",
                    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5))
BOT_TURNS = Histogram("tafelrunde_bot_seconds", "How long bots think.", ["level"],
                      buckets=(0.001, 0.01, 0.1, 0.5, 1, 2, 5, 20))
