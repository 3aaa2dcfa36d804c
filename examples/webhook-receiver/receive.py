"""Receives events, with nothing to install. Run it with WEBHOOK_SECRET=whsec_… and, if you like, PORT."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import verify

SECRET = os.environ.get("WEBHOOK_SECRET", "")
LARGEST_BODY = 1_000_000  # bytes; no event is as large, and a stranger may send much
seen = set()  # the ids of events that were dealt with; in a real system: in your database, unique


class Receiver(BaseHTTPRequestHandler):
    timeout = 15  # seconds for each read: whoever sends nothing holds a thread

    def do_POST(self):
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            self.answer(413)
            return
        body = self.rfile.read(int(length))  # exactly the bytes that were signed
        if not verify(SECRET, self.headers, body):
            self.answer(401)
            return
        event_id = self.headers["webhook-id"]
        if event_id not in seen:
            seen.add(event_id)
            event = json.loads(body)
            print(event["type"], event["data"].get("leadId", ""), event["data"].get("status", ""), flush=True)
        self.answer(204)  # also if it came before

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer.request_queue_size = 64  # more than arrive at once, which the default of 5 is not
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
print(f"Listening on http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
