#include "base/ascii.h"
#include "services/documents/document.h"
#include "services/documents/document_formats.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/reader.h"

#include <QByteArray>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace services {

namespace {

// A part of a message (MIME, RFC 2045 to 2047).
struct MailPart {
    std::string type; // in lower case, without parameters: "text/plain"
    std::string name; // of its file
    bool isAttached = false; // or has a name, so that it isn't a part of the text
    std::string text; // UTF-8, of texts and of files that are texts
    std::string image; // the file, of images
    std::string id, location; // by which a page names the image
    std::vector<MailPart> parts; // of a multipart
    std::string subject; // of a message within the message, with From, To, Cc and Date
    std::string head;
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

struct EncodedWord {
    std::string charset, bytes;
};

// The word of RFC 2047 at the beginning of `text`, "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", which it is taken from.
std::optional<EncodedWord> takeEncodedWord(std::string_view& text)
{
    if (!text.starts_with("=?"))
        return std::nullopt;
    const size_t form = text.find('?', 2);
    const size_t words = form == std::string_view::npos ? form : text.find('?', form + 1);
    const size_t end = words == std::string_view::npos ? words : text.find("?=", words + 1);
    if (end == std::string_view::npos || words != form + 2)
        return std::nullopt;
    const std::string_view charset = text.substr(2, form - 2);
    std::string inner(text.substr(words + 1, end - words - 1));
    if (tolower(text[form + 1]) == 'q')
        std::ranges::replace(inner, '_', ' ');
    std::string bytes = tolower(text[form + 1]) == 'b' ? base64(inner) : quotedPrintable(inner);
    text.remove_prefix(end + 2);
    return EncodedWord{base::toLowerAscii(charset.substr(0, charset.find('*'))), std::move(bytes)};
}

// Words that follow each other are decoded together, since some programs cut within a character.
std::string decodedField(std::string_view field)
{
    std::string text, gap; // spaces behind a word, which don't count between two words
    std::optional<EncodedWord> open;
    const auto close = [&] {
        if (open)
            text += decodeText(open->bytes, open->charset);
        open.reset();
        text += std::exchange(gap, {});
    };
    std::string plain;
    while (!field.empty()) {
        if (auto word = takeEncodedWord(field)) {
            text += decodeText(std::exchange(plain, {}));
            if (open && open->charset == word->charset) {
                open->bytes += word->bytes;
                gap.clear();
            } else {
                if (open)
                    gap.clear();
                close();
                open = std::move(word);
            }
            continue;
        }
        const char c = field[0];
        field.remove_prefix(1);
        if (open && (c == ' ' || c == '\t')) {
            gap += c;
            continue;
        }
        close();
        plain += c;
    }
    close();
    return text + decodeText(plain);
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
                = fields.try_emplace(base::toLowerAscii(base::trimmed(line.substr(0, colon))),
                    std::string(base::trimmed(line.substr(colon + 1))));
            last = isNew ? &field->second : nullptr;
        }
    }
    return fields;
}

// Undoes "utf-8'de'Gr%C3%BC%C3%9Fe" (RFC 2231).
std::string decodedExtended(std::string_view value)
{
    const size_t charset = value.find('\'');
    const size_t language
        = charset == std::string_view::npos ? charset : value.find('\'', charset + 1);
    if (language == std::string_view::npos)
        return base::percentDecoded(value);
    return decodeText(
        base::percentDecoded(value.substr(language + 1)), std::string(value.substr(0, charset)));
}

// The parameters of "text/plain; charset=utf-8; name="a b.txt"", their names in lower case.
Fields readParameters(std::string_view field)
{
    Fields parameters;
    size_t at = field.find(';');
    while (at < field.size()) {
        const size_t equals = field.find_first_of("=;", ++at);
        if (equals >= field.size())
            break;
        const std::string name = base::toLowerAscii(base::trimmed(field.substr(at, equals - at)));
        at = equals;
        if (field[equals] == ';')
            continue;
        at = std::min(field.find_first_not_of(" \t", equals + 1), field.size());
        std::string value;
        if (at < field.size() && field[at] == '"') {
            for (++at; at < field.size() && field[at] != '"'; ++at)
                value += field[field[at] == '\\' && at + 1 < field.size() ? ++at : at];
            at = field.find(';', at);
        } else {
            const size_t end = std::min(field.find(';', at), field.size());
            value = base::trimmed(field.substr(at, end - at));
            at = end;
        }
        parameters.try_emplace(name, std::move(value));
    }
    return parameters;
}

