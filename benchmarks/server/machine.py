"""A description of the machine."""
from __future__ import annotations

import os
import platform
import re
from pathlib import Path


def machine() -> str:
    """The processor, the number of cores, and the Python version."""
    names = re.findall(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.M)
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
