#!/usr/bin/env python3
"""Writes small documents of every kind into a folder, and hostile ones into its folder "hostile"."""
import email.message
import io
import pathlib
import random
import sys
import zipfile

import figures
import format_rules
from office import R, RELATIONS, open_document, package, w_paragraph, word
from pdf import FONT, pdf

FOLDER = pathlib.Path(sys.argv[1])


def keep(name, content):
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


# --- PDF

def lines(x, y, texts, size=10, leading=12):
    return [(x, y + i * leading, size, text) for i, text in enumerate(texts)]


LEFT = ["The left column is read from its top to its", "bottom before anybody looks at the right one,",
        "and a word that is divided at the end of a mea-", "surement line is whole again. A well-known word",
        "keeps its hyphen also where the line of a well-", "known word ends. The of\x01ce wrote a \x02at letter here,",
        "and this sentence ends the paragraph."]
RIGHT = ["The right column comes afterwards, although", "the \x01le draws both columns line by line, as some",
         "programs do. That is why the order of drawing", "must not be the order of reading, and here the",
         "second column is long enough to be seen as", "one. It says so in seven lines, of which this is",
         "the sixth, and the last one ends here."]


def two_columns():
    pages = []
    for number in range(1, 4):
        texts = [(72, 40, 9, "Journal of Made-Up Results"), (500, 40, 9, f"Volume {number + 10}"),
                 (72, 100, 20, f"Title {number} across both columns")]
        for left, right in zip(lines(72, 140, LEFT), lines(315, 140, RIGHT)):
            texts += [left, right]
        pages.append(texts + [(295, 810, 9, str(number))])
    return pdf(pages, title="Two Columns")


def tables():
    rows = [("Bird", "Length", "Where it lives"), ("Robin", "14 cm", "Gardens and woods"),
            ("Grey heron", "95 cm", "Lakes, rivers"), ("Swift", "17 cm", "In the air")]
    texts = [(72, 80, 11, "Birds are measured from the beak to the tail, and this paragraph stands above them.")]
    for i, row in enumerate(rows):
        texts += [(x, 120 + 16 * i, 11, cell) for x, cell in zip((72, 200, 300), row)]
    texts += [(300, 120 + 16 * 4 - 3, 11, "and under old roofs")]
    return pdf([texts + lines(72, 260, ["Below the table the text goes on with a sentence that is long enough to fill its line."])])


def chapters():
    body = ["This is a paragraph of the chapter, and it is as wide as paragraphs usually are here, so that",
            "its lines are full. It ends in its second line."]
    pages = [[(72, 100, 10, "2.1 Installing the engine")] + lines(72, 125, body)
             + lines(72, 170, ["• the first thing that is needed", "• the second thing"]),
             [(72, 100, 10, "Looking after it")] + lines(72, 112, body)]
    return pdf(pages, outline=[("Installing the engine", 0), ("Looking after it", 1)])


def contents():
    """Titles and pages with dots between them, as TeX draws them: three runs a line."""
    texts = [(72, 100, 16, "Contents")]
    for i, (title, page) in enumerate((("1 Getting ready", 1), ("1.1 Tools and materials", 2), ("1.2 A place to work", 9),
                                       ("2 Doing it", 14), ("2.1 The first cut", 15), ("2.2 Measuring again", 23))):
        y, start = 130 + 14 * i, 76 + 5.2 * len(title)
        dots = int((500 - start) / 5.56)
        texts += [(72, y, 10, title), (start, y, 10, ". " * dots), (510, y, 10, str(page))]
    return pdf([texts])


# --- Office

