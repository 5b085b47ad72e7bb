"""Addresses, as limits count them."""
from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network


@lru_cache(maxsize=4096)
def place_of(host: str) -> str:
    """An address as it is counted: for IPv6, the network of a household.

    >>> place_of("2001:db8:1:2:3:4:5:6"), place_of("::ffff:192.0.2.1"), place_of("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
    return str(address)
