#include "services/conversations/transfer/conversation_json.h"

#include "base/error.h"
#include "services/conversations/message.h"
#include "services/conversations/transfer/transfer.h"
#include "services/documents/document.h"
#include "vision/image_budget.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QSet>

namespace services {

using base::Error;
using base::ErrorKind;

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::conversationFrom)
};

[[noreturn]] void fail(const QString& sentence)
{
    throw Error(ErrorKind::BadFile, sentence.toStdString());
}

QJsonArray writePictures(const QList<Picture>& pictures, PicturePlace place)
{
    QJsonArray array;
    for (const Picture& picture : pictures) {
        const QByteArray file = encodedPicture(picture);
        QJsonObject object{{"name", picture.name}};
        if (place == PicturePlace::Inside)
            object["bytes"] = QString::fromLatin1(file.toBase64());
        else
            object["file"] = picturePath(file);
        if (const qint64 tokens = tokensOf(picture); tokens != 0)
            object["tokens"] = tokens;
        array << object;
    }
    return array;
}

// Reads the images that the JSON names, each file of an archive once.
class NamedPictures {
public:
    explicit NamedPictures(const PictureReader& reader)
        : m_reader(reader)
    {
    }

    QList<Picture> pictures(const QJsonArray& array)
    {
        QList<Picture> pictures;
        for (const QJsonValue& value : array) {
            const QByteArray file = parseFile(value);
            if (m_decoder.isPicture(file))
                pictures << undecodedPicture(value["name"].toString(), file,
                    vision::checkedImageTokens(value["tokens"].toInteger()));
        }
        return pictures;
    }

private:
    QByteArray parseFile(const QJsonValue& value)
    {
        const QString path = value["file"].toString();
        if (!m_reader || !isPicturePath(path))
            return QByteArray::fromBase64(value["bytes"].toString().toLatin1());
        const auto known = m_files.constFind(path);
        return known != m_files.constEnd() ? *known : *m_files.insert(path, fileAt(path));
    }

    QByteArray fileAt(const QString& path) const
    {
        try {
            return m_reader(path);
        } catch (const Error&) { // the message is worth more than its image
            return {};
        }
    }

    const PictureReader& m_reader;
    PictureDecoder m_decoder;
    QHash<QString, QByteArray> m_files; // by their paths in the archive
};

QJsonArray writeAttachments(const QList<TextAttachment>& attachments)
{
    QJsonArray array;
    for (const TextAttachment& attachment : attachments) {
        QJsonObject object{{"name", attachment.name}, {"text", attachment.text}};
        if (attachment.document)
            object["document"] = QString::fromLatin1(bytesOf(*attachment.document).toBase64());
        if (!attachment.path.isEmpty())
            object["path"] = attachment.path;
        array << object;
    }
    return array;
}

// Null where there is none, or it is damaged: the message is worth more.
std::shared_ptr<const Document> documentIn(const QString& base64)
{
    if (base64.isEmpty())
        return {};
    try {
        return std::make_shared<const Document>(
            documentFrom(QByteArray::fromBase64(base64.toLatin1())));
    } catch (const Error&) {
        return {};
    }
}

QList<TextAttachment> attachmentsFrom(const QJsonArray& array)
{
    QList<TextAttachment> attachments;
    for (const QJsonValue& value : array)
        attachments << TextAttachment{value["name"].toString(), value["text"].toString(),
            documentIn(value["document"].toString()), value["path"].toString()};
    return attachments;
}

QJsonObject writeMessage(const Message& message, PicturePlace place)
{
    QJsonObject object{{"id", message.id},
        {"author", message.author == Author::User ? "user" : "assistant"}, {"text", message.text},
        {"created", textOfTime(message.created)}};
    if (message.parent != noMessage)
        object["parent"] = message.parent;
    if (!message.model.isBuiltIn())
        object["model"] = toString(message.model);
    if (!message.error.isEmpty())
        object["error"] = message.error;
    if (message.author == Author::Assistant)
        object["statistics"] = toJson(message.statistics);
    if (!message.sources.isEmpty())
        object["sources"] = toJson(message.sources);
    if (!message.note.isEmpty())
        object["note"] = message.note;
    if (!message.toolUses.isEmpty())
        object["toolUses"] = toJson(message.toolUses);
    if (!message.attachments.isEmpty())
        object["attachments"] = writeAttachments(message.attachments);
    if (!message.pictures.isEmpty())
        object["pictures"] = writePictures(message.pictures, place);
    return object;
}

