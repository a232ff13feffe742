"""Documents of every kind that show a figure: a flag whose left half is red and whose right half is blue."""
import base64
import struct
import zlib

from office import R, RELATIONS, open_document, package, w_paragraph, word
from pdf import HEIGHT, pdf

WIDE, HIGH = 160, 120  # pixels
ROW = b"\xe0\x10\x10" * (WIDE // 2) + b"\x10\x10\xe0" * (WIDE // 2)


def png(width, height, row):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress((b"\0" + row) * height)) + chunk(b"IEND", b""))


FLAG = png(WIDE, HIGH, ROW)
SIGN = png(12, 12, b"\x10\xe0\x10" * 12)  # too small to be a figure
EXTENT = 1524000, 1143000  # English metric units: 120 × 90 points


def picture_part(path):
    return {path + "flag.png": FLAG, path + "sign.png": SIGN}


def figures_docx():
    def drawing(relation, description, extent=EXTENT):
        return (f'<w:r><w:drawing><wp:inline xmlns:wp="wp"><wp:extent cx="{extent[0]}" cy="{extent[1]}"/>'
                f'<wp:docPr id="1" name="Picture 1" descr="{description}"/><a:graphic xmlns:a="a"><a:graphicData><pic:pic '
                f'xmlns:pic="pic"><pic:blipFill><a:blip {R} r:embed="{relation}"/></pic:blipFill></pic:pic></a:graphicData>'
                '</a:graphic></wp:inline></w:drawing></w:r>')

    body = (w_paragraph("It is raised at dawn.") + f'<w:p>{drawing("rId7", "Red and blue")}</w:p>'
            + w_paragraph("Figure 1: The flag of the harbor") + f'<w:p><w:r><w:t>It means </w:t></w:r>'
            f'{drawing("rId8", "", (152400, 152400))}<w:r><w:t>danger.</w:t></w:r></w:p>'
            + f'<w:p>{drawing("rId7", "Again")}</w:p>' + f'<w:p>{drawing("rId9", "A drawing of another program")}</w:p>')
    relations = "".join(f'<Relationship Id="{name}" Type="t/image" Target="media/{target}"/>' for name, target in
                        (("rId7", "flag.png"), ("rId8", "sign.png"), ("rId9", "drawing.emf")))
    return word(body, {"word/_rels/document.xml.rels": f'<Relationships {RELATIONS}>{relations}</Relationships>',
                       "word/media/drawing.emf": b"\1\0\0\0 no image that is read", **picture_part("word/media/")})


def figures_pptx():
    a = f'xmlns:a="a" xmlns:p="p" {R}'

    def slide(shapes):
        return f'<p:sld {a}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>'

    def text(words, y):
        return (f'<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="127000" y="{y}"/>'
                f'<a:ext cx="1270000" cy="254000"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp>')

    def picture(relation, size=EXTENT):
        return ('<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture" descr="Red and blue"/></p:nvPicPr>'
                f'<p:blipFill><a:blip r:embed="{relation}"/></p:blipFill><p:spPr><a:xfrm><a:off x="127000" y="635000"/>'
                f'<a:ext cx="{size[0]}" cy="{size[1]}"/></a:xfrm></p:spPr></p:pic>')

    relations = (f'<Relationships {RELATIONS}><Relationship Id="rId1" Type="t/image" Target="../media/flag.png"/>'
                 '<Relationship Id="rId2" Type="t/image" Target="../media/other.png"/></Relationships>')
    return package({
        "[Content_Types].xml": "<Types/>",
        "ppt/presentation.xml": f'<p:presentation {a}><p:sldIdLst><p:sldId r:id="rId1"/><p:sldId r:id="rId2"/></p:sldIdLst>'
                                '<p:sldSz cx="12192000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels":
            f'<Relationships {RELATIONS}><Relationship Id="rId1" Type="t/slide" Target="slides/slide1.xml"/>'
            '<Relationship Id="rId2" Type="t/slide" Target="slides/slide2.xml"/></Relationships>',
        "ppt/slides/slide1.xml": slide(text("Below the flag", 3000000) + picture("rId1") + text("Above the flag", 254000)),
        "ppt/slides/_rels/slide1.xml.rels": relations,
        "ppt/slides/slide2.xml": slide(text("The flag again, and another one", 254000) + picture("rId1") + picture("rId2")),
        "ppt/slides/_rels/slide2.xml.rels": relations,
        "ppt/media/other.png": png(HIGH, WIDE, b"\x10\xe0\x10" * HIGH), **picture_part("ppt/media/")})


