#include "services/conversations/transfer/json_objects.h"

#include "services/json_document.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <cstring>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::JsonObjects)
};

[[noreturn]] void failForWantOfConversation()
{
    refuse(Text::tr("a conversation in JSON was expected"));
}

qsizetype skipWhile(const QByteArray& bytes, qsizetype at, const char* letters)
{
    while (at < bytes.size() && bytes[at] != '\0' && std::strchr(letters, bytes[at]))
        ++at;
    return at;
}

constexpr const char* blanks = " \t\r\n";
constexpr const char* blanksAndCommas = " \t\r\n,";

// The place behind the text that begins at `at` with a quotation mark.
qsizetype endOfText(const QByteArray& bytes, qsizetype at)
{
    for (++at; at < bytes.size(); ++at) {
        if (bytes[at] == '\\')
            ++at;
        else if (bytes[at] == '"')
            return at + 1;
    }
    failForWantOfConversation();
}

// The place behind the object that begins at `at`. Only brackets, texts and commas are looked at:
// whether it is an object of JSON is for the parser to say.
qsizetype endOfObject(const QByteArray& bytes, qsizetype at)
{
    qint64 depth = 0, values = 0;
    while (at < bytes.size()) {
        const char letter = bytes[at];
        if (letter == '"') {
            at = endOfText(bytes, at);
            continue;
        }
        ++at;
        const bool begins = letter == '{' || letter == '[', ends = letter == '}' || letter == ']';
        values += begins || letter == ',';
        depth += begins - ends;
        if (values > JsonObjects::mostValues)
            refuse(Text::tr("a conversation of at most %1 values was expected")
                       .arg(JsonObjects::mostValues));
        if (depth == 0)
            return at;
    }
    failForWantOfConversation();
}

} // namespace

JsonObjects::JsonObjects(const QByteArray& bytes)
    : m_bytes(bytes)
{
    qsizetype at = skipWhile(m_bytes, 0, blanks);
    const bool isArray = at < m_bytes.size() && m_bytes[at] == '[';
    if (isArray)
        at = skipWhile(m_bytes, at + 1, blanks);
    m_at = at;
    qsizetype count = 0;
    for (; at < m_bytes.size() && m_bytes[at] == '{'; ++count)
        at = skipWhile(m_bytes, endOfObject(m_bytes, at), isArray ? blanksAndCommas : blanks);
    if (isArray && at < m_bytes.size() && m_bytes[at] == ']')
        at = skipWhile(m_bytes, at + 1, blanks);
    else if (isArray)
        failForWantOfConversation();
    if (at < m_bytes.size() || count == 0 || (!isArray && count > 1))
        failForWantOfConversation();
}

std::optional<QJsonObject> JsonObjects::next()
{
    m_at = skipWhile(m_bytes, m_at, blanksAndCommas);
    if (m_at >= m_bytes.size() || m_bytes[m_at] != '{')
        return {};
    const qsizetype begin = m_at;
    m_at = endOfObject(m_bytes, begin);
    QJsonParseError error;
    const auto document
        = parseJsonDocument(m_bytes.mid(begin, m_at - begin), &error, {.values = mostValues});
    if (error.error != QJsonParseError::NoError)
        failForWantOfConversation();
    return document.object();
}

} // namespace services
