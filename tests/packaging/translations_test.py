#!/usr/bin/python3
"""Every text of the sources has its translation, in every language.

    translations_test.py SOURCES LUPDATE

Exit code 1 names what is missing; `./dev translations` brings new texts into the files.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

LAYERS = ("app", "ui", "services", "runtime")


def overlooked(sources, complaints):
    """What lupdate does not find, or files under another name than the program looks for."""
    yield from (line for line in complaints.splitlines() if "lacks Q_OBJECT" in line)
    for layer in LAYERS:
        for file in (sources / layer).rglob("*.cpp"):
            text = file.read_text()
            if re.search(r"\btr\(\s*QT_TRANSLATE", text):
                yield f"{file}: lupdate does not look for QT_TRANSLATE_NOOP within tr(…)"
            if "%n" in text:
                yield f"{file}: %n writes 2077 where all else says 2,077; %Ln does not"


def placeholders(text):
    """What is filled in when the program runs, and must not get lost in translation."""
    return sorted(mark for mark in ("%1", "%2", "%3", "%4", "%n", "%Ln") if mark in text)


def problems_of(message, language):
    source = message.findtext("source")
    translation = message.find("translation")
    is_plural = message.get("numerus") == "yes"
    texts = [form.text or "" for form in translation.findall("numerusform")] if is_plural \
        else [translation.text or ""]
    if translation.get("type") == "unfinished" or not all(text.strip() for text in texts):
        yield "is not translated"
        return
    for text in texts:
        lost = set(placeholders(source)) - set(placeholders(text))
        if lost - ({"%n", "%Ln"} if is_plural else set()):
            yield "loses " + ", ".join(sorted(lost)) + " in: " + text
    if len(texts) != {"zh_CN": 1}.get(language, 2) and is_plural:
        yield "has another number of plural forms than the language"


def main():
    sources, lupdate = pathlib.Path(sys.argv[1]), sys.argv[2]
    files = sorted((sources / "resources/translations").glob("vignette_*.ts"))
    failures = 0 if files else 1
    with tempfile.TemporaryDirectory() as folder:
        copies = [shutil.copy(file, folder) for file in files]
        extraction = subprocess.run(
            [lupdate, "-silent", "-locations", "none", "-no-obsolete", "-I", str(sources),
             *[str(sources / layer) for layer in LAYERS], "-ts", *copies],
            check=True, stderr=subprocess.PIPE, text=True)
        for complaint in overlooked(sources, extraction.stderr):
            failures += 1
            print(complaint)
        for copy in copies:
            root = xml.parse(copy).getroot()
            language = root.get("language")
            for context in root.iter("context"):
                for message in context.iter("message"):
                    if language == "en" and message.get("numerus") != "yes":
                        continue  # the code is in English; only plural forms are needed
                    for problem in problems_of(message, language):
                        failures += 1
                        print(f"{language}, {context.findtext('name')}: "
                              f"“{message.findtext('source')}” {problem}")
    print(f"{len(files)} languages, {failures} problems")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