def frame(path, size='svg:width="4cm" svg:height="3cm"', place=""):
    return (f'<draw:frame {place} {size}><draw:image xlink:href="{path}" xmlns:xlink="x"/><svg:title>Flag</svg:title>'
            '<svg:desc>Red and blue</svg:desc></draw:frame>')


def figures_odt():
    body = (f'<text:p>It is raised {frame("Pictures/flag.png")}at dawn.</text:p><text:p>Figure 1: The flag of the harbor</text:p>'
            + f'<text:p>Danger{frame("Pictures/sign.png", """svg:width="0.4cm" svg:height="0.4cm" """)}</text:p>')
    return open_document("text", body, picture_part("Pictures/"))


def figures_odp():
    words = ('<draw:frame svg:x="1in" svg:y="{}in" svg:width="3in" svg:height="0.5in"><draw:text-box><text:p>{}</text:p>'
             '</draw:text-box></draw:frame>')
    body = (words.format(5, "Below the flag") + frame("Pictures/flag.png", place='svg:x="1in" svg:y="2in"')
            + words.format(1, "Above the flag"))
    return open_document("presentation", f'<draw:page draw:name="one">{body}</draw:page>', picture_part("Pictures/"))


PAGE = ('<html><head><title>Flags</title></head><body><p>It is raised <img alt="Red and blue" src="{0}"/>at dawn.</p>'
        '<p>Figure 1: The flag of the harbor</p><p>It means <img alt="danger" src="{1}"/>.</p>'
        '<p><img alt="Elsewhere" src="https://example.org/a.png"/></p></body></html>')


def figures_html():
    return PAGE.format(*("data:image/png;base64," + base64.b64encode(image).decode() for image in (FLAG, SIGN)))


def figures_epub():
    return package({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf": '<package><metadata><title>Flags</title></metadata><manifest><item id="a" href="text/a.xhtml"/></manifest>'
                        '<spine><itemref idref="a"/></spine></package>',
        "OPS/text/a.xhtml": PAGE.format("../images/the%20flag.png", "../images/sign.png"),
        "OPS/images/the flag.png": FLAG, "OPS/images/sign.png": SIGN})


def mail(kind, page, parts):
    """A message whose page shows images of other parts."""
    text = "".join(f"--x\r\n{head}\r\nContent-Transfer-Encoding: base64\r\n\r\n{base64.b64encode(body).decode()}\r\n"
                   for head, body in (("Content-Type: text/html; charset=utf-8", page.encode()), *parts))
    return f"From: a@example.org\r\nSubject: Flags\r\nMIME-Version: 1.0\r\nContent-Type: {kind}; boundary=x\r\n\r\n{text}--x--\r\n"


def figures_eml():
    return mail("multipart/mixed", PAGE.format("cid:flag@example.org", "cid:sign@example.org"), (
        ('Content-Type: image/png\r\nContent-ID: <flag@example.org>', FLAG),
        ('Content-Type: image/png\r\nContent-ID: <sign@example.org>', SIGN),
        ('Content-Type: image/png; name="other.png"\r\nContent-Disposition: attachment; filename="other.png"',
         png(HIGH, WIDE, b"\x10\xe0\x10" * HIGH))))


def figures_mht():
    return mail("multipart/related", PAGE.format("https://example.org/img/flag.png", "img/sign.png"), (
        ('Content-Type: image/png\r\nContent-Location: https://example.org/img/flag.png', FLAG),
        ('Content-Type: image/png\r\nContent-Location: https://example.org/img/sign.png', SIGN),
        ('Content-Type: image/png\r\nContent-Location: https://example.org/img/background.png', FLAG)))


def flat_image(data, media=""):
    return (f'<draw:frame svg:width="4cm" svg:height="3cm"><draw:image {media}><office:binary-data>{base64.b64encode(data).decode()}'
            '</office:binary-data></draw:image><svg:desc>Red and blue</svg:desc></draw:frame>')


def flat(kind, body):
    return (f'<office:document xmlns:office="o" xmlns:text="t" xmlns:draw="d" xmlns:svg="s" office:mimetype="application/vnd.oasis.'
            f'opendocument.{kind}"><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document>')


def figures_fodt():
    return flat("text", f'<text:p>It is raised {flat_image(FLAG)}at dawn.</text:p><text:p>Figure 1: The flag of the harbor</text:p>')


def figures_fodp():
    return flat("presentation", f'<draw:page draw:name="one">{flat_image(FLAG)}</draw:page>')


def bitmap():
    """The header and the pixels of a bitmap of the flag; rows from the bottom, blue first."""
    row = b"".join(ROW[i:i + 3][::-1] for i in range(0, len(ROW), 3))
    return struct.pack("<IiiHHIIiiII", 40, WIDE, HIGH, 1, 24, 0, len(row) * HIGH, 0, 0, 0, 0), row * HIGH


