#!/usr/bin/python3
"""Makes the Debian package and uses it as a user does: looks it over, installs it, starts it from
its desktop file, removes it.

    package_test.py SOURCES BUILD INSTALLED

The package is unpacked into the folder INSTALLED, for the tests that follow. Exit code 77: the
tools for it are not installed.
"""
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
PATIENCE = 60  # seconds
APPLICATION = "io.github.vignette.Vignette"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
EXPECTED = [
    "usr/bin/vignette",
    "usr/bin/vignette-cli",
    "usr/lib/vignette/vignette-reader",
    f"usr/share/applications/{APPLICATION}.desktop",
    f"usr/share/metainfo/{APPLICATION}.metainfo.xml",
    f"usr/share/mime/packages/{APPLICATION}.xml",
    f"usr/share/icons/hicolor/scalable/apps/{APPLICATION}.svg",
    f"usr/share/icons/hicolor/symbolic/apps/{APPLICATION}-symbolic.svg",
    "usr/share/man/man1/vignette.1.gz",
    "usr/share/man/man1/vignette-cli.1.gz",
    "usr/share/doc/vignette/copyright",
    "usr/share/doc/vignette/changelog.gz",
    "usr/share/vignette/starter/vignette-starter.gguf",
    "usr/share/vignette/starter/world-vignette-starter.json",
] + [f"usr/share/icons/hicolor/{size}x{size}/apps/{APPLICATION}.png" for size in ICON_SIZES]

# What lintian finds and is meant so: a package outside of Debian has no bug to close.
ACCEPTED_TAGS = "initial-upload-closes-no-bugs,no-manual-page"


def skip(reason):
    print("SKIP:", reason)
    sys.exit(SKIPPED)


def fail(reason):
    raise SystemExit("FAIL: " + reason)


def run(*command, **options):
    print("$", shlex.join(map(str, command)), flush=True)
    return subprocess.run(list(map(str, command)), check=True, **options)


def output(*command):
    return run(*command, stdout=subprocess.PIPE, text=True).stdout


def make_package(build, folder):
    run("cpack", "-G", "DEB", "-B", folder, cwd=build, stdout=subprocess.DEVNULL)
    packages = list(pathlib.Path(folder).glob("vignette_*.deb"))
    if len(packages) != 1:
        fail(f"expected one package, found {packages}")
    if shutil.which("lintian"):  # vignette-cuda too, where its plugin was built
        run("lintian", "--allow-root", "--fail-on", "error,warning",
            "--suppress-tags", ACCEPTED_TAGS, *pathlib.Path(folder).glob("*.deb"))
    return packages[0]


def check_contents(package, root):
    for file in EXPECTED:
        if not (root / file).is_file():
            fail(f"the package lacks {file}")
    depends = output("dpkg-deb", "-f", package, "Depends")
    for library in ("libc6", "libqt6widgets6", "libqt6sql6-sqlite", "libqt6svg6", "libtesseract5", "tesseract-ocr-eng"):
        if library not in depends:
            fail(f"the package does not depend on {library}: {depends}")
    run("desktop-file-validate", root / f"usr/share/applications/{APPLICATION}.desktop")
    run("appstreamcli", "validate", "--no-net", root / f"usr/share/metainfo/{APPLICATION}.metainfo.xml")
    if shutil.which("update-mime-database"):
        run("update-mime-database", root / "usr/share/mime")
        if "application/x-gguf" not in (root / "usr/share/mime/globs2").read_text():
            fail("the MIME type of GGUF files is not known")


def check_hardening(root):
    if not shutil.which("hardening-check"):
        print("hardening-check is not installed (Debian: devscripts): the programs were not looked over.")
        return
    # The start files of Debian 12 lack the mark for -fcf-protection, so no program has it.
    run("hardening-check", "--nocfprotection", *sorted((root / "usr/bin").iterdir()), root / "usr/lib/vignette/vignette-reader")


def exec_line(root):
    """The command of the desktop file, with a file in place of %F."""
    for line in (root / f"usr/share/applications/{APPLICATION}.desktop").read_text().splitlines():
        if line.startswith("Exec="):
            return shlex.split(line[5:])
    fail("the desktop file has no Exec line")


def user_environment(root, home):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    os.mkdir(home + "/run", 0o700)
    environment.update(HOME=home, XDG_RUNTIME_DIR=home + "/run", QT_QPA_PLATFORM="xcb",
                       PATH=f"{root}/usr/bin:{environment['PATH']}",
                       XDG_DATA_DIRS=f"{root}/usr/share:/usr/share")
    environment.pop("VIGNETTE_RESOURCES", None)
    return environment


def start_from_desktop_file(root):
    """The window must appear, and the program end well when it is asked to."""
    with tempfile.TemporaryDirectory() as home:
        read, write = os.pipe()
        display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24",
                                    "-nolisten", "tcp", "-noreset"], pass_fds=(write,), stderr=subprocess.DEVNULL)
        number = os.read(read, 16).decode().strip()
        environment = user_environment(root, home) | {"DISPLAY": ":" + number}
        picture = root / "usr/share/vignette/samples/one-1.png"
        command = [str(picture) if part == "%F" else part for part in exec_line(root)]
        program = subprocess.Popen(command, env=environment)
        try:
            wait_for_window(program, environment)
            second = subprocess.run(command, env=environment, timeout=PATIENCE)
            if second.returncode != 0 or program.poll() is not None:
                fail("a second start did not hand over to the first")
            program.send_signal(signal.SIGTERM)
            if program.wait(PATIENCE) != 0:
                fail(f"the program ended with {program.returncode}")
        finally:
            program.kill()
            program.wait()
            display.kill()
            display.wait()
        for file in (".local/share/vignette/conversations.sqlite", ".local/state/vignette/logs/vignette.log"):
            if not pathlib.Path(home, file).is_file():
                fail(f"the program left no {file}")


def wait_for_window(program, environment):
    end = time.time() + PATIENCE
    while time.time() < end and program.poll() is None:
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Vignette"],
                               env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if found.stdout.strip():
            return
        time.sleep(0.1)
    fail("no window appeared")


def install_and_remove(package):
    """By dpkg itself, into a root of its own: nothing may be left after the removal."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for part in ("info", "updates", "triggers"):
            (root / "var/lib/dpkg" / part).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        dpkg = ["dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--force-bad-path",
                f"--log={root}/dpkg.log"]
        if os.geteuid() != 0:
            if not shutil.which("fakeroot"):
                print("Not root and no fakeroot: the removal was not tried.")
                return
            dpkg.insert(0, "fakeroot")
        run(*dpkg, "--install", package, stdout=subprocess.DEVNULL)
        if not (root / "usr/bin/vignette").is_file():
            fail("dpkg did not install the program")
        run(*dpkg, "--purge", "vignette", stdout=subprocess.DEVNULL)
        left = [path for path in root.glob("usr/**/*")]
        if left:
            fail(f"after the removal there is still {left}")


def main():
    for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps", "desktop-file-validate", "appstreamcli",
                 "Xvfb", "xdotool"):
        if not shutil.which(tool):
            skip(tool + " is not installed")
    build, installed = sys.argv[2], pathlib.Path(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        package = make_package(build, folder)
        shutil.rmtree(installed, ignore_errors=True)
        run("dpkg-deb", "-x", package, installed)
        check_contents(package, installed)
        if "--hardened" in sys.argv:
            check_hardening(installed)
        start_from_desktop_file(installed)
        install_and_remove(package)
    return 0


if __name__ == "__main__":
    sys.exit(main())
