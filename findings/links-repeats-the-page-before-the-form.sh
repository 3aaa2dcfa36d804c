#!/usr/bin/env bash
# Links 2.28 (Debian 12, 2.28-1+b2): after a form is posted and answered with 303 to the page that it stood on, the page is
# shown as it was before, from memory, and not asked for, although it came with `Cache-Control: no-store`, and also with
# `-aggressive-cache 0`. With another query it is asked for. w3m and Lynx ask anew.
# Expected by most: what is not to be stored is asked for again after a redirect, so that the change is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq links=2.28-1+b2 > /dev/null 2>&1
dpkg -x links_*.deb .
cat > seen.py <<'PY'
import http.server, os, pty, tempfile, threading, time
class Page(http.server.BaseHTTPRequestHandler):
    def answer(self):
        asked.append(f"{self.command} {self.path}")
        if self.command == "POST":
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(303)
            self.send_header("location", after)
            self.send_header("content-length", "0")
            return self.end_headers()
        page = b'<form method="post"><input type="hidden" name="a" value="1"><input type="submit" value="Press"></form>'
        self.send_response(200)
        for header in ("cache-control", "no-store"), ("content-type", "text/html"), ("content-length", str(len(page))):
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(page)
    do_GET = do_POST = answer
    log_message = lambda *_: None
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()
for after in "/lead", "/lead?1":
    asked = []
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME=tempfile.mkdtemp(dir="."), TERM="xterm")
        os.execv("usr/bin/links", ["links", "-aggressive-cache", "0", f"http://127.0.0.1:{server.server_port}/lead"])
    def drain():
        try:
            while os.read(terminal, 4096): pass
        except OSError: pass
    threading.Thread(target=drain, daemon=True).start()
    for key in "\r", "\x1b[B", "\r":  # its greeting; to the button; press
        time.sleep(1.5)
        os.write(terminal, key.encode())
    time.sleep(2)
    os.kill(child, 9)
    os.waitpid(child, 0)
    print(f"303 to {after}:", ", ".join(asked))
PY
seen=$(python3 seen.py)
echo "$seen"
[ "$seen" = '303 to /lead: GET /lead, POST /lead
303 to /lead?1: GET /lead, POST /lead, GET /lead?1' ] || { echo 'This has changed.'; exit 1; }
