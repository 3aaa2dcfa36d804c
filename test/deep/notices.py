"""Runs a program on a desktop of its own, whose notifications it prints as JSON. A line on standard input, an id, is a
tap on one. `dbus-run-session -- /usr/bin/python3 notices.py PROGRAM ARGUMENTS…`"""

import json, subprocess, sys, threading
import dbus, dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
say = lambda **what: print(json.dumps(what), flush=True)


class Notices(dbus.service.Object):
    last = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, title, body, actions, hints, timeout):
        self.last += 1
        say(shown=self.last, title=title, body=body)
        return self.last

    @dbus.service.method(NAME, in_signature="u")
    def CloseNotification(self, notice):
        say(closed=int(notice))

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return ("stand-in", "none", "1", "1.2")

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, notice, action):
        pass


name = dbus.service.BusName(NAME, dbus.SessionBus(mainloop=DBusGMainLoop()))
notices = Notices(name, "/org/freedesktop/Notifications")
program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=sys.stderr)
loop = GLib.MainLoop()


def read_taps():
    for line in sys.stdin:
        GLib.idle_add(notices.ActionInvoked, int(line), "default")
    program.terminate()
    program.wait()
    loop.quit()


threading.Thread(target=read_taps).start()
loop.run()
