#include "base/ascii.h"
#include "services/documents/document.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/reader.h"

#include <QByteArray>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace services {

namespace {

// A part of a message (MIME, RFC 2045 to 2047).
struct MailPart {
    std::string type; // in lower case, without parameters: "text/plain"
    std::string attachment; // its file name, if it is one
    std::string text; // UTF-8, of texts that are no attachments
    std::vector<MailPart> parts; // of a multipart
};

struct MailMessage {
    std::string subject;
    // From, To, Cc, Date, as far as there are.
    std::vector<std::pair<std::string, std::string>> head;
    MailPart body;
};

using Fields = std::map<std::string, std::string>; // names in lower case; of several the first

// Whitespace at the ends of lines is not part of the text, and an '=' there joins the next line.
std::string quotedPrintable(std::string_view text)
{
    std::string bytes;
    for (size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '=') {
            bytes += text[at];
            continue;
        }
        const size_t end = text.find_first_not_of(" \t", at + 1);
        if (end != std::string_view::npos && (text[end] == '\n' || text[end] == '\r')) {
            at = text.substr(end, 2) == "\r\n" ? end + 1 : end;
            continue;
        }
        const int high = at + 2 < text.size() ? base::hexValue(text[at + 1]) : -1;
        const int low = at + 2 < text.size() ? base::hexValue(text[at + 2]) : -1;
        if (high < 0 || low < 0) {
            bytes += '=';
            continue;
        }
        bytes += char(high * 16 + low);
        at += 2;
    }
    return bytes;
}

std::string base64(std::string_view text)
{
    return QByteArray::fromBase64(QByteArray::fromRawData(text.data(), qsizetype(text.size())))
        .toStdString();
}

// The word of RFC 2047 at the beginning of `text`, "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", which it is taken from.
std::optional<std::string> takeEncodedWord(std::string_view& text)
{
    if (!text.starts_with("=?"))
        return std::nullopt;
    const size_t form = text.find('?', 2);
    const size_t words = form == std::string_view::npos ? form : text.find('?', form + 1);
    const size_t end = words == std::string_view::npos ? words : text.find("?=", words + 1);
    if (end == std::string_view::npos || words != form + 2)
        return std::nullopt;
    const std::string charset(text.substr(2, form - 2));
    std::string inner(text.substr(words + 1, end - words - 1));
    if (tolower(text[form + 1]) == 'q')
        std::ranges::replace(inner, '_', ' ');
    const std::string bytes
        = tolower(text[form + 1]) == 'b' ? base64(inner) : quotedPrintable(inner);
    text.remove_prefix(end + 2);
    return decodeText(bytes, charset.substr(0, charset.find('*')));
}

std::string decodedField(std::string_view field)
{
    std::string text;
    bool isAfterWord = false;
    while (!field.empty()) {
        if (auto word = takeEncodedWord(field)) {
            if (isAfterWord) // only spaces are between them, which do not count
                text.resize(text.find_last_not_of(" \t") + 1);
            text += *word;
            isAfterWord = true;
            continue;
        }
        isAfterWord = isAfterWord && (field[0] == ' ' || field[0] == '\t');
        text += field[0];
        field.remove_prefix(1);
    }
    return decodeText(text);
}

// The head at the beginning of `text`, which it is taken from, with the empty line behind it.
Fields takeHead(std::string_view& text)
{
    Fields fields;
    std::string* last = nullptr;
    while (!text.empty()) {
        const size_t length = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.empty())
            break;
        const size_t colon = line.find(':');
        if (last && (line[0] == ' ' || line[0] == '\t')) {
            *last += ' ' + std::string(base::trimmed(line));
        } else if (colon != std::string_view::npos) {
            const auto [field, isNew]
                = fields.try_emplace(base::toLowerAscii(line.substr(0, colon)),
                    std::string(base::trimmed(line.substr(colon + 1))));
            last = isNew ? &field->second : nullptr;
        }
    }
    return fields;
}

// The value of `name` in "text/plain; charset=utf-8; name="a b.txt"".
std::string parameter(std::string_view field, const std::string& name)
{
    const std::string low = base::toLowerAscii(field);
    for (size_t at = low.find(';'); at != std::string::npos; at = low.find(';', at + 1)) {
        const size_t from = low.find_first_not_of("; \t", at);
        if (from == std::string::npos || low.compare(from, name.size(), name) != 0)
            continue;
        std::string_view value = field.substr(from + name.size());
        if (value.starts_with('*')) // RFC 2231; its language and escapes are left as they are
            value.remove_prefix(1);
        if (!value.starts_with('='))
            continue;
        value.remove_prefix(1);
        const bool isQuoted = value.starts_with('"');
        value.remove_prefix(isQuoted);
        return std::string(base::trimmed(value.substr(0, value.find(isQuoted ? '"' : ';'))));
    }
    return {};
}

std::string findField(const Fields& fields, const char* name)
{
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
}

