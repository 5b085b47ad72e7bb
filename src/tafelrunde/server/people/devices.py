"""A short name for a device, from its browser's user agent."""
from __future__ import annotations

from ..cleaning import clean

BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi", "Vivaldi"), ("SamsungBrowser", "Samsung Internet"),
            ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("Chrome/", "Chrome"), ("CriOS", "Chrome"), ("Safari/", "Safari"))
"""What stands in a user agent and what it means; many name several browsers, the first found here
is the one.
"""
SYSTEMS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
           ("Mac OS X", "macOS"), ("Linux", "Linux"))
LENGTH = 60


def device(agent: str) -> str:
    """A short name for a user agent.

    >>> device("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    'Firefox, Linux'
    >>> device("python-httpx/0.28.1")
    'python-httpx/0.28.1'
    """
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or clean(agent)[:LENGTH]