Message messageFrom(const QJsonObject& object, MessageId id, NamedPictures& named)
{
    Message message;
    message.id = id;
    message.parent = object["parent"].toInteger(noMessage);
    const QString author = object["author"].toString();
    const bool fits = object["id"].toInteger(-2) == id && message.parent >= noMessage
        && message.parent < id && (author == u"user" || author == u"assistant")
        && object["text"].isString();
    if (!fits)
        fail(Text::tr("Message %1 is invalid: it needs its number as its id, an earlier message as "
                      "its parent, an author and a text.")
                 .arg(id));
    message.author = author == u"user" ? Author::User : Author::Assistant;
    message.text = object["text"].toString();
    message.created = timeFromText(object["created"].toString());
    message.model = parseModelId(object["model"].toString());
    message.error = object["error"].toString();
    if (!message.error.isEmpty())
        message.state = Message::State::Failed;
    message.statistics = statisticsFrom(object["statistics"].toObject());
    if (message.author == Author::Assistant)
        message.sources = sourcesFrom(object["sources"].toArray());
    message.note = object["note"].toString().left(1000);
    if (message.author == Author::Assistant)
        message.toolUses = toolUsesFrom(object["toolUses"].toArray(), message.text.size());
    message.attachments = attachmentsFrom(object["attachments"].toArray());
    message.pictures = named.pictures(object["pictures"].toArray());
    return message;
}

ConversationRecord recordFrom(const QJsonObject& object)
{
    ConversationRecord record;
    record.title = object["title"].toString().simplified().left(1000);
    const QString origin = object["titleBy"].toString();
    if (origin == u"user")
        record.titleOrigin = TitleOrigin::User;
    else if (origin == u"model")
        record.titleOrigin = TitleOrigin::Model;
    record.created = timeFromText(object["created"].toString());
    record.changed = timeFromText(object["changed"].toString());
    record.isPinned = object["pinned"].toBool();
    record.folder = object["folder"].toString().simplified().left(200);
    record.settings = chatSettingsFrom(object["settings"].toObject());
    // A file from elsewhere does not choose what is opened here.
    record.settings.model.reset();
    record.settings.documents.reset();
    return record;
}

} // namespace

QJsonObject toJson(const ExportedConversation& conversation, PicturePlace place)
{
    QJsonArray messages;
    for (const Message& message : conversation.messages)
        messages << writeMessage(message, place);
    const ConversationRecord& record = conversation.record;
    QJsonObject object{{"format", conversationFormat}, {"version", 1}, {"title", record.title},
        {"created", textOfTime(record.created)}, {"changed", textOfTime(record.changed)},
        {"shown", record.leaf}, {"messages", messages}};
    if (record.titleOrigin != TitleOrigin::FirstWords)
        object["titleBy"] = record.titleOrigin == TitleOrigin::User ? "user" : "model";
    if (record.isPinned)
        object["pinned"] = true;
    if (!record.folder.isEmpty())
        object["folder"] = record.folder;
    if (const QJsonObject settings = toJson(record.settings); !settings.isEmpty())
        object["settings"] = settings;
    return object;
}

bool isConversation(const QJsonObject& object)
{
    return object["format"].toString() == QLatin1String(conversationFormat);
}

