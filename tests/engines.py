"""Firefox and WebKit, the engine of Safari, behind one small face, with what Debian has:

    apt-get install --no-install-recommends firefox-esr webkit2gtk-driver xvfb

Firefox listens to WebDriver BiDi by itself, WebKitGTK to WebDriver by ``WebKitWebDriver`` on a
screen of Xvfb. Neither says through it what goes wrong in a page: `Noting` puts a script before all
others of a page that notes it.
"""

import base64
import gzip
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path

import numpy as np
import websocket

from tests.hosting import LEVEL, Host

SIZE = 1280, 900
QUIET = {  # of Firefox: it asks nothing and nobody, and its window counts as the one in front
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "focusmanager.testmode": True,
}
PATIENCE = 60  # s: for a start, a page or a wait on a busy machine
RIGHT = "\ue014"  # the key with this arrow
NOTES = b"""<script>window.troubles = [];
addEventListener("securitypolicyviolation", (e) => troubles.push(`policy: ${e.blockedURI}`));
addEventListener("unhandledrejection", (e) => troubles.push(`rejected: ${e.reason}`));
addEventListener("error", (e) => {
  const { message, filename, lineno, target } = e;
  if (/ResizeObserver/.test(message) || target.rel === "next") return; // nothing is wrong
  const what = target.src ?? target.href; // of a file that did not come
  troubles.push(message ? `${message} ${filename}:${lineno}` : `load: ${what}`);
}, true);
for (const kind of ["error", "warn"]) {
  const say = console[kind];
  console[kind] = (...all) => { troubles.push(all.join(" ")); say.apply(console, all); };
}</script>"""


class Noting(Host):
    """Sends each page with the script that notes what goes wrong, before the page's own policy."""

    def body(self, path):
        if path.suffix != ".html":
            return super().body(path)
        return gzip.compress(path.read_bytes().replace(b"<head>", b"<head>" + NOTES, 1), LEVEL)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def until(act, *errors):
    """What `act` returns as soon as that is true and raises none of these errors."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if value := act():
                return value
        except errors:
            if time.monotonic() > end:
                raise
        if time.monotonic() > end:
            raise TimeoutError(f"nothing came in {PATIENCE} s")
        time.sleep(0.05)


class Browser:
    """One window. An engine adds `open`, `run`, `act`, `png` and what starts it."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix=self.name)
        self.programs = []

    def start(self, *command, **variables):
        home = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
                             self.home)  # fmt: skip
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        program = subprocess.Popen(command, env={**os.environ, **home, **variables}, **quiet)
        self.programs.append(program)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.end()
        for program in reversed(self.programs):
            program.terminate()
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def wait(self, expression):
        """Wait until an expression of JavaScript is true."""
        try:
            until(lambda: self.run(f"() => !!({expression})"))
        except TimeoutError as late:
            raise TimeoutError(f"never true in {self.name}: {expression}") from late

    def press(self, *keys):
        ways = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": ways})

    def drag(self, start, end, kind="mouse"):
        """Press at a place of the window, go to another and let go."""
        places = np.linspace(start, end, 6).round().astype(int).tolist()
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 30} for x, y in places]
        down, up = ({"type": f"pointer{what}", "button": 0} for what in ("Down", "Up"))
        parameters = {"parameters": {"pointerType": kind}}
        actions = [moves[0], down, *moves[1:], up]
        self.act({"type": "pointer", "id": kind, **parameters, "actions": actions})

    def place(self, selector):
        """Bring an element into the middle of the window: where its own middle is."""
        return self.run("""(selector) => {
          const element = document.querySelector(selector);
          element.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }""", selector)  # fmt: skip


