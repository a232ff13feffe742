#!/usr/bin/python3
"""A desktop portal on the session bus, for the stories of the desktop program.

    fake_portal.py PICTURE RESPONSE

Answers a request for a screenshot with a copy of PICTURE and this response (0: agreed, 1: canceled, 2: refused), binds
global shortcuts, and reports one as pressed for each line of its standard input. Prints "ready" when it is on the bus.
"""
import shutil
import sys
import tempfile

from gi.repository import Gio, GLib

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
INTERFACES = """<node>
<interface name="org.freedesktop.portal.Screenshot">
  <method name="Screenshot"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
    <arg type="o" direction="out"/></method>
</interface>
<interface name="org.freedesktop.portal.GlobalShortcuts">
  <method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
  <method name="BindShortcuts"><arg type="o" direction="in"/><arg type="a(sa{sv})" direction="in"/>
    <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
</interface></node>"""


class Portal:
    def __init__(self, picture, response):
        self.picture, self.response = picture, response
        self.session, self.shortcut = None, None
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        for interface in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
            self.bus.register_object(PATH, interface, self.call, None, None)
        Gio.bus_own_name_on_connection(self.bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True),
                                       None)

    def call(self, bus, sender, path, interface, method, arguments, invocation):
        values = arguments.unpack()
        handle = f"{PATH}/request/{sender[1:].replace('.', '_')}/{values[-1]['handle_token']}"
        invocation.return_value(GLib.Variant("(o)", (handle,)))
        code, results = 0, {}
        if method == "Screenshot":
            code = self.response
            copy = tempfile.NamedTemporaryFile(suffix=".png", delete=False).name
            shutil.copy(self.picture, copy)
            results = {"uri": GLib.Variant("s", "file://" + copy)}
        elif method == "CreateSession":
            self.session = f"{PATH}/session/1/{values[0]['session_handle_token']}"
            results = {"session_handle": GLib.Variant("s", self.session)}
        else:
            self.shortcut = values[1][0][0]
            print("bound", flush=True)
        bus.emit_signal(sender, handle, "org.freedesktop.portal.Request", "Response",
                        GLib.Variant("(ua{sv})", (code, results)))

    def press(self, *_):
        if not sys.stdin.readline():
            return False
        self.bus.emit_signal(None, PATH, "org.freedesktop.portal.GlobalShortcuts", "Activated",
                             GLib.Variant("(osta{sv})", (self.session, self.shortcut, 1, {})))
        return True


if __name__ == "__main__":
    portal = Portal(sys.argv[1], int(sys.argv[2]))
    GLib.io_add_watch(sys.stdin, GLib.IO_IN, portal.press)
    GLib.MainLoop().run()