std::string decodedBody(std::string_view body, const Fields& fields)
{
    const std::string transfer = base::toLowerAscii(findField(fields, "content-transfer-encoding"));
    if (transfer == "base64")
        return base64(body);
    if (transfer == "quoted-printable")
        return quotedPrintable(body);
    return std::string(body);
}

// The parts between the lines "--boundary".
std::vector<std::string_view> splitParts(std::string_view body, const std::string& boundary)
{
    const std::string line = "--" + boundary;
    std::vector<std::string_view> parts;
    size_t from = std::string_view::npos;
    for (size_t at = body.find(line); at != std::string_view::npos; at = body.find(line, at + 1)) {
        if (at != 0 && body[at - 1] != '\n')
            continue;
        if (from != std::string_view::npos && from <= at)
            parts.push_back(body.substr(from, at - from));
        const size_t end = body.find('\n', at);
        from = end == std::string_view::npos ? body.size() : end + 1;
        if (body.substr(at + line.size(), 2) == "--")
            return parts;
    }
    if (from < body.size())
        parts.push_back(body.substr(from)); // its end was cut off
    return parts;
}

MailPart parsePart(const Fields& fields, std::string_view body, int nesting)
{
    if (nesting == 0)
        throw Unreadable(DocumentFault::TooDeep);
    MailPart part;
    const std::string type = findField(fields, "content-type");
    const std::string disposition = findField(fields, "content-disposition");
    part.type = base::toLowerAscii(base::trimmed(std::string_view(type).substr(0, type.find(';'))));
    if (part.type.empty())
        part.type = "text/plain";
    const std::string boundary = parameter(type, "boundary");
    const std::string named = parameter(disposition, "filename");
    if (base::toLowerAscii(disposition).starts_with("attachment") || !named.empty()) {
        part.attachment = decodedField(named.empty() ? "(without a name)" : named);
    } else if (part.type.starts_with("multipart/") && !boundary.empty()) {
        for (std::string_view each : splitParts(body, boundary)) {
            const Fields head = takeHead(each);
            part.parts.push_back(parsePart(head, each, nesting - 1));
        }
    } else if (part.type == "message/rfc822") {
        const Fields head = takeHead(body);
        part.parts.push_back(parsePart(head, body, nesting - 1));
    } else if (part.type.starts_with("text/")) {
        part.text = decodeText(decodedBody(body, fields), parameter(type, "charset"));
    }
    return part;
}

// Parses a message. Throws Unreadable: Damaged where there is no head of a message, TooDeep where
// messages and parts are nested deeper than `nesting`.
MailMessage parseMail(std::string_view bytes, int nesting)
{
    const Fields fields = takeHead(bytes);
    if (!fields.contains("from") && !fields.contains("subject") && !fields.contains("mime-version"))
        throw Unreadable(DocumentFault::Damaged);
    MailMessage message;
    message.subject = decodedField(findField(fields, "subject"));
    for (const char* name : {"From", "To", "Cc", "Date"})
        if (const std::string value = findField(fields, base::toLowerAscii(name).c_str());
            !value.empty())
            message.head.emplace_back(name, decodedField(value));
    message.body = parsePart(fields, bytes, nesting);
    return message;
}

void putParagraphs(std::string_view text, DocumentWriter& writer)
{
    std::string paragraph;
    for (const std::string_view line : splitLines(text)) {
        if (!line.empty() && line != " ") {
            paragraph += std::string(line) + '\n';
            continue;
        }
        writer.paragraph(paragraph);
        paragraph.clear();
    }
    writer.paragraph(paragraph);
}

// Prefers the plain one of several forms of the same text.
const MailPart* chosen(const MailPart& alternatives)
{
    for (const char* type : {"text/plain", "multipart/", "text/html"})
        for (const MailPart& part : alternatives.parts)
            if (part.type.starts_with(type))
                return &part;
    return nullptr;
}

void putPart(const MailPart& part, DocumentWriter& writer)
{
    if (!part.attachment.empty()) {
        writer.paragraph("Attachment: " + part.attachment);
    } else if (part.type == "multipart/alternative") {
        if (const MailPart* best = chosen(part))
            putPart(*best, writer);
    } else if (part.type == "text/html") {
        putHtml(part.text, writer);
    } else if (part.type.starts_with("text/")) {
        putParagraphs(part.text, writer);
    }
    if (part.type != "multipart/alternative")
        for (const MailPart& each : part.parts)
            putPart(each, writer);
}

} // namespace

void readMail(const SourceFile& file, DocumentWriter& writer)
{
    const MailMessage message = parseMail(file.bytes, writer.limits().nesting);
    writer.setTitle(message.subject);
    writer.heading(1, message.subject);
    std::string head;
    for (const auto& [name, value] : message.head)
        head += name + ": " + value + '\n';
    writer.paragraph(head);
    putPart(message.body, writer);
}

} // namespace services
