"""Runs a program on a desktop of its own, whose notifications it prints as lines of JSON. A line on standard input, an
id, is a tap on that notification. `dbus-run-session -- python3 notices.py PROGRAM ARGUMENTS…`"""

import json
import subprocess
import sys
import threading

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


def say(**what):
    print(json.dumps(what), flush=True)


class Notices(dbus.service.Object):
    last = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        self.last = replaces or self.last + 1
        say(shown=int(self.last), title=summary, body=body)
        return dbus.UInt32(self.last)

    @dbus.service.method(NAME, in_signature="u")
    def CloseNotification(self, notice):
        say(closed=int(notice))
        self.NotificationClosed(notice, 3)

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body", "persistence"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return ("stand-in", "none", "1", "1.2")

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, notice, reason):
        pass

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, notice, action):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
notices = Notices(bus, "/org/freedesktop/Notifications")
program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=sys.stderr)
loop = GLib.MainLoop()


def read_taps():
    for line in sys.stdin:
        GLib.idle_add(lambda notice=int(line): notices.ActionInvoked(notice, "default"))
    program.terminate()


def wait():
    program.wait()
    GLib.idle_add(loop.quit)


threading.Thread(target=read_taps, daemon=True).start()
threading.Thread(target=wait, daemon=True).start()
loop.run()
