"""Packages of Office and OpenDocument files, as far as readers look at them."""
import io
import zipfile


def package(entries):
    """entries: name → text or bytes; a "mimetype" stands first and unpacked, as its formats want it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            entry = zipfile.ZipInfo(name)  # of no time, so that the file is the same every time
            archive.writestr(entry, content, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return file.getvalue()


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def word(body, more=None, head=""):
    return package({
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f'<?xml version="1.0"?>{head}<w:document {W}><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles {W}><w:style w:styleId="a1"><w:name w:val="heading 2"/></w:style>'
                           '<w:style w:styleId="mine"><w:name w:val="My own"/><w:basedOn w:val="a1"/></w:style></w:styles>',
        "word/footnotes.xml": f'<w:footnotes {W}><w:footnote w:type="separator" w:id="0"/>'
                              '<w:footnote w:id="2"><w:p><w:r><w:t>A remark.</w:t></w:r></w:p></w:footnote></w:footnotes>',
        "docProps/core.xml": '<c:coreProperties xmlns:c="c" xmlns:dc="d"><dc:title>A letter</dc:title></c:coreProperties>',
        **(more or {})})


def w_paragraph(text, style="", number=False):
    properties = (f'<w:pStyle w:val="{style}"/>' if style else "") + (
        '<w:numPr><w:numId w:val="3"/></w:numPr>' if number else "")
    return f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def open_document(kind, body, more=None):
    names = ('xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:svg="s" '
             'xmlns:presentation="p" xmlns:style="y" xmlns:fo="f"')
    return package({
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": f'<office:document-content {names}><office:body><office:{kind}>{body}</office:{kind}>'
                       '</office:body></office:document-content>',
        "styles.xml": f'<office:document-styles {names}><office:automatic-styles><style:page-layout>'
                      '<style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout>'
                      '</office:automatic-styles></office:document-styles>',
        "META-INF/manifest.xml": "<manifest/>", **(more or {})})