class Firefox(Browser):
    name, narrowest = "firefox", 390

    @staticmethod
    def missing():
        return [program for program in ("firefox-esr",) if not shutil.which(program)]

    def __init__(self):
        super().__init__()
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in QUIET.items()]
        Path(self.home, "user.js").write_text("\n".join(lines))
        port = free_port()
        self.start("firefox-esr", "--headless", "--no-remote", "--profile", self.home,
                   f"--remote-debugging-port={port}", "about:blank")  # fmt: skip
        address = f"ws://127.0.0.1:{port}/session"
        connect = partial(websocket.create_connection, address, PATIENCE, suppress_origin=True)
        self.socket, self.sent = until(connect, OSError, websocket.WebSocketException), 0
        self.ask("session.new", capabilities={})
        # the first tab leaves the focus to the address bar
        self.tab = {"context": self.ask("browsingContext.create", type="tab")["context"]}
        self.ask("browsingContext.activate", **self.tab)
        self.resize(*SIZE)

    def ask(self, method, **parameters):
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        answer = {}
        while answer.get("id") != self.sent:
            answer = json.loads(self.socket.recv())
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def resize(self, width, height):
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", viewport=size, **self.tab)

    def open(self, address):
        self.ask("browsingContext.navigate", url=address, wait="complete", **self.tab)

    def run(self, function, *values):
        """What a function of JavaScript returns, through JSON."""
        wrapped = f"async (all) => JSON.stringify([await ({function})(...JSON.parse(all))])"
        answer = self.ask("script.callFunction", functionDeclaration=wrapped, awaitPromise=True,
                          arguments=[{"type": "string", "value": json.dumps(values)}],
                          userActivation=True, target=self.tab)  # fmt: skip
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])[0]

    def act(self, source):
        self.ask("input.performActions", actions=[source], **self.tab)
        self.ask("input.releaseActions", **self.tab)

    def png(self):
        shot = self.ask("browsingContext.captureScreenshot", **self.tab)
        return base64.b64decode(shot["data"])

    def end(self):
        self.socket.close()


class WebKit(Browser):
    name, narrowest = "webkit", 447  # no window of WebKitGTK is narrower

    @staticmethod
    def missing():
        return [program for program in ("WebKitWebDriver", "Xvfb") if not shutil.which(program)]

    def __init__(self):
        super().__init__()
        sockets = Path("/tmp/.X11-unix")
        number = next(n for n in range(70, 999) if not (sockets / f"X{n}").exists())
        self.start("Xvfb", f":{number}", "-screen", "0", "1600x1400x24", "-nolisten", "tcp")
        until((sockets / f"X{number}").exists)
        port = free_port()
        self.start("WebKitWebDriver", f"--port={port}", DISPLAY=f":{number}", GDK_BACKEND="x11",
                   LIBGL_ALWAYS_SOFTWARE="1", NO_AT_BRIDGE="1")  # fmt: skip
        self.address = f"http://127.0.0.1:{port}"
        until(lambda: self.ask("GET", "/status"), OSError)
        window = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
        how = {"binary": str(window), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": how}}
        found = self.ask("POST", "/session", capabilities=wanted)
        self.address += f"/session/{found['sessionId']}"
        self.ask("POST", "/timeouts", script=1000 * PATIENCE, pageLoad=1000 * PATIENCE)
        self.resize(*SIZE)

    def ask(self, method, path, **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:500]}") from None

    def resize(self, width, height):
        """Give the page this size; the window is larger."""
        self.ask("POST", "/window/rect", width=width, height=height)
        inner = self.run("() => [innerWidth, innerHeight]")
        self.ask("POST", "/window/rect", width=2 * width - inner[0], height=2 * height - inner[1])

    def open(self, address):
        self.ask("POST", "/url", url=address)

    def run(self, function, *values):
        """What a function of JavaScript returns, through JSON."""
        script = f"""const [all, done] = arguments;
          (async () => JSON.stringify([await ({function})(...JSON.parse(all))]))()
            .then(done, (error) => done(`!${{error}}`));"""
        answer = self.ask("POST", "/execute/async", script=script, args=[json.dumps(values)])
        if answer.startswith("!"):
            raise RuntimeError(answer[1:])
        return json.loads(answer)[0]

    def act(self, source):
        self.ask("POST", "/actions", actions=[source])
        self.ask("DELETE", "/actions")

    def png(self):
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def end(self):
        self.ask("DELETE", "")
