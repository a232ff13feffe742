#include "services/conversations/transfer/chatgpt_json.h"

#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QSet>

namespace services {

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
