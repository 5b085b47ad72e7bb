"""A note to a browser: encrypted for it alone, and signed with the key that it subscribed with
(VAPID).
"""
from __future__ import annotations

import base64
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tafelrunde.server.logs import Lines
from tafelrunde.server.people import push


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def test_a_note_is_encrypted_for_the_browser_and_signed_by_the_house() -> None:
    taken: list[tuple[dict[str, str], bytes]] = []

    class Service(BaseHTTPRequestHandler):
        """A push service on this machine."""

        def do_POST(self) -> None:
            taken.append(({k.lower(): v for k, v in self.headers.items()}, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_request(self, code: object = "-", size: object = "-") -> None:
            """Say nothing."""

    service = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    browser, auth, house = ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes ok", push._new_key()
    public = browser.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    subscription = {"endpoint": f"http://127.0.0.1:{service.server_port}/abc", "keys": {"p256dh": text(public), "auth": text(auth)}}
    try:
        assert push._send(subscription, json.dumps({"title": "Your turn"}), house, "mailto:house@example.org") == 201
    finally:
        service.shutdown()
    (headers, body), = taken
    assert json.loads(http_ece.decrypt(body, private_key=browser, auth_secret=auth)) == {"title": "Your turn"}
    scheme, _, rest = headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", push._public(house))
    assert Vapid02.verify(headers["authorization"])
    claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
    assert claims["sub"] == "mailto:house@example.org"
    assert claims["aud"] == f"http://127.0.0.1:{service.server_port}"


def test_a_service_that_does_not_answer_leaves_no_address_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """The address that a browser subscribed with is a key to that browser."""
    caplog.set_level("WARNING", "tafelrunde")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        key = text(ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        subscription = {"endpoint": f"http://127.0.0.1:{taken.getsockname()[1]}/of-one-browser",
                        "keys": {"p256dh": key, "auth": text(b"sixteen bytes ok")}}
        assert push._send(subscription, "{}", push._new_key(), "mailto:house@example.org") == 500
    [said] = [Lines(False).format(record) for record in caplog.records if record.name == "tafelrunde"]
    assert "push" in said
    assert "127.0.0.1" in said
    assert "of-one-browser" not in said