def emf(records):
    head = struct.pack("<II", 1, 88) + b"\0" * 32 + b" EMF" + b"\0" * 44
    return head + b"".join(struct.pack("<II", kind, 8 + len(body)) + body for kind, body in records)


def bitmap_emf():
    header, pixels = bitmap()
    return emf([(81, b"\0" * 40 + struct.pack("<IIII", 80, len(header), 80 + len(header), len(pixels)) + b"\0" * 16 + header + pixels)])


def bitmap_wmf():
    body = struct.pack("<IH", 0x00CC0020, 0) + b"\0" * 16 + b"".join(bitmap())
    return (struct.pack("<I", 0x9AC6CDD7) + b"\0" * 18 + struct.pack("<HHHIHIH", 1, 9, 0x300, 0, 0, 0, 0)
            + struct.pack("<IH", (6 + len(body)) // 2, 0x0F43) + body)


def drawings_html():
    """An image in each kind of metafile, one that has none, and drawings of SVG."""
    drawing = ('<svg xmlns="http://www.w3.org/2000/svg"><title>Wiring</title><style>text { fill: red }</style><g><text>Pump '
               '<tspan>P1</tspan></text></g></svg>')
    icon = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
    sources = (bitmap_emf(), bitmap_wmf(), emf([(2, b"\0" * 8)]), drawing.encode(), icon.encode())
    return "<html><body>" + "".join(
        f'<p>{number}<img width="160" height="120" src="data:image/x;base64,{base64.b64encode(source).decode()}"></p>'
        for number, source in enumerate(sources, 1)) + "</body></html>"


def at(x, y, width, height):
    """A rectangle whose upper edge is `y` points from that of the page, as PDF writes it."""
    return b"%g %g %g %g" % (x, HEIGHT - y - height, width, height)


def image(x, y, width, height):
    return b"q %g 0 0 %g %g %g cm /Im1 Do Q\n" % (width, height, x, HEIGHT - y - height)


def figures_pdf():
    """Page 1: a flag with its caption below, and a logo. 2: a drawing of lines with labels; its caption is above. 3: a table
    with lines, and a box around text. All have the logo."""
    prose = ["The harbor master raises the flag at dawn and", "takes it down at dusk. Ships in the harbor answer",
             "with theirs, and boats keep away from the pier."]

    def text(y, words):
        return [(72, y + 14 * i, 11, line) for i, line in enumerate(words)]

    logo = b"0 0.6 0.3 rg %s re f 0.9 0.9 0 rg %s re f\n" % (at(450, 30, 80, 64), at(460, 40, 30, 30))
    drawing = (b"2 w 0 0 0 RG 150 500 m 150 350 l 400 350 l S 150 360 m 200 420 l 260 390 l 330 470 l 390 480 l S "
               b"0.5 w 150 400 m 400 400 l S 150 450 m 400 450 l S\n")
    rows = b"".join(b"0.7 w %s re S\n" % at(72 + 120 * column, 190 + 20 * row, 120, 20) for row in range(6) for column in range(3))
    cells = [(78 + 120 * column, 204 + 20 * row, 10, f"cell {row} of col {column}") for row in range(6) for column in range(3)]
    box = b"0.9 0.9 0.7 rg 1 w %s re B\n" % at(66, 480, 330, 70)
    return pdf(
        [text(110, prose) + text(330, ["Figure 1: The flag of the harbor"]) + text(380, prose),
         text(110, prose) + text(300, ["Fig. 2. Ships per month"]) + [(180, 505, 8, "March"), (330, 505, 8, "June")] + text(540, prose),
         text(110, prose) + cells + text(500, prose)],
        drawings=[image(72, 170, 200, 140) + logo, drawing + logo, rows + box + logo], image=(WIDE, HIGH, ROW * HIGH))


def write_figures(keep):
    keep("figures/figures.docx", figures_docx())
    keep("figures/figures.pptx", figures_pptx())
    keep("figures/figures.odt", figures_odt())
    keep("figures/figures.odp", figures_odp())
    keep("figures/figures.html", figures_html())
    keep("figures/figures.epub", figures_epub())
    keep("figures/figures.pdf", figures_pdf())
    keep("figures/figures.eml", figures_eml())
    keep("figures/figures.mht", figures_mht())
    keep("figures/figures.fodt", figures_fodt())
    keep("figures/figures.fodp", figures_fodp())
    keep("figures/drawings.html", drawings_html())
    keep("figures/scan.pdf", pdf([[]], drawings=[image(0, 0, 595, HEIGHT)], image=(WIDE, HIGH, ROW * HIGH)))
