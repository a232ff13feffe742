#include "services/documents/readers/html_text.h"
#include "services/documents/readers/lines.h"
#include "services/documents/readers/mail_message.h"
#include "services/documents/readers/reader.h"

namespace services {

namespace {

void putParagraphs(std::string_view text, DocumentWriter& writer)
{
    std::string paragraph;
    for (const std::string_view line : linesOf(text)) {
        if (!line.empty() && line != " ") {
            paragraph += std::string(line) + '\n';
            continue;
        }
        writer.paragraph(paragraph);
        paragraph.clear();
    }
    writer.paragraph(paragraph);
}

// Of several forms of the same text the plain one.
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
