"""Small files about the rules of their formats, by name. What is read of them is in read_document_test.cpp."""
from office import R, RELATIONS, W, open_document, package, w_paragraph

W_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def relations(*targets):
    """targets: (name, kind, path)"""
    return f"<Relationships {RELATIONS}>" + "".join(
        f'<Relationship Id="{name}" Type="{W_RELATIONS}/{kind}" Target="{path}"/>' for name, kind, path in targets) + "</Relationships>"


# --- DOCX

def numbering():
    def level(number, style, pattern, more=""):
        return (f'<w:lvl w:ilvl="{number}"><w:start w:val="1"/><w:numFmt w:val="{style}"/>{more}<w:lvlText w:val="{pattern}"/></w:lvl>')

    levels = (level(0, "decimal", "%1.", '<w:pStyle w:val="clause"/>') + level(1, "decimal", "%1.%2")
              + level(2, "lowerLetter", "(%3)") + level(3, "upperRoman", "%4)"))
    return (f'<w:numbering {W}><w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum>'
            f'<w:abstractNum w:abstractNumId="8">{level(0, "bullet", "•")}</w:abstractNum>'
            '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>'
            '<w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
            '</w:num></w:numbering>')


def item(text, level, number=1):
    return (f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr></w:pPr>'
            f'<w:r><w:t>{text}</w:t></w:r></w:p>')


def docx(body, parts=None, targets=(), main="word/main7.xml"):
    return package({
        "[Content_Types].xml": f'<Types><Override PartName="/{main}" ContentType="application/vnd.openxmlformats-officedocument.'
                               'wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": relations(("rId1", "officeDocument", main)),
        main: f'<w:document {W} {R} {MATH}><w:body>{body}</w:body></w:document>',
        "word/_rels/main7.xml.rels": relations(*targets), **(parts or {})})


NUMBERED = docx(
    w_paragraph("Definitions", "clause") + item("Goods", 1) + item("Seller", 1) + item("new", 2) + item("used", 2) + item("deep", 3)
    + w_paragraph("Termination", "clause") + item("Notice", 1) + item("a bullet", 0, 2) + item("Starts anew", 0, 3) + item("within", 1, 3),
    {"word/numbering.xml": numbering(),
     "word/styles.xml": f'<w:styles {W}><w:style w:styleId="clause"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/>'
                        '</w:numPr></w:pPr></w:style></w:styles>'})


def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def boxed(text):
    return f'<w:txbxContent>{w_paragraph(text)}</w:txbxContent>'


LETTER = docx(
    "<w:p>" + run("Area 1000 m") + run("2", '<w:vertAlign w:val="superscript"/>') + run(", H") + run("2", '<w:vertAlign w:val="subscript"/>')
    + run("O, 1") + run("st", '<w:vertAlign w:val="superscript"/>') + run(" secret", "<w:vanish/>") + run(" ghost", '<w:rStyle w:val="ghost"/>')
    + run(" shown", '<w:vanish w:val="0"/>') + "<w:r><w:footnoteReference w:id=\"2\"/></w:r></w:p>"
    + '<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' + run(" 5 ") + '<w:r><w:sym w:font="Symbol" w:char="F0B1"/></w:r>'
    + '<w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r>' + run("m") + '<w:r><w:commentReference w:id="1"/></w:r></w:p>'
    + w_paragraph("never shown", "ghost")
    + '<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>' + run("Joined ") + "</w:p><w:p>" + run("paragraphs.") + "</w:p>"
    + f'<w:p><w:r><w:pict><v:shape xmlns:v="v"><v:textbox>{boxed("Call 555-0142.")}</v:textbox></v:shape></w:pict></w:r>{run("Boxes:")}</w:p>'
    + '<w:p><m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>-b±</m:t></m:r><m:rad><m:deg/><m:e><m:sSup><m:e><m:r><m:t>b</m:t></m:r>'
      '</m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:r><m:t>-4ac</m:t></m:r></m:e></m:rad></m:num><m:den><m:r><m:t>2a</m:t></m:r>'
      '</m:den></m:f></m:oMath></w:p>'
    + '<w:altChunk r:id="rId5"/><w:p><w:pPr><w:sectPr><w:headerReference r:id="rId6"/></w:sectPr></w:pPr></w:p>'
    + '<w:sectPr><w:headerReference r:id="rId6"/><w:footerReference r:id="rId7"/><w:footerReference r:id="rId8"/></w:sectPr>',
    {"word/styles2.xml": f'<w:styles {W}><w:style w:styleId="ghost"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>',
     "word/said.xml": f'<w:comments {W}><w:comment w:id="1">{w_paragraph("Check this.")}</w:comment></w:comments>',
     "word/notes.xml": f'<w:footnotes {W}><w:footnote w:id="2"><w:p>{run("About 10")}{run("3", "<w:vertAlign w:val=" + chr(34) + "superscript" + chr(34) + "/>")}'
                       '</w:p></w:footnote></w:footnotes>',
     "word/chunk.html": "<html><body><p>The warranty lasts <b>36</b> months.</p></body></html>",
     "word/header9.xml": f'<w:hdr {W}>{w_paragraph("Contract HX-4471")}</w:hdr>',
     "word/footer1.xml": f'<w:ftr {W}>{w_paragraph("IBAN DE00")}</w:ftr>',
     "word/footer2.xml": f'<w:ftr {W}>{w_paragraph("3")}</w:ftr>'},
    (("rId1", "styles", "styles2.xml"), ("rId2", "footnotes", "notes.xml"), ("rId3", "comments", "said.xml"), ("rId5", "aFChunk", "chunk.html"),
     ("rId6", "header", "header9.xml"), ("rId7", "footer", "footer1.xml"), ("rId8", "footer", "footer2.xml")))


