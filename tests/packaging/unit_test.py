#!/usr/bin/python3
"""The unit of the server takes from it what it does not need.

    unit_test.py SOURCES

Exit code 1 names what is missing. With systemd-analyze, systemd itself reads the unit, too.
"""
import configparser
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# What each option must say; of a list, the words that must and must not be among it.
EXACT = {
    "NoNewPrivileges": "yes",
    "UMask": "0077",
    "LimitCORE": "0",
    "CacheDirectory": "vignette",
    "ProtectSystem": "strict",
    "ProtectHome": "read-only",
    "PrivateTmp": "yes",
    "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    "LockPersonality": "yes",
    "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes",
    "SystemCallArchitectures": "native",
    "SystemCallErrorNumber": "EPERM",
}
AMONG = {
    "RestrictNamespaces": {"user", "mnt"},  # for the sandbox of vignette-reader
    "SystemCallFilter": {"@system-service", "@mount", "seccomp"},
    "InaccessiblePaths": {"-%h/.ssh", "-%h/.gnupg"},
}
MOST_EXPOSED = 75  # of 100, by systemd-analyze; a user's unit cannot drop capabilities


def complaints(service):
    yield from (f"{key} is {service.get(key)}, not {value}"
                for key, value in EXACT.items() if service.get(key) != value)
    yield from (f"{key} lacks {word}" for key, words in AMONG.items()
                for word in sorted(words - set(service.get(key, "").split())))


def complaints_of_systemd(unit):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / unit.name
        copy.write_text(unit.read_text().replace("/usr/bin/vignette-cli", shutil.which("true")))
        environment = {**os.environ, "XDG_RUNTIME_DIR": folder}
        for options in (["verify", "--man=no"],
                        ["security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}"]):
            ran = subprocess.run(["systemd-analyze", "--user", *options, copy],
                                 env=environment, capture_output=True, text=True)
            if ran.returncode or (options[0] == "verify" and ran.stderr.strip()):
                yield f"systemd-analyze {options[0]}: {(ran.stderr or ran.stdout)[-2000:]}"


def main(sources):
    unit = pathlib.Path(sources) / "resources/packaging/vignette-server.service"
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(unit)
    found = list(complaints(parser["Service"]))
    if shutil.which("systemd-analyze"):
        found += complaints_of_systemd(unit)
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
