"""Writes small PDF files: text at given places, as a program that makes them would."""
import hashlib

PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
WIDTH, HEIGHT = 595, 842  # points

# "\x01" and "\x02" are the ligatures fi and fl.
FONT = (b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding "
        b"/BaseEncoding /WinAnsiEncoding /Differences [ 1 /fi /fl ] >> >>")


def rc4(key, data):
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def escaped(text):
    raw = text.encode("cp1252")
    return raw.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def content(texts):
    """texts: (x, y from the page's upper edge to the letters' line, size, text)."""
    drawn = [b"BT /F1 %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET" % (size, x, HEIGHT - y, escaped(text))
             for x, y, size, text in texts]
    return b"\n".join(drawn)


def pdf(pages, title="", outline=(), password=None, drawings=(), image=None):
    """outline: (title, page from 0), all of the first level. drawings: what is drawn on each page before its texts, which may
    use the image (width, height, RGB) as /Im1."""
    objects = []

    def add(body):
        objects.append(body)
        return len(objects)

    catalogue, tree, font = add(None), add(None), add(FONT)
    key = None
    if password is not None:
        padded = (password.encode() + PADDING)[:32]
        owner = rc4(hashlib.md5(padded).digest()[:5], padded)
        identity = b"vignette vignett"
        key = hashlib.md5(padded + owner + b"\xfc\xff\xff\xff" + identity).digest()[:5]
        user = rc4(key, PADDING)
    kids, shown = [], b""
    if image:
        wide, high, pixels = image
        shown = b" /XObject << /Im1 %d 0 R >>" % add(
            b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length %d >>\n"
            b"stream\n%s\nendstream" % (wide, high, len(pixels), pixels))
    for page, texts in enumerate(pages):
        stream = (b"q %s Q\n" % drawings[page] if drawings else b"") + content(texts)
        number = len(objects) + 1
        if key:
            whole = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
            stream = rc4(whole, stream)
        drawn = add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(add(b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R "
                        b"/Resources << /Font << /F1 %d 0 R >>%s >> >>" % (tree, WIDTH, HEIGHT, drawn, font, shown)))
    objects[tree - 1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
        len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    more = b""
    if outline:
        root = len(objects) + 1
        first, last = root + 1, root + len(outline)
        add(b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (first, last, len(outline)))
        for i, (name, page) in enumerate(outline):
            links = (b"" if i == 0 else b" /Prev %d 0 R" % (first + i - 1)) + (
                b"" if i == len(outline) - 1 else b" /Next %d 0 R" % (first + i + 1))
            add(b"<< /Title (%s) /Parent %d 0 R%s /Dest [%d 0 R /Fit] >>" % (escaped(name), root, links, kids[page]))
        more = b" /Outlines %d 0 R" % root
    objects[catalogue - 1] = b"<< /Type /Catalog /Pages %d 0 R%s >>" % (tree, more)
    trailer = b""
    if title:
        trailer += b" /Info %d 0 R" % add(b"<< /Title (%s) >>" % escaped(title))
    if key:
        trailer += b" /Encrypt %d 0 R /ID [<%s> <%s>]" % (
            add(b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % (
                owner.hex().encode(), user.hex().encode())), identity.hex().encode(), identity.hex().encode())

    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root %d 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, catalogue, trailer, start)
    return out