WORD_BODY = (
    w_paragraph("What we agreed", "mine")
    + '<w:p><w:r><w:t>Dear </w:t></w:r><w:ins><w:r><w:t>Ms</w:t></w:r></w:ins><w:del><w:r><w:delText>Mr</w:delText></w:r></w:del>'
      '<w:r><w:t xml:space="preserve"> Müller</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    + w_paragraph("First point", number=True) + w_paragraph("Second point", number=True)
    + "<w:tbl>" + "".join(
        "<w:tr>" + "".join(f"<w:tc>{w_paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in (("Item", "Price"), ("Pen", "2 €"))) + "</w:tbl>")


def slides():
    a = 'xmlns:a="a" xmlns:p="p"'

    def shape(text, kind="", place=""):
        return (f'<p:sp><p:nvSpPr><p:nvPr>{kind}</p:nvPr></p:nvSpPr><p:spPr>{place}</p:spPr>'
                f'<p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>')

    def slide(*shapes):
        return f'<p:sld {a}><p:cSld><p:spTree>{"".join(shapes)}</p:spTree></p:cSld></p:sld>'

    place = '<a:xfrm><a:off x="127000" y="254000"/><a:ext cx="1270000" cy="635000"/></a:xfrm>'
    return package({
        "[Content_Types].xml": "<Types/>",
        "ppt/presentation.xml": f'<p:presentation {a} {R}><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId1"/>'
                                '</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels":
            f'<Relationships {RELATIONS}><Relationship Id="rId1" Type="t/slide" Target="slides/slide1.xml"/>'
            '<Relationship Id="rId2" Type="t/slide" Target="slides/slide2.xml"/></Relationships>',
        "ppt/slides/slide1.xml": slide(shape("It stands second", place=place)),
        "ppt/slides/slide2.xml": slide(shape("4", '<p:ph type="sldNum"/>'), shape("Under the title", place=place),
                                       shape("What comes first", '<p:ph type="title"/>')),
        "ppt/slides/_rels/slide2.xml.rels":
            f'<Relationships {RELATIONS}><Relationship Id="rId1" Type="t/notesSlide" Target="../notesSlides/n.xml"/></Relationships>',
        "ppt/notesSlides/n.xml": slide(shape("Speak slowly."))})


def sheets():
    m = 'xmlns="m"'
    return package({
        "[Content_Types].xml": "<Types/>",
        "xl/workbook.xml": f'<workbook {m} {R}><sheets><sheet name="Prices" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
            f'<Relationships {RELATIONS}><Relationship Id="rId1" Type="t/worksheet" Target="worksheets/sheet1.xml"/>'
            '<Relationship Id="rId2" Type="t/sharedStrings" Target="sharedStrings.xml"/>'
            '<Relationship Id="rId3" Type="t/styles" Target="styles.xml"/></Relationships>',
        "xl/sharedStrings.xml": f'<sst {m}><si><t>Day</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si></sst>',
        "xl/styles.xml": f'<styleSheet {m}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
        "xl/worksheets/sheet1.xml":
            f'<worksheet {m}><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
            '<row><c r="A2" s="1"><v>45429</v></c><c r="B2" t="b"><v>1</v></c><c r="C2"><v>0.10000000000000001</v></c></row>'
            '</sheetData></worksheet>'})


ODT = ('<text:tracked-changes><text:p>deleted long ago</text:p></text:tracked-changes>'
       '<text:h text:outline-level="2">Opening <text:span>hours</text:span></text:h>'
       '<text:p>We are open\n  on weekdays<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Not in May.'
       '</text:p></text:note-body></text:note> from<text:s/>nine.</text:p>'
       '<text:list><text:list-item><text:p>by bus</text:p></text:list-item></text:list>'
       '<table:table><table:table-row><table:table-cell><text:p>Monday</text:p></table:table-cell>'
       '<table:table-cell table:number-columns-repeated="2"><text:p>9</text:p></table:table-cell></table:table-row></table:table>')
ODS = ('<table:table table:name="Ages"><table:table-row><table:table-cell><text:p>Ann</text:p></table:table-cell>'
       '<table:table-cell/><table:table-cell><text:p>31</text:p></table:table-cell>'
       '<table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
       '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table>')
ODP = ('<draw:page draw:name="one"><draw:frame svg:x="1in" svg:y="2in" svg:width="3in" svg:height="1in"><draw:text-box>'
       '<text:p>Below it</text:p></draw:text-box></draw:frame><draw:frame presentation:class="title"><draw:text-box>'
       '<text:p>The first slide</text:p></draw:text-box></draw:frame></draw:page>')

EPUB = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    "OPS/book.opf": '<package xmlns:dc="d"><metadata><dc:title>A book</dc:title></metadata><manifest>'
                    '<item id="b" href="text/two.xhtml"/><item id="a" href="text/one%20.xhtml"/></manifest>'
                    '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    "OPS/text/one .xhtml": "<html><body><h1>Chapter one</h1><p>It began.</p></body></html>",
    "OPS/text/two.xhtml": "<html><body><h1>Chapter two</h1><p>It ended.</p></body></html>"}

HTML = """<!DOCTYPE html><html><head><title>Opening
hours</title><style>p { color: red }</style></head><body><nav>Home | About</nav>
<h2>Museum</h2><p>Open from <b>nine</b>
to&nbsp;five.<br>Closed on Mondays.</p><script>alert("x")</script><p hidden>unseen</p>
<ul><li>adults: 5 &euro;<li>children: <i>free</i></ul>
<table><tr><th>Day</th><th>Hours</th></tr><tr><td>Sunday</td><td>10–4</td></tr></table>
<pre>  two  spaces
and lines</pre></body></html>"""

MARKDOWN = """---
title: "A plan"
---
# First *things*

Some `code` and a
[link](http://nowhere.example/).

- one
- two

| a | b |
|---|---|
| 1 | 2 |

```python
def f():
    return 1
```
"""


def mail():
    random.seed(0)  # for the lines between its parts
    message = email.message.EmailMessage()
    message["Subject"] = "Grüße aus Łódź"
    message["From"] = "Zoë <zoe@example.org>"
    message.set_content("Dear all,\n\nthe meeting is on Friday at ten, and žluťoučký is a word.\n", charset="iso-8859-2",
                        cte="quoted-printable")
    message.add_alternative("<p>Dear all, <b>HTML</b></p>", subtype="html")
    message.add_attachment(b"\0\1\2", maintype="application", subtype="pdf", filename="agenda.pdf")
    return message.as_bytes()


RUSSIAN = ("Съешь же ещё этих мягких французских булок, да выпей чаю.\n\nВторой абзац говорит о погоде и о том, "
           "что завтра будет дождь.\n")
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。\n"

keep("two_columns.pdf", two_columns())
keep("tables.pdf", tables())
keep("chapters.pdf", chapters())
keep("contents.pdf", contents())
keep("letter.docx", word(WORD_BODY))
keep("talk.pptx", slides())
keep("prices.xlsx", sheets())
keep("hours.odt", open_document("text", ODT))
keep("ages.ods", open_document("spreadsheet", ODS))
keep("talk.odp", open_document("presentation", ODP))
keep("book.epub", package(EPUB))
keep("museum.html", HTML)
keep("latin.html", '<html><head><meta charset="iso-8859-1"></head><body><p>Caf\xe9 M\xfcller</p>'.encode("latin-1"))
keep("plan.md", MARKDOWN)
keep("russian.txt", RUSSIAN.encode("cp1251"))
keep("japanese.txt", JAPANESE.encode("shift_jis"))
keep("bitmap.txt", "BM is how bitmaps begin, and some sentences, too.")
keep("wide.txt", "Sixteen bits, naïve.".encode("utf-16"))
keep("semicolons.csv", 'name;says\nAnn;"one; two\nthree"\nBen;"a ""word"""\n')
keep("values.json", '{"name": "Ann", "tags": ["a", "b"], "home": {"city": "Łódź", "empty": {}}}')
keep("lines.jsonl", '{"q": 1}\n\n{"q": 2}\n')
keep("meeting.eml", mail())
keep("program.py", "import os\n\n\ndef first():\n    a = 1\n\n    return a\n\n\nclass Second:\n    pass\n")
for name, content in format_rules.FILES.items():
    keep(f"rules/{name}", content)
figures.write_figures(keep)
keep("a_pdf.txt", two_columns())  # what it is counts, not what it is called
keep("a_letter.odt", word(WORD_BODY))

# --- hostile

DEEP = 100_000
HUGE = 300 << 20
LAUGHS = "<!DOCTYPE x [" + "".join(
    f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha"}">' for i in range(20)) + '<!ENTITY f SYSTEM "file:///etc/passwd">]>'


def bomb():
    """A document whose text is 300 MiB of one letter, packed without ever being whole in memory here."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w") as entry:
            for _ in range(HUGE >> 20):
                entry.write(b"a" * (1 << 20))
    return file.getvalue()


def nested_mail():
    return b"Subject: deep\nContent-Type: message/rfc822\n\n" * 5000 + b"Subject: inner\n\ntext\n"


def nested_parts():
    return b"Subject: deep\n" + b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (i, i) for i in range(5000))


def attached_mail():
    """Messages that are files of messages, not parts of them."""
    message = b"Subject: inner\n\ntext\n"
    for i in range(2000):
        message = (b'Subject: x\nContent-Type: application/octet-stream; name="m.eml"\nContent-Disposition: attachment\n\n' + message)
    return message


def million():
    """A PDF with a million objects, and no table of where they are."""
    page = (b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\n"
            b"endobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R "
            b">> >> >>\nendobj\n4 0 obj\n<< /Length 48 >>\nstream\nBT /F1 12 Tf 72 700 Td (one in a million) Tj ET\nendstream\n"
            b"endobj\n5 0 obj\n" + FONT + b"\nendobj\n")
    others = b"".join(b"%d 0 obj\n%d 0 R\nendobj\n" % (i, i - 1) for i in range(6, 1_000_000))
    return page + others + b"trailer\n<< /Size 1000000 /Root 1 0 R >>\n"


hostile = {
    "empty.pdf": b"", "empty.txt": b"", "spaces.txt": b" \n\t\n",
    "head_only.pdf": b"%PDF-1.7\n",
    "cut.pdf": two_columns()[:300],
    "cut.docx": word(WORD_BODY)[:900],
    "cut.epub": package(EPUB)[:-40],
    "picture.pdf": b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(5000),
    "noise.txt": random.Random(2).randbytes(20_000),
    "noise.docx": b"PK\x03\x04" + random.Random(3).randbytes(5000),
    "text.pdf": b"This is a text, whatever its name says.\n",
    "plain.zip": package({"readme": "not a document"}),
    "old.doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000),
    "locked.docx": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512) + "EncryptedPackage".encode("utf-16-le") + bytes(512),
    "locked.pdf": pdf([[(72, 100, 12, "Nobody reads this.")]], password="secret"),
    "locked.odt": open_document("text", ODT, {"META-INF/manifest.xml": "<manifest><encryption-data/></manifest>"}),
    "locked.epub": package({**EPUB, "META-INF/encryption.xml": '<encryption URI="OPS/text/two.xhtml"/>'}),
    "bomb.docx": bomb(),
    "deep.docx": word("<w:p>" * DEEP + "</w:p>" * DEEP),
    "deep.odt": open_document("text", "<text:p>" * DEEP + "</text:p>" * DEEP),
    "deep.html": "<!doctype html>" + "<div>" * DEEP + "end",
    "deep.json": "[" * DEEP,
    "deep.md": ">" * DEEP + " end",
    "deep.rtf": "{\\rtf1 " + "{" * DEEP + "end",
    "deep.xhtml": '<?xml version="1.0"?><html><body>' + "<i>" * DEEP + "</i>" * DEEP + "</body></html>",
    "deep.fodt": "<office:document><body><text>" + "<p>" * DEEP + "</p>" * DEEP + "</text></body></office:document>",
    "deep.mbox": b"From a Mon Jan  1 10:00:00 2024\n" + nested_mail(),
    "deep_parts.eml": nested_parts(),
    "deep_messages.eml": nested_mail(),
    "laughs.docx": word(w_paragraph("seen &l19; &f;"), head=LAUGHS),
    "not_xml.docx": word("<w:p><w:r>"),
    "no_body.docx": package({"[Content_Types].xml": "<Types/>", "word/document.xml": "<a/>"}),
    "outside.epub": package({**EPUB, "OPS/book.opf": '<package><manifest><item id="a" href="../../../../etc/passwd"/></manifest>'
                                                     '<spine><itemref idref="a"/></spine></package>'}),
    "cells.ods": open_document("spreadsheet", '<table:table table:name="x">'
                               + ('<table:table-row table:number-rows-repeated="1000000"><table:table-cell '
                                  'table:number-columns-repeated="1000000"><text:p>' + "x" * 1000 + '</text:p></table:table-cell></table:table-row>')
                               * 50 + '</table:table>'),
    "laughs.xhtml": f'<?xml version="1.0"?>{LAUGHS}<html><body><p>seen &l19; &f;</p></body></html>',
    "spans.html": "<table>" + '<tr><td rowspan="1000000000" colspan="1000000000">x' * 20_000 + "<tr>" * 200_000 + "</table>",
    "spans.xlsx": format_rules.xlsx([[format_rules.words("x")]] * 20_000, more="<mergeCells>" + "".join(
        f'<mergeCell ref="A{i}:XFD1048576"/>' for i in range(1, 20_000)) + "</mergeCells>"),
    "quotes.csv": '"' * 1_000_001 + "\n" + 'a,"b\n' * 200_000,
    "attached.eml": attached_mail(),
    "million.pdf": million(),
    "pages.pdf": pdf([[]]),
    "cycle.pdf": b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 9 "
                 b"/Kids [2 0 R] >>\nendobj\n3 0 obj\n<< /First 4 0 R >>\nendobj\n4 0 obj\n<< /Title (x) /Next 4 0 R /First 4 0 R >>\n"
                 b"endobj\ntrailer\n<< /Root 1 0 R >>\n",
}
for name, content in hostile.items():
    keep(f"hostile/{name}", content)
