"""Sends the lead in a file and reads its status back. Needs Python 3.8 or newer, nothing to install:
LEADS_API_KEY=... python3 send_lead.py lead.json
"""

import email.utils
import http.client
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("LEADS_URL", "http://127.0.0.1:3000/v1").rstrip("/")
KEY = os.environ.get("LEADS_API_KEY", "").strip()
TRIES = 6
PATIENCE = 600  # seconds; if the service asks for a longer wait, the client stops: run it again another day


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key is for this service only."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


class Refused(Exception):
    """A refusal that sending the lead again would not change."""

    def __init__(self, reason, is_unsure=False):
        """`is_unsure`: an earlier try, whose response was lost or asked for a later one, may have been accepted."""
        super().__init__(reason)
        self.is_unsure = is_unsure


def send_lead(lead):
    """Returns the leadId. The lead's own id is the key: however often it is sent, even after a restart, it is one lead."""
    key = lead.get("external_lead_id") if isinstance(lead, dict) else None
    if not isinstance(key, str) or not re.fullmatch("[!-~][ -~]{0,254}", key):
        raise Refused("its external_lead_id, the Idempotency-Key, must be a string of 1 to 255 printable ASCII characters")
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    lead_id = call("/lead", headers, json.dumps(lead).encode()).get("leadId")
    if not lead_id:
        raise ValueError("the response has no leadId: is LEADS_URL right?")
    return lead_id


def lead_status(lead_id):
    status = call("/lead/" + urllib.parse.quote(lead_id, safe="")).get("status")
    if not status:
        raise ValueError("the response has no status")
    return status


def call(path, headers=None, data=None):
    """Retries if the response is lost, or says that a later attempt may succeed: 408, 429 and 5xx."""
    request = urllib.request.Request(URL + path, data, {**(headers or {}), "x-api-key": KEY})
    for tries in range(1, TRIES + 1):
        wait = random.random() * 0.5 * 2**tries  # random, so that clients do not all retry at once
        try:
            status, its_headers, answer = answer_to(request)
            if status < 300:
                return dict(json.loads(answer)["body"])
            reason = f"{status} {reason_in(answer)}"
            if status < 500 and status not in (408, 429):
                raise Refused(reason, tries > 1)
            problem = OSError(f"{reason} ({its_headers.get('X-Request-Id')})")
            wait = max(wait, retry_after(its_headers))
        except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as error:
            problem = error
        if tries == TRIES or wait > PATIENCE:
            raise problem
        time.sleep(wait)


def answer_to(request):
    """All of the response, whatever its status: one that breaks off is lost."""
    try:
        response = opener.open(request, timeout=30)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        return response.code, response.headers, response.read().decode(errors="replace")


def reason_in(answer):
    """Something in front of the service, such as a gateway, may refuse in its own words."""
    try:
        body = json.loads(answer)["body"]
        errors = body.get("errors", [body])
        reasons = "; ".join(each["message"] for each in errors)
        return f"{body['error']}: {reasons}" if "error" in body else reasons
    except (ValueError, LookupError, TypeError, AttributeError):
        return answer or "without a reason: is LEADS_URL right?"


def retry_after(headers):
    """In seconds; the header contains seconds or a date."""
    after = headers.get("Retry-After", "0")
    if after.isdigit():
        return int(after)
    try:
        return email.utils.parsedate_to_datetime(after).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return 0


def read_lead(path):
    try:
        with open(path, encoding="utf-8-sig") as file:
            return json.load(file)
    except (OSError, ValueError) as problem:
        raise Refused(f"{path} cannot be read: {problem}") from None


if __name__ == "__main__":
    if len(sys.argv) != 2 or not KEY:
        print("Usage: LEADS_API_KEY=... python3 send_lead.py lead.json", file=sys.stderr)
        sys.exit(2)
    try:
        if not re.fullmatch("[ -~]+", KEY):
            raise Refused("LEADS_API_KEY must be printable ASCII")
        if not URL.startswith(("https://", "http://")):
            raise Refused("LEADS_URL must begin with https:// or http://")
        the_lead = read_lead(sys.argv[1])
        the_id = send_lead(the_lead)
    except Refused as problem:
        unsure = "Fix this and send it again; it may have been accepted"
        sys.exit(f"{unsure if problem.is_unsure else 'The lead was not accepted'}: {problem}")
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as problem:
        sys.exit(f"Send it again; it may have been accepted: {problem}")
    print(the_id)
    try:
        print(lead_status(the_id))
    except Exception:
        print("Its status cannot be read right now.")
