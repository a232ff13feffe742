#include "services/conversations/documents/written_pictures.h"

#include "services/conversations/picture_passages.h"

#include <QCoreApplication>

#include "runtime/answers/foreign_answer.h"
#include <algorithm>
#include <memory>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::WrittenPictures)
};

const std::string betweenParagraphs = "\n\n";

// That the built-in model looks at.
bool showsSomething(const Message& message)
{
    return !message.pictures.isEmpty()
        || std::ranges::any_of(message.attachments,
            [](const TextAttachment& attachment) { return !attachment.document; });
}

QString nameOf(const Picture& picture, qsizetype place, qsizetype count)
{
    if (!picture.name.isEmpty())
        return picture.name;
    return count == 1 ? Text::tr("Text in the picture")
                      : Text::tr("Text in picture %1").arg(place + 1);
}

} // namespace

Document documentOf(const PictureText& text)
{
    DocumentPart part;
    part.text = text.text().trimmed().toStdString();
    for (size_t from = 0; from < part.text.size();) {
        const size_t to = std::min(part.text.find(betweenParagraphs, from), part.text.size());
        part.blocks.push_back({BlockKind::Paragraph, 0, {from, to}, {}});
        from = to + betweenParagraphs.size();
    }
    Document document;
    document.append(part);
    return document;
}

QList<Message> withWrittenPictures(QList<Message> messages)
{
    const auto shown = std::find_if(messages.rbegin(), messages.rend(), showsSomething);
    if (shown == messages.rend() || shown == messages.rbegin()
        || !runtime::isWritten(passagesIn(shown->pictures)))
        return messages;
    for (qsizetype place = 0; place < shown->pictures.size(); ++place) {
        const Picture& picture = shown->pictures[place];
        if (!picture.text || picture.text->isEmpty())
            continue;
        TextAttachment written;
        written.name = nameOf(picture, place, shown->pictures.size());
        written.document = std::make_shared<Document>(documentOf(*picture.text));
        shown->attachments << written;
    }
    return messages;
}

} // namespace services