def w_cell(text, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{w_paragraph(text)}</w:tc>"


MERGED = docx("<w:tbl>"
              + "<w:tr>" + w_cell("Region") + w_cell("City") + w_cell("Sales") + "</w:tr>"
              + "<w:tr>" + w_cell("North", '<w:vMerge w:val="restart"/>') + w_cell("Aarhus") + w_cell("140") + "</w:tr>"
              + "<w:tr>" + w_cell("", "<w:vMerge/>") + w_cell("Bergen") + w_cell("95") + "</w:tr>"
              + "<w:tr><w:trPr><w:del/></w:trPr>" + w_cell("Deleted") + w_cell("Oslo") + w_cell("1") + "</w:tr>"
              + "<w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr>" + w_cell("Elsewhere") + w_cell("7") + "</w:tr>"
              + "<w:tr>" + w_cell("Total", '<w:gridSpan w:val="2"/>') + w_cell("242") + "</w:tr></w:tbl>")

# --- XLSX

CHART = ('<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Turnover</a:t></a:r></a:p></c:rich></c:tx>'
         '</c:title><c:plotArea><c:barChart>' + "".join(
             f'<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>{name}</c:v></c:pt></c:strCache></c:strRef></c:tx>'
             '<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>2021</c:v></c:pt><c:pt idx="1"><c:v>2022</c:v></c:pt></c:strCache></c:strRef></c:cat>'
             f'<c:val><c:numRef><c:numCache><c:formatCode>{code}</c:formatCode><c:pt idx="0"><c:v>{first}</c:v></c:pt>'
             f'<c:pt idx="1"><c:v>{second}</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>'
             for name, code, first, second in (("Exports", "0.0", "19.25", "21.4"), ("Share", "0%", "0.31", "0.4")))
         + '</c:barChart></c:plotArea></c:chart></c:chartSpace>')


def xlsx(rows, formats=(), more="", parts=None, properties="", targets=()):
    """rows: of cells, each a piece of XML that begins behind "<c"."""
    own = "".join(f'<numFmt numFmtId="{164 + i}" formatCode="{code}"/>' for i, code in enumerate(formats) if isinstance(code, str))
    styles = "".join(f'<xf numFmtId="{164 + i if isinstance(code, str) else code}"/>' for i, code in enumerate(formats))
    data = "".join("<row>" + "".join(f"<c{cell}</c>" for cell in row) + "</row>" for row in rows)
    return package({
        "[Content_Types].xml": "<Types/>",
        "xl/workbook.xml": f'<workbook {R}><workbookPr {properties}/><sheets><sheet name="Sheet" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId3", "styles", "styles.xml")),
        "xl/styles.xml": f'<styleSheet><numFmts>{own}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>',
        "xl/worksheets/sheet1.xml": f'<worksheet {R}><sheetData>{data}</sheetData>{more}</worksheet>',
        "xl/worksheets/_rels/sheet1.xml.rels": relations(*targets), **(parts or {})})


NUMBERS = [("0.075", "0.0%"), ("0.075", 9), ("1234.5", "&quot;$&quot;#,##0.00"), ("-1234.5", "[$€-407]#,##0.00;[Red]-[$€-407]#,##0.00"),
           ("-1234.5", "#,##0.00_);(#,##0.00)"), ("0", "#,##0;-#,##0;&quot;-&quot;"), ("123", "00000"), ("1234567890", "(000) 000-0000"),
           ("1234567", "#,##0.0,,&quot; M&quot;"), ("0.5", "#.##"), ("12.5", "0.###"), ("12", "0.##"), ("2.5", 1), ("1234.5", "#,##0.00\\ [$kr.-406]"),
           ("0.354166666666667", 20), ("0.5", "h:mm:ss AM/PM"), ("1.5", 46), ("0.0625", "[mm]:ss"), ("46096", "mm/dd/yyyy"), ("46096.75", 22),
           ("45429", "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy"), ("1", 14), ("1234567890123456", 0), ("0.10000000000000001", 0), ("12345", "0.00E+00"),
           ("7", "General&quot; kg&quot;"), ("0.25", "# ?/?"), ("3", "@"), ("5551234", "[&lt;=9999999]###\\-####;(###) ###\\-####"),
           ("-0.001", "0.0"), ("1e300", "0"), ("2000000", "yyyy"), ("1e9", "yyyy-mm-dd"), ("1", "&quot;Yes&quot;;&quot;Yes&quot;;&quot;No&quot;"), ("0.5", "yyyy-mm-dd"),
           ("1.25", "# ?/8"), ("3.14159", 13), ("0.75", "?/?"), ("-1.5", "# ?/?"), ("2.9999", "# ?/?"), ("0", "# ?/?"), ("1.5", "?/100")]
FORMATS = xlsx([[f' s="{i}"><v>{value}</v>'] for i, (value, _) in enumerate(NUMBERS)], [code for _, code in NUMBERS])


def words(text):
    return f' t="inlineStr"><is><t>{text}</t></is>'


CELLS = xlsx(
    [[words("Sales of the year")], [words("Region"), words("City"), words("Sales")],
     [words("North"), words("Aarhus"), "><v>140</v>"], [' r="B4" t="inlineStr"><is><t>Bergen</t></is>', ' r="C4"><f>SUM(A1:A2)</f><v></v>'],
     [words("Total"), ">", ' t="str"><f>TEXT(1)</f><v></v>'],
     [' t="inlineStr"><is><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>3</t></r></is>', ' s="1"><v>35533</v>']],
    [0, 14], '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A3:A4"/><mergeCell ref="A5:B5"/><mergeCell ref="A9:XFD1048576"/></mergeCells>',
    {"xl/comments1.xml": '<comments><commentList><comment ref="B3"><text><r><t>Check </t></r><r><t>again.</t></r></text></comment>'
                         '<comment ref="J9"><text><t>Alone.</t></text></comment></commentList></comments>',
     "xl/drawings/drawing1.xml": "<wsDr/>", "xl/drawings/_rels/drawing1.xml.rels": relations(("rId1", "chart", "../charts/chart1.xml")),
     "xl/charts/chart1.xml": CHART},
    'date1904="1"', (("rId1", "comments", "../comments1.xml"), ("rId2", "drawing", "../drawings/drawing1.xml")))

# --- PPTX


def shape(text, x, y, width=100, height=20):
    return (f'<p:sp><p:spPr><a:xfrm><a:off x="{x * 12700}" y="{y * 12700}"/><a:ext cx="{width * 12700}" cy="{height * 12700}"/></a:xfrm>'
            f'</p:spPr><p:txBody>{text if text.startswith("<") else f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"}</p:txBody></p:sp>')


def p_item(text, properties):
    return f'<a:p><a:pPr {properties}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>'


def a_cell(text, attributes=""):
    return f'<a:tc {attributes}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>'


SLIDES = package({
    "[Content_Types].xml": "<Types/>",
    "ppt/presentation.xml": f'<p:presentation xmlns:p="p" {R}><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst><p:sldSz cx="12192000" '
                            'cy="6858000"/></p:presentation>',
    "ppt/_rels/presentation.xml.rels": relations(("rId1", "slide", "slides/s.xml")),
    "ppt/slides/s.xml": f'<p:sld xmlns:p="p" xmlns:a="a" xmlns:c="c" xmlns:dgm="g" xmlns:m="m" xmlns:mc="mc" xmlns:a14="a14" {R}><p:cSld><p:spTree>'
        + shape("Below both", 10, 200, 300) + shape("Right", 200, 50) + shape("Left", 10, 52) + shape("Above", 10, 10, 300)
        + shape(p_item("one", '><a:buAutoNum type="arabicPeriod"/>') + p_item("a", 'lvl="1"><a:buAutoNum type="alphaLcParenR"/>')
                + p_item("two", '><a:buAutoNum type="arabicPeriod"/>') + p_item("dot", '><a:buChar char="•"/>')
                + '<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r><mc:AlternateContent><mc:Choice><a14:m><m:oMath>'
                  '<m:sSub><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sub><m:r><m:t>i</m:t></m:r></m:sub></m:sSub></m:oMath></a14:m></mc:Choice>'
                  '<mc:Fallback><a:t>no</a:t></mc:Fallback></mc:AlternateContent></a:p>', 10, 230)
        + '<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>' + a_cell("Both", 'gridSpan="2"') + a_cell("", 'hMerge="1"') + a_cell("C")
        + '</a:tr><a:tr>' + a_cell("North", 'rowSpan="2"') + a_cell("1") + a_cell("2") + '</a:tr><a:tr>' + a_cell("", 'vMerge="1"')
        + a_cell("3") + a_cell("4") + '</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>'
        '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId7"/></a:graphicData></a:graphic></p:graphicFrame>'
        '<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="rId8"/></a:graphicData></a:graphic></p:graphicFrame>'
        '</p:spTree></p:cSld></p:sld>',
    "ppt/slides/_rels/s.xml.rels": relations(("rId7", "chart", "../charts/c.xml"), ("rId8", "diagramData", "../diagrams/d.xml")),
    "ppt/charts/c.xml": CHART,
    "ppt/diagrams/d.xml": '<dgm:dataModel xmlns:dgm="g" xmlns:a="a"><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>melt</a:t></a:r></a:p></dgm:t></dgm:pt>'
                          '<dgm:pt type="pres"/><dgm:pt><dgm:t><a:p><a:r><a:t>pour</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>'})

# --- OpenDocument

ODF_NAMES = ('xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:style="y" xmlns:xlink="x" xmlns:dc="dc"')
FLAT = (f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- flat --><office:document {ODF_NAMES}><office:meta><dc:title>Flat</dc:title></office:meta>'
        '<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>'
        '<office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" '
        'style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/>'
        '</text:list-style><text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>'
        '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>'
        '<style:style style:name="T2"><style:text-properties text:display="none"/></style:style></office:automatic-styles>'
        '<office:master-styles><style:master-page><style:header><text:p>Every page</text:p></style:header></style:master-page>'
        '</office:master-styles><office:body><office:text>'
        '<text:h text:outline-level="1">Parts</text:h><text:h text:outline-level="2">Inside</text:h>'
        '<text:p>1000 m<text:span text:style-name="T1">2</text:span><text:span text:style-name="T2"> ghost</text:span>'
        '<text:hidden-text text:string-value="s">s</text:hidden-text></text:p>'
        '<text:section text:display="none"><text:p>HIDDEN</text:p></text:section>'
        '<text:list text:style-name="L1"><text:list-header><text:p>Head</text:p></text:list-header><text:list-item text:start-value="3">'
        '<text:p>third</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item>'
        '<text:list-item><text:p>fourth</text:p><text:p>more</text:p></text:list-item></text:list>'
        '<text:list text:style-name="L1" text:continue-numbering="true"><text:list-item><text:p>fifth</text:p></text:list-item></text:list>'
        '<text:list text:style-name="L2"><text:list-item><text:p>dot</text:p></text:list-item></text:list>'
        '<text:p>The law <draw:frame><draw:object><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi>'
        '<msup><mi>c</mi><mn>2</mn></msup></mrow><annotation>E = m c^2</annotation></semantics></math></draw:object></draw:frame></text:p>'
        '<table:table><table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>North</text:p></table:table-cell>'
        '<table:table-cell><text:p>1</text:p></table:table-cell></table:table-row><table:table-row><table:covered-table-cell/>'
        '<table:table-cell><text:p>2</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell '
        'table:number-columns-spanned="2"><text:p>Both</text:p></table:table-cell><table:covered-table-cell/><table:table-cell>'
        '<text:p>3</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document>')
REMARKS = open_document("spreadsheet", '<table:table table:name="Nuts"><table:table-row><table:table-cell><office:annotation><dc:date '
                        'xmlns:dc="dc">2024</dc:date><text:p>Check again.</text:p></office:annotation><text:p>7.5%</text:p></table:table-cell>'
                        '</table:table-row></table:table>')

NAMES = 'xmlns:office="office" xmlns:text="text" xmlns:table="table" xmlns:draw="draw" xmlns:chart="chart" xmlns:xlink="xlink"'
CHARTED = package({
    "mimetype": "application/vnd.oasis.opendocument.text",
    "content.xml": f'<office:document-content {NAMES}><office:body><office:text><text:p>Before<draw:frame><draw:object xlink:href="./Chart"/>'
                   '</draw:frame></text:p><text:p>After</text:p></office:text></office:body></office:document-content>',
    "Chart/content.xml": f'<office:document-content {NAMES}><office:body><office:chart><chart:chart><table:table><table:table-row><table:table-cell>'
                         '<text:p>Share<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p></table:table-cell>'
                         '<table:table-cell><text:p>7</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart>'
                         '</office:body></office:document-content>'})

# --- pages and books

XHTML = ('<?xml version="1.0" encoding="ISO-8859-1"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="k.js"/><style/></head>'
         '<body><h1>Ma\xdfe</h1><p>The law is <m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>E</m:mi><m:mo>=</m:mo><m:mfrac><m:mrow><m:mi>a</m:mi>'
         '<m:mo>+</m:mo><m:mi>b</m:mi></m:mrow><m:mn>2</m:mn></m:mfrac></m:math>&nbsp;here &amp; now.</p><div/><p><a id="x"/>'
         '<ruby>田<rt>た</rt>中<rp>(</rp><rt>なか</rt><rp>)</rp></ruby>さん <![CDATA[a < b]]></p><img alt="Map of the isles" src="x.png"/>'
         '<img src="y.png"/></body></html>')
BOOK = package({
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    "b.opf": '<package><manifest><item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/></manifest>'
             '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    "a.xhtml": XHTML.replace("ISO-8859-1", "utf-8"), "b.xhtml": "<html><body><p>Not closed<br>but read.</body></html>"})

RULES_HTML = """<!-- saved --><html><head><style>x</style></head><body>
<div style="color:red; Display : NONE">one</div><p aria-hidden="true">two</p><p style="visibility:hidden">three</p><p hidden>four</p>
<p>H<sub>2</sub>O, 10<sup>6</sup>, 10<sup>-3</sup>, x<sup>n+1</sup>, 1<sup>st</sup>, 1011<sub>2</sub>, word<sup>[1]</sup>, <del>old</del><ins>new</ins> <s>9</s></p>
<ol start="4"><li>fourth<li><p>fifth</p><p>still fifth</p><ol type="a"><li>inner</ol><li value="9">ninth</ol>
<ol reversed><li>two<li>one</ol><ul><li>dot</ul>
<table><tr><th>Region<th>City<th>Sales<tr><td rowspan="2">North<td>Aarhus<td>140<tr><td>Bergen<td>95<tr><td colspan="2">Total<td>235
<tr><td rowspan="1000000000" colspan="1000000000">Huge<tr><td>gone</table><p>E = <math><msqrt><mi>x</mi></msqrt><mo>+</mo><msubsup><mi>y</mi><mi>i</mi><mn>2</mn></msubsup></math></p>
</body></html>"""

# --- mail


def mail(head, body, charset="utf-8"):
    return f"From  : a@example.org\nMIME-Version: 1.0\n{head}\n\n".encode() + (body if isinstance(body, bytes) else body.encode(charset))


def parts(kind, *each):
    return f'Content-Type: multipart/{kind}; boundary="b"', "".join(f"--b\n{part}\n" for part in each) + "--b--\n"


INNER = "From: c@example.org\nSubject: Lamp\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\nThe lamp is number 12.\n"
MAILS = {
    "japanese.eml": mail("Subject: =?ISO-2022-JP?B?GyRCMnE1RCRORkE+TRsoQg==?=\nContent-Type: text/plain; charset=iso-2022-jp",
                         "会議は三月五日です。", "iso-2022-jp"),
    "undeclared.eml": mail("Subject: x", "会議は三月五日です。", "iso-2022-jp"),
    "wrong.eml": mail("Subject: x\nContent-Type: text/plain; charset=utf-8", "Die Größe beträgt fünf Meter.", "latin-1"),
    "ascii.eml": mail("Subject: x\nContent-Type: text/plain; charset=us-ascii", "Die Größe beträgt fünf Meter.", "latin-1"),
    "quotes.eml": mail("Subject: x\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable",
                       "Price =80 25, =93fair=94."),
    "seven.eml": mail("Subject: x\nContent-Type: text/plain; charset=utf-7", "Die Gr+APYA3w-e."),
    "wide.eml": INNER.encode("utf-16"),
    "wide_plain.eml": INNER.replace("Lamp", "L\u00e4mpchen").encode("utf-16-be"),
    "cut.eml": mail("Subject: =?utf-8?B?R3LDvMM=?=\n =?utf-8?B?n2U=?= =?iso-8859-1?Q?_an_Zo=EB?= plain", "x"),
    "stub.eml": mail("Subject: x\n" + parts("alternative")[0], parts(
        "alternative", "Content-Type: text/plain\n\nPlease use a mail client that shows HTML.",
        "Content-Type: text/html\n\n<p>Delivery moved to 9 June.</p>")[1]),
    "empty.eml": mail("Subject: x\n" + parts("alternative")[0], parts(
        "alternative", "Content-Type: text/plain\n\n ", "Content-Type: text/html\n\n<p>Delivery moved to 9 June.</p>")[1]),
    "forwarded.eml": mail("Subject: Fwd\n" + parts("mixed")[0], parts(
        "mixed", "Content-Type: text/plain\n\nsee below", "Content-Type: message/rfc822\nContent-Disposition: attachment; filename=l.eml\n\n" + INNER)[1]),
    "attached.eml": mail("Subject: x\n" + parts("mixed")[0], parts(
        "mixed", "\nSee the files.", "Content-Type: text/plain\nContent-Disposition: attachment; filename*0*=utf-8''Gr%C3%B6%C3%9F; "
        "filename*1*=e%20a; filename*2=\".txt\"\n\nValve 8 leaks.",
        'Content-Type: application/octet-stream; name="=?utf-8?Q?t=C3=A4.csv?="\nContent-Disposition: attachment\n'
        "Content-Transfer-Encoding: base64\n\nYTtiCjE7Mgo=", "Content-Type: image/png; name=p.png\nContent-Disposition: attachment\n\nx")[1]),
    "flowed.eml": mail("Subject: x\nContent-Type: text/plain; format=flowed; delsp=yes",
                       "A paragraph is fl \nowed over lines.\nNext.\n\n> quo \n> ted\n\n-- \nAnn\n"),
    "page.mht": mail('Subject: A page\nContent-Type: multipart/related; type="text/html"; boundary="b"',
                     "--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<html><meta charset=3D\"utf-8\"><p>Caf=C3=A9 =\n"
                     "opens</p></html>\n--b\nContent-Type: text/css\n\np { color: red }\n--b\nContent-Type: image/png\n\nxx\n--b--\n"),
    "two.mbox": "From a@example.org Mon Jan  1 10:00:00 2024\nFrom: a@example.org\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n"
                "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nK=C3=A4se.\n\n>From here on\nFrom us.\n\n"
                "From b@example.org Mon Jan  1 11:00:00 2024\nFrom: b@example.org\nSubject: zwei\n\nZweite.\n",
}

RTF = (r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}{\f1\fcharset204 Arial;}}{\colortbl;\red0\green0\blue0;}{\*\generator X;}"
       r"{\info{\title A key}{\author Ann}}{\header\pard House 7\par}\pard\outlinelevel0 Keys\par\pard\f0\fs24 The gate code is \b 7734\b0 , "
       "Gr\\'fc\\'dfe, \\u8364? 5 \\emdash  {\\f1\\'cf\\'f0\\'e8}.{\\footnote\\chftn  Not on Sundays.}\\par\n{\\v hidden}{\\deleted gone}"
       r"{\listtext 1.\tab}first\par 10{\super 6} m\line next{\*\shpinst{\sp{\sn x}}{\shptxt\pard In a box\par}}\par"
       r"\trowd\cellx1\cellx2\pard\intbl Item\cell Price\cell\row\pard\intbl Pen\cell 2\cell\row\pard{\field{\*\fldinst HYPERLINK x}{\fldrslt a link}}"
       r"{\pict\bin3 }}}}{\i x\*\cs7 y}{\object{\*\objdata 00}{\result shown}}{\*\unknown secret}\par} behind")

NOTEBOOK = ('{"cells":[{"cell_type":"markdown","source":["# Analysis\\n","The **slope** is\\n","2.5 per day."]},{"cell_type":"code","source":'
            '["for i in y:\\n","    print(i)"],"outputs":[{"output_type":"stream","text":["1\\n","2\\n"]},{"output_type":"display_data","data":{'
            '"image/png":"iVBORw0KGgo","text/plain":["<Figure>"]}},{"output_type":"error","ename":"KeyError","evalue":"\\u001b[0;31mx\\u001b[0m",'
            '"traceback":[]}]}],"nbformat":4}')

UTF16 = "吾輩は猫である。名前はまだ無い。\n"

FILES = {
    "numbered.docx": NUMBERED, "letter.docx": LETTER, "merged.docx": MERGED, "formats.xlsx": FORMATS, "cells.xlsx": CELLS,
    "slides.pptx": SLIDES, "flat.fodt": FLAT, "nuts.ods": REMARKS, "charted.odt": CHARTED, "book.epub": BOOK, "page.xhtml": XHTML.encode("latin-1", "xmlcharrefreplace"),
    "classes.html": '<style>/* .seen { display: none } */ .a, .b:hover { display: none } .c { display: none } .c { display: block } '
                    '@media print { .d { display: none } } .e { color: red; DISPLAY : none }</style><p class="seen">Seen</p>'
                    '<p class="x a">A</p><p class=c>Shown by a later rule</p><p class=d>Hidden on paper only</p>'
                    '<ul><li>In a list<span class=e> e</span></ul>',
    "rules.html": RULES_HTML, "saved.txt": RULES_HTML[:14] + "<!DOCTYPE html><p>Hello there", "piece.txt": "<p>Hello there</p>\n", **MAILS,
    "key.rtf": RTF, "list.md": "3. three\n4. four\n\n   - dot\n\n10<sup>6</sup> m, H<sub>2</sub>O, ~~old~~ new, <s>9</s> <i>8</i>[<sup>1]</sup>\n",
    "russian_le.txt": "Съешь же ещё этих мягких булок.\n".encode("utf-16-le"), "preamble.csv": "Report of sales\nCreated 2024-01-05\n\nDate;Region;Amount\n2024-01-01;North;1,5\n2024-01-02;South;2,5\n",
    "quotes.csv": 'part,size,qty\npipe,5" long,3\nhose,"7"" wide",4\nbad,"unclosed,5\nlong,"two\nlines" ,7\nlast,row,6\n',
    "open.csv": 'a,b\n1,"never closed\n2,x\n', "sep.csv": "sep=|\na|b,c\n",
    "notebook.ipynb": NOTEBOOK, "bad.jsonl": '{"a": "Forty"}\n{"a": "Eve"}\n{"a": "W\n{"a": 4}\n',
    "big.json": '{"id": 12345678901234567890123, "price": 1.10, "e": -1.50e3, "text": "say \\"1.0\\""}',
    "japanese.txt": "会議は三月五日です。\n".encode("iso-2022-jp"), "wide_be.txt": UTF16.encode("utf-16-be"), "wide_le.txt": UTF16.encode("utf-16-le"),
    "broken.txt": "Größe, fünf, ".encode() + b"\xff" + " süß\n".encode(),
}