ExportedConversation conversationFrom(const QJsonObject& object, const PictureReader& pictures)
{
    if (!isConversation(object))
        fail(Text::tr("This isn't a Vignette chat: the format must be “vignette-conversation”."));
    if (object["version"].toInt() != 1)
        fail(Text::tr("The chat was created by a newer version of Vignette. This version supports "
                      "format version 1."));
    ExportedConversation conversation{recordFrom(object), {}};
    NamedPictures named(pictures);
    for (const QJsonValue& value : object["messages"].toArray())
        conversation.messages << messageFrom(value.toObject(), conversation.messages.size(), named);
    if (conversation.messages.isEmpty())
        fail(Text::tr("The chat contains no messages."));
    const MessageId last = conversation.messages.size() - 1;
    const MessageId shown = object["shown"].toInteger(last);
    conversation.record.leaf = shown >= 0 && shown <= last ? shown : last;
    return conversation;
}

namespace {

// Seconds since 1970; now, if there is no such time.
qint64 timeFrom(const QJsonValue& value)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const double seconds = value.toDouble();
    return seconds > 0 && seconds * 1000 < double(now) ? qint64(seconds * 1000) : now;
}

QString textFrom(const QJsonObject& content)
{
    QStringList parts;
    for (const QJsonValue& part : content["parts"].toArray())
        if (!part.toString().trimmed().isEmpty())
            parts << part.toString();
    return parts.join(QStringLiteral("\n\n"));
}

// Nodes of the mapping become messages if one of the two wrote them, and say something.
class Reader {
public:
    explicit Reader(const QJsonObject& mapping)
        : m_mapping(mapping)
    {
    }

    // Recursion is avoided, because the input decides how deep it goes.
    QList<Message> read()
    {
        for (auto node = m_mapping.begin(); node != m_mapping.end(); ++node)
            if (!m_mapping.contains(node.value().toObject()["parent"].toString()))
                m_open << Open{node.key(), noMessage};
        while (!m_open.isEmpty()) {
            const Open open = m_open.takeLast();
            if (!m_seen.contains(open.node))
                visit(open.node, open.parent);
        }
        return m_messages;
    }

    MessageId findMessage(const QString& node) const { return m_places.value(node, noMessage); }

private:
    struct Open {
        QString node;
        MessageId parent = noMessage;
    };

    void visit(const QString& id, MessageId parent)
    {
        m_seen.insert(id);
        const QJsonObject node = m_mapping[id].toObject();
        const MessageId place = add(node["message"].toObject(), parent);
        m_places[id] = place;
        const QJsonArray children = node["children"].toArray();
        for (qsizetype child = children.size() - 1; child >= 0; --child) // the first comes first
            if (m_mapping.contains(children[child].toString()))
                m_open << Open{children[child].toString(), place};
    }

    MessageId add(const QJsonObject& object, MessageId parent)
    {
        const QString role = object["author"]["role"].toString();
        const QString text = textFrom(object["content"].toObject());
        if (text.isEmpty() || (role != u"user" && role != u"assistant"))
            return parent;
        Message message;
        message.id = m_messages.size();
        message.parent = parent;
        message.author = role == u"user" ? Author::User : Author::Assistant;
        if (message.author == Author::Assistant)
            message.model = ModelId::fromText("ChatGPT"); // no name would mean the built-in model
        message.text = text;
        message.created = timeFrom(object["create_time"]);
        m_messages << message;
        return message.id;
    }

    QJsonObject m_mapping;
    QList<Open> m_open;
    QSet<QString> m_seen;
    QHash<QString, MessageId> m_places;
    QList<Message> m_messages;
};

} // namespace

bool isChatGptConversation(const QJsonObject& object)
{
    return object["mapping"].isObject();
}

ExportedConversation chatGptConversation(const QJsonObject& object)
{
    Reader reader(object["mapping"].toObject());
    ExportedConversation conversation;
    conversation.messages = reader.read();
    ConversationRecord& record = conversation.record;
    record.title = object["title"].toString().simplified().left(1000);
    record.titleOrigin = record.title.isEmpty() ? TitleOrigin::FirstWords : TitleOrigin::Model;
    record.created = timeFrom(object["create_time"]);
    record.changed = timeFrom(object["update_time"]);
    const MessageId shown = reader.findMessage(object["current_node"].toString());
    record.leaf = shown != noMessage ? shown : conversation.messages.size() - 1;
    return conversation;
}

} // namespace services