// A parameter, whole or in numbered pieces ("name*0*", "name*1"), decoded (RFC 2231, and RFC 2047,
// which many programs use here too).
std::string parameter(std::string_view field, const std::string& name)
{
    const Fields parameters = readParameters(field);
    if (const auto found = parameters.find(name + '*'); found != parameters.end())
        return decodedExtended(found->second);
    std::string joined;
    bool isExtended = false;
    for (int piece = 0;; ++piece) {
        const std::string numbered = name + '*' + std::to_string(piece);
        const auto plain = parameters.find(numbered), extended = parameters.find(numbered + '*');
        isExtended |= extended != parameters.end();
        if (plain != parameters.end())
            joined += plain->second;
        else if (extended != parameters.end())
            joined += extended->second;
        else
            break;
    }
    if (!joined.empty())
        return isExtended ? decodedExtended(joined) : joined;
    const auto found = parameters.find(name);
    return found == parameters.end() ? std::string() : decodedField(found->second);
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

// Joins the lines of paragraphs that are marked as flowing (RFC 3676).
std::string unflowed(std::string_view text, bool deletesSpace)
{
    std::string whole;
    size_t lastDepth = 0;
    bool flows = false;
    for (std::string_view line : splitLines(text)) {
        const size_t depth = std::min(line.find_first_not_of('>'), line.size());
        line.remove_prefix(depth);
        if (line.starts_with(' '))
            line.remove_prefix(1);
        if (!flows || depth != lastDepth)
            whole += (whole.empty() ? "" : "\n") + std::string(depth, '>') + (depth > 0 ? " " : "");
        flows = line.ends_with(' ') && line != "-- "; // which is above a signature
        lastDepth = depth;
        whole += line.substr(0, line.size() - (flows && deletesSpace));
    }
    return whole;
}

std::string decodedText(const std::string& bytes, const std::string& contentType)
{
    std::string charset = parameter(contentType, "charset");
    if (charset.empty() && contentType.find("html") != std::string::npos)
        charset = declaredEncoding(bytes);
    const std::string text = decodeText(bytes, charset);
    if (base::toLowerAscii(parameter(contentType, "format")) == "flowed")
        return unflowed(text, base::toLowerAscii(parameter(contentType, "delsp")) == "yes");
    return text;
}

// From, To, Cc, Date, as far as there are, a line each.
std::string readHead(const Fields& fields)
{
    std::string head;
    for (const char* name : {"From", "To", "Cc", "Date"})
        if (const std::string value = findField(fields, base::toLowerAscii(name).c_str());
            !value.empty())
            head += std::string(name) + ": " + decodedField(value) + '\n';
    return head;
}

std::string withoutBrackets(std::string_view id)
{
    id = base::trimmed(id);
    return std::string(id.starts_with('<') && id.ends_with('>') ? id.substr(1, id.size() - 2) : id);
}

MailPart parsePart(const Fields& fields, std::string_view body, int nesting)
{
    if (nesting <= 0)
        throw Unreadable(DocumentFault::TooDeep);
    MailPart part;
    const std::string type = findField(fields, "content-type");
    const std::string disposition = findField(fields, "content-disposition");
    part.type = base::toLowerAscii(base::trimmed(std::string_view(type).substr(0, type.find(';'))));
    if (part.type.empty())
        part.type = "text/plain";
    const std::string boundary = parameter(type, "boundary");
    part.name = parameter(disposition, "filename");
    part.isAttached
        = base::toLowerAscii(disposition).starts_with("attachment") || !part.name.empty();
    if (part.name.empty())
        part.name = parameter(type, "name");
    if (part.type.starts_with("multipart/") && !boundary.empty()) {
        for (std::string_view each : splitParts(body, boundary)) {
            Fields head = takeHead(each);
            if (part.type == "multipart/digest") // whose parts are messages if they don't say
                head.try_emplace("content-type", "message/rfc822");
            part.parts.push_back(parsePart(head, each, nesting - 1));
            if (const std::string id = findField(head, "content-id");
                !id.empty() && id == parameter(type, "start"))
                std::swap(part.parts.front(), part.parts.back()); // the one that shows the others
        }
        return part;
    }
    const DocumentFormat* named = findFormatByName(part.name);
    if (part.type.starts_with("image/")) {
        part.image = decodedBody(body, fields);
        part.id = withoutBrackets(findField(fields, "content-id"));
        part.location = findField(fields, "content-location");
    } else if (part.type == "message/rfc822" || part.type == "message/global") {
        const std::string bytes = decodedBody(body, fields);
        std::string_view inner = bytes;
        const Fields head = takeHead(inner);
        part.subject = decodedField(findField(head, "subject"));
        part.head = readHead(head);
        part.parts.push_back(parsePart(head, inner, nesting - 1));
    } else if (part.type.starts_with("text/") || part.type.starts_with("message/")
        || part.type == "application/xhtml+xml" || (named && !named->isBinary())) {
        const std::string bytes = decodedBody(body, fields);
        const bool isSaidToBeText
            = part.type.starts_with("text/") && bytes.find('\0') == std::string::npos;
        if ((isSaidToBeText || looksLikeText(bytes)) && !findFormatByMagic(bytes))
            part.text = decodedText(bytes, type);
    }
    return part;
}

// Parses a message. Throws Unreadable: Damaged where there is no head of a message, TooDeep where
// messages and parts are nested deeper than `nesting`.
MailPart parseMail(std::string_view bytes, int nesting)
{
    const Fields fields = takeHead(bytes);
    constexpr const char* usual[] = {"from", "subject", "mime-version", "content-type", "received"};
    if (std::ranges::none_of(usual, [&](const char* name) { return fields.contains(name); }))
        throw Unreadable(DocumentFault::Damaged);
    MailPart message;
    message.subject = decodedField(findField(fields, "subject"));
    message.head = readHead(fields);
    message.parts.push_back(parsePart(fields, bytes, nesting));
    return message;
}

// Writes the parts of a message. `file` is the message's.
class PartWriter {
public:
    PartWriter(const SourceFile& file, DocumentWriter& writer)
        : m_file(file)
        , m_writer(writer)
    {
    }

    void putMessage(const MailPart& message, int level)
    {
        if (message.parts.empty())
            return;
        m_writer.heading(level, message.subject);
        m_writer.paragraph(message.head);
        const std::vector<const MailPart*> outer = std::exchange(m_images, {});
        for (const MailPart& part : message.parts)
            collectImages(part);
        for (const MailPart& part : message.parts)
            putPart(part, level);
        const auto rest = m_images;
        for (const MailPart* image : rest)
            if (image->location.empty()) // others are the background of a saved page
                m_writer.image({.load = takeImage(*image)});
        m_images = outer;
    }

    void putPart(const MailPart& part, int level)
    {
        if (part.type.starts_with("message/") && !part.parts.empty())
            return putMessage(part, level + 1);
        if (part.isAttached && part.parts.empty())
            return putAttachment(part);
        if (part.type == "multipart/alternative") {
            if (const MailPart* best = chosen(part))
                putPart(*best, level);
        } else if (part.type == "multipart/related" && !part.parts.empty()) {
            putPart(part.parts.front(), level); // what others are shown in
            for (const MailPart& other : std::span(part.parts).subspan(1))
                if (other.isAttached && !other.type.starts_with("image/"))
                    putPart(other, level);
        } else if (part.type == "text/html") {
            putHtml(part.text, m_writer, imageFinder());
        } else if (part.type == "application/xhtml+xml") {
            putXhtml(part.text, m_writer, imageFinder());
        } else if (!part.text.empty()) {
            putParagraphs(part.text);
        } else {
            for (const MailPart& each : part.parts)
                putPart(each, level);
        }
    }

    void putParagraphs(std::string_view text)
    {
        std::string paragraph;
        for (const std::string_view line : splitLines(text)) {
            if (!line.empty() && line != " ") {
                paragraph += std::string(line) + '\n';
                continue;
            }
            m_writer.paragraph(paragraph);
            paragraph.clear();
        }
        m_writer.paragraph(paragraph);
    }

private:
    // Images of a message, but not of messages within it.
    void collectImages(const MailPart& part)
    {
        if (!part.image.empty())
            m_images.push_back(&part);
        if (part.type.starts_with("message/"))
            return;
        for (const MailPart& each : part.parts)
            collectImages(each);
    }

    // Each image is shown once.
    ImageLoader takeImage(const MailPart& part)
    {
        if (std::erase(m_images, &part) == 0)
            return {};
        return [&image = part.image](size_t most) { return image.substr(0, most); };
    }

    // Finds the images that a page names by "cid:" and their ID, or by their address.
    ImageFinder imageFinder()
    {
        return [this](std::string_view source) {
            const bool isId = source.starts_with("cid:");
            const std::string name = isId
                ? QByteArray::fromPercentEncoding(
                    QByteArray(source.data() + 4, qsizetype(source.size() - 4)))
                      .toStdString()
                : std::string(source);
            const auto isNamed = [&](const MailPart* part) {
                return isId ? part->id == name
                            : !part->location.empty()
                        && (part->location == name || part->location.ends_with('/' + name));
            };
            const auto found = std::ranges::find_if(m_images, isNamed);
            return found == m_images.end() ? ImageLoader() : takeImage(**found);
        };
    }

    // Reads texts that are attached by the reader of their format; others are only named.
    void putAttachment(const MailPart& part)
    {
        m_writer.paragraph(
            "Attachment: " + (part.name.empty() ? std::string("(without a name)") : part.name));
        if (const ImageLoader load = takeImage(part))
            m_writer.image({.load = load});
        if (part.text.empty())
            return;
        try {
            putFileWithin(m_file, part.name, part.text, m_writer);
        } catch (const Unreadable& error) {
            if (error.fault() == DocumentFault::TooDeep)
                throw;
        }
    }

    // How many bytes of text there are.
    size_t measure(const MailPart& part, int nesting) const
    {
        if (nesting == 0)
            return 0;
        if (part.type != "text/html") {
            size_t length = part.text.size();
            for (const MailPart& each : part.parts)
                length += each.isAttached ? 0 : measure(each, nesting - 1);
            return length;
        }
        size_t length = 0;
        try {
            DocumentWriter counted(m_writer.limits(),
                [&length](const DocumentPart& each) { length += each.text.size(); });
            putHtml(part.text, counted);
            counted.finish();
        } catch (const DocumentWriter::Full&) {
        }
        return length;
    }

    // The plain one of several forms of the same text, unless it only says that there is another.
    const MailPart* chosen(const MailPart& alternatives) const
    {
        const MailPart *plain = nullptr, *rich = nullptr;
        for (const MailPart& part : alternatives.parts) {
            if (part.type == "text/plain" && !plain)
                plain = &part;
            else if (part.type == "text/html" || part.type.starts_with("multipart/"))
                rich = &part; // the last one is the best
        }
        if (!plain || !rich)
            return plain ? plain : rich ? rich : alternatives.parts.data();
        constexpr size_t stub = 400; // bytes
        const std::string_view text = base::trimmed(plain->text);
        const std::string lower = base::toLowerAscii(text.substr(0, stub));
        const bool saysSo = text.size() < stub
            && (lower.find("html") != std::string::npos
                || lower.find("browser") != std::string::npos);
        const size_t length = measure(*rich, m_writer.limits().nesting);
        return length > 0 && (text.size() * 2 < length || saysSo) ? rich : plain;
    }

    const SourceFile& m_file;
    DocumentWriter& m_writer;
    std::vector<const MailPart*> m_images; // of the message, not shown yet
};

// True for the line above each message of a mailbox: "From a@example.org Mon Jan  1 10:00:00 2024".
bool isMailboxLine(std::string_view line)
{
    if (!line.starts_with("From ") || std::ranges::count(line, ':') < 1)
        return false;
    const size_t year = line.find_last_not_of(" \r");
    const auto isYear = [&](size_t end) {
        return end >= 4 && std::ranges::all_of(line.substr(end - 3, 4), base::isDigit);
    };
    return isYear(year) || line.find(" 20") != std::string_view::npos
        || line.find(" 19") != std::string_view::npos;
}

// The messages of a mailbox (mbox), with the quoting of lines that begin with "From " undone.
std::vector<std::string> splitMailbox(std::string_view bytes)
{
    std::vector<std::string> messages;
    bool isAfterEmptyLine = true;
    while (!bytes.empty()) {
        const size_t length = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
        std::string_view line = bytes.substr(0, length);
        bytes.remove_prefix(length);
        if (isAfterEmptyLine && isMailboxLine(line.substr(0, line.find_last_not_of("\r\n") + 1))) {
            messages.emplace_back();
            isAfterEmptyLine = false;
            continue;
        }
        isAfterEmptyLine = line == "\n" || line == "\r\n";
        const size_t quotes = line.find_first_not_of('>');
        if (quotes != 0 && quotes != std::string_view::npos
            && line.substr(quotes).starts_with("From "))
            line.remove_prefix(1);
        if (messages.empty())
            messages.emplace_back();
        messages.back() += line;
    }
    return messages;
}

} // namespace

// A message, a saved web page (MHT) or a mailbox.
void readMail(const SourceFile& file, DocumentWriter& writer)
{
    const int nesting = writer.limits().nesting - file.depth;
    PartWriter parts(file, writer);
    const std::string bytes = withoutWideEncoding(file.bytes); // some programs save mails as UTF-16
    if (!isMailboxLine(std::string_view(bytes).substr(0, bytes.find_first_of("\r\n")))) {
        const MailPart message = parseMail(bytes, nesting);
        if (writer.title().empty())
            writer.setTitle(message.subject);
        return parts.putMessage(message, 1);
    }
    for (const std::string& message : splitMailbox(bytes)) {
        try {
            parts.putMessage(parseMail(message, nesting), 1);
        } catch (const Unreadable& error) {
            if (error.fault() != DocumentFault::Damaged)
                throw;
            parts.putParagraphs(decodeText(message));
        }
    }
}

} // namespace services
