import base64
import hashlib
import hmac
import time

TOLERANCE = 300  # seconds that a message may be old, or ahead of this clock


def verify(secret, headers, body, now=None):
    """Whether the message comes from whoever knows the secret, and is not an old one sent again (Standard Webhooks 1.0)."""
    event_id, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp", "")
    if not event_id or not timestamp.isdecimal():
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures)
