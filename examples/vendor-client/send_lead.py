"""Sends the lead in a file, and reads its status back. Python 3.8 or newer, nothing to install:
LEADS_API_KEY=... python3 send_lead.py lead.json
"""

import email.utils
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("LEADS_URL", "http://127.0.0.1:3000/v1")
KEY = os.environ.get("LEADS_API_KEY", "")
TRIES = 6


class Refused(Exception):
    """What the service answered, and sending it again would not change."""


def send_lead(lead):
    """Gives the leadId. The lead's own id is the key: however often it is sent, also after a restart, it is one lead."""
    if not lead.get("external_lead_id"):
        raise Refused("it has no external_lead_id to be its Idempotency-Key")
    headers = {"Content-Type": "application/json", "Idempotency-Key": lead["external_lead_id"]}
    return call("/lead", headers, json.dumps(lead).encode())["leadId"]


def lead_status(lead_id):
    return call("/lead/" + urllib.parse.quote(lead_id, safe=""))["status"]


def call(path, headers=None, data=None):
    """Tries again where the answer was lost, or says that a later try may do: 408, 429 and 5xx."""
    request = urllib.request.Request(URL + path, data, {**(headers or {}), "x-api-key": KEY})
    for tries in range(1, TRIES + 1):
        wait = random.random() * 0.5 * 2**tries  # spread, so that not everybody comes back at once
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)["body"]
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code not in (408, 429):
                raise Refused(f"{error.code} {reason_in(error.read().decode(errors='replace'))}") from None
            problem = error
            wait = max(wait, retry_after(error.headers))
        except (OSError, http.client.HTTPException) as error:
            problem = error
        if tries < TRIES:
            time.sleep(wait)
    raise problem


def reason_in(answer):
    """What stands before the service, a gateway say, may refuse in words of its own."""
    try:
        body = json.loads(answer)["body"]
        return f"{body.get('error', '')} {body['message']}"
    except (ValueError, KeyError, TypeError):
        return answer


def retry_after(headers):
    """Seconds: the header holds them, or a date."""
    after = headers.get("Retry-After", "0")
    if after.isdigit():
        return int(after)
    try:
        return email.utils.parsedate_to_datetime(after).timestamp() - time.time()
    except (TypeError, ValueError):
        return 0


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        the_lead = json.load(file)
    try:
        the_id = send_lead(the_lead)
        print(the_id)
        print(lead_status(the_id))
    except (Refused, OSError, http.client.HTTPException) as problem:
        sys.exit(f"The lead was not taken: {problem}")
