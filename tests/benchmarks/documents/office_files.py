"""Office files as people have them, from plain descriptions. The same input gives the same bytes.

A text is a list of blocks: ("heading", level, text), ("paragraph", text), ("item", text) and ("row", [cell, …]).
Slides are (title, [line, …]); sheets are (name, [row, …]) with rows of texts and numbers.
"""
import io
import itertools
import zipfile
from xml.sax.saxutils import escape, quoteattr

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OPEN_XML = "http://schemas.openxmlformats.org"
OFFICE = f"{OPEN_XML}/officeDocument/2006/relationships"
MEDIA = "application/vnd.openxmlformats-officedocument"


def package(entries):
    """entries: name → text; a "mimetype" stands first and unpacked, as its formats want it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in entries.items():
            packing = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), text, packing)
    return file.getvalue()


def runs_of_rows(blocks):
    """Rows that follow each other as one ("table", [row, …]), the other blocks as they are."""
    for is_table, run in itertools.groupby(blocks, lambda block: block[0] == "row"):
        if is_table:
            yield "table", [row for _, row in run]
        else:
            yield from run


def nested(outer, inner, rows, cell):
    """Rows as elements `outer` of elements `inner`, whose content is cell(text)."""
    return "".join(f"<{outer}>" + "".join(f"<{inner}>{cell(text)}</{inner}>" for text in row) + f"</{outer}>" for row in rows)


# --- Office Open XML

def open_xml(main, media, parts, relations):
    """parts: name → (media type or "", text); relations: name of a part → [(type, target), …], ids rId1 …"""
    def relationships(targets):
        return (f'{HEAD}<Relationships xmlns="{OPEN_XML}/package/2006/relationships">' + "".join(
            f'<Relationship Id="rId{i}" Type="{OFFICE}/{kind}" Target="{target}"/>' for i, (kind, target) in enumerate(targets, 1))
            + "</Relationships>")

    def beside(name):
        folder, _, file = name.rpartition("/")
        return f"{folder}/_rels/{file}.rels"

    types = "".join(f'<Override PartName="/{name}" ContentType="{MEDIA}.{kind}+xml"/>'
                    for name, (kind, _) in {main: (media, ""), **parts}.items() if kind)
    return package({
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{OPEN_XML}/package/2006/content-types"><Default Extension="rels" '
                               'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                               f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>',
        "_rels/.rels": relationships([("officeDocument", main)]),
        **{name: HEAD + text for name, (_, text) in parts.items()},
        **{beside(name): relationships(targets) for name, targets in relations.items()}})


def docx(blocks):
    def paragraph(text, style=""):
        properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'

    def body(block):
        if block[0] == "table":
            return f'<w:tbl>{nested("w:tr", "w:tc", block[1], paragraph)}</w:tbl>'
        if block[0] == "heading":
            return paragraph(block[2], f"Heading{block[1]}")
        return paragraph(block[1], "ListBullet" if block[0] == "item" else "")

    names = f'xmlns:w="{OPEN_XML}/wordprocessingml/2006/main"'
    styles = "".join(f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/></w:style>'
                     for level in (1, 2, 3))
    return open_xml("word/document.xml", "wordprocessingml.document.main", {
        "word/document.xml": ("wordprocessingml.document.main", f'<w:document {names}><w:body>'
                              f'{"".join(map(body, runs_of_rows(blocks)))}</w:body></w:document>'),
        "word/styles.xml": ("wordprocessingml.styles", f"<w:styles {names}>{styles}</w:styles>"),
    }, {"word/document.xml": [("styles", "styles.xml")]})


def pptx(slides):
    names = (f'xmlns:a="{OPEN_XML}/drawingml/2006/main" xmlns:p="{OPEN_XML}/presentationml/2006/main" '
             f'xmlns:r="{OFFICE}"')

    def shape(number, name, lines, kind, y, height):
        text = "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in lines)
        return (f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}"/><p:cNvSpPr/><p:nvPr>{kind}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm>'
                f'<a:off x="800000" y="{y}"/><a:ext cx="10500000" cy="{height}"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>{text}</p:txBody></p:sp>')

    def slide(title, lines):
        return (f'<p:sld {names}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
                f'{shape(2, "Title", [title], """<p:ph type="title"/>""", 400000, 1200000)}'
                f'{shape(3, "Content", lines, """<p:ph idx="1"/>""", 1900000, 4400000)}</p:spTree></p:cSld></p:sld>')

    targets = [("slide", f"slides/slide{i}.xml") for i, _ in enumerate(slides, 1)]
    ids = "".join(f'<p:sldId id="{255 + i}" r:id="rId{i}"/>' for i, _ in enumerate(slides, 1))
    return open_xml("ppt/presentation.xml", "presentationml.presentation.main", {
        "ppt/presentation.xml": ("presentationml.presentation.main", f'<p:presentation {names}><p:sldIdLst>{ids}</p:sldIdLst>'
                                 '<p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>'),
        **{f"ppt/{target}": ("presentationml.slide", slide(*content)) for (_, target), content in zip(targets, slides)},
    }, {"ppt/presentation.xml": targets})


def xlsx(sheets):
    def cell(value):
        if isinstance(value, (int, float)):
            return f"<c><v>{value}</v></c>"
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'

    def sheet(rows):
        data = "".join("<row>" + "".join(map(cell, row)) + "</row>" for row in rows)
        return f'<worksheet xmlns="{OPEN_XML}/spreadsheetml/2006/main"><sheetData>{data}</sheetData></worksheet>'

    targets = [("worksheet", f"worksheets/sheet{i}.xml") for i, _ in enumerate(sheets, 1)]
    listed = "".join(f'<sheet name={quoteattr(name)} sheetId="{i}" r:id="rId{i}"/>' for i, (name, _) in enumerate(sheets, 1))
    return open_xml("xl/workbook.xml", "spreadsheetml.sheet.main", {
        "xl/workbook.xml": ("spreadsheetml.sheet.main", f'<workbook xmlns="{OPEN_XML}/spreadsheetml/2006/main" xmlns:r="{OFFICE}">'
                            f"<sheets>{listed}</sheets></workbook>"),
        **{f"xl/{target}": ("spreadsheetml.worksheet", sheet(rows)) for (_, target), (_, rows) in zip(targets, sheets)},
    }, {"xl/workbook.xml": targets})


# --- OpenDocument

def open_document(kind, body):
    names = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"' for name, space in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"), ("presentation", "presentation"),
        ("style", "style"), ("svg", "svg-compatible"), ("fo", "xsl-fo-compatible")))
    media = f"application/vnd.oasis.opendocument.{kind}"
    listed = "".join(f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{of}"/>'
                     for name, of in (("/", media), ("content.xml", "text/xml"), ("styles.xml", "text/xml")))
    return package({
        "mimetype": media,
        "content.xml": f'{HEAD}<office:document-content {names} office:version="1.3"><office:body><office:{kind}>{body}'
                       f"</office:{kind}></office:body></office:document-content>",
        "styles.xml": f'{HEAD}<office:document-styles {names} office:version="1.3"><office:automatic-styles>'
                      '<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/>'
                      '</style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="all" '
                      'style:page-layout-name="page"/></office:master-styles></office:document-styles>',
        "META-INF/manifest.xml": f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
                                 f'manifest:version="1.3">{listed}</manifest:manifest>'})


def text_p(text):
    return f"<text:p>{escape(str(text))}</text:p>"


def odt(blocks):
    def body(block):
        if block[0] == "table":
            return f'<table:table>{nested("table:table-row", "table:table-cell", block[1], text_p)}</table:table>'
        if block[0] == "heading":
            return f'<text:h text:outline-level="{block[1]}">{escape(block[2])}</text:h>'
        if block[0] == "item":
            return f"<text:list><text:list-item>{text_p(block[1])}</text:list-item></text:list>"
        return text_p(block[1])

    return open_document("text", "".join(map(body, runs_of_rows(blocks))))


def odp(slides):
    def frame(kind, lines, y, height):
        return (f'<draw:frame presentation:class="{kind}" svg:x="2cm" svg:y="{y}cm" svg:width="24cm" svg:height="{height}cm">'
                f'<draw:text-box>{"".join(map(text_p, lines))}</draw:text-box></draw:frame>')

    return open_document("presentation", "".join(
        f'<draw:page draw:name="page{i}" draw:master-page-name="all">{frame("title", [title], 1, 3)}{frame("outline", lines, 5, 14)}'
        "</draw:page>" for i, (title, lines) in enumerate(slides, 1)))


def ods(sheets):
    return open_document("spreadsheet", "".join(
        f'<table:table table:name={quoteattr(name)}>{nested("table:table-row", "table:table-cell", rows, text_p)}</table:table>'
        for name, rows in sheets))
