#include "services/conversations/transfer/conversation_import.h"

#include "base/error.h"
#include "services/background.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/transfer/archive_export.h"
#include "services/conversations/transfer/conversation_json.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "services/json_document.h"
#include "services/models/model_id_text.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>

#include <cstring>
#include <utility>

namespace services {

namespace {

// What is said to the user.
struct JsonText {
    Q_DECLARE_TR_FUNCTIONS(services::JsonObjects)
};

[[noreturn]] void failForWantOfConversation()
{
    reject(JsonText::tr("it isn't a chat in JSON"));
}

qsizetype skipWhile(const QByteArray& bytes, qsizetype at, const char* letters)
{
    while (at < bytes.size() && bytes[at] != '\0' && std::strchr(letters, bytes[at]))
        ++at;
    return at;
}

constexpr const char* blanks = " \t\r\n";
constexpr const char* blanksAndCommas = " \t\r\n,";

// The offset behind the text that begins at `at` with a quotation mark.
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

// The offset behind the object that begins at `at`. Only brackets, texts and commas are looked at:
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
            reject(JsonText::tr("it contains more than %1 values").arg(JsonObjects::mostValues));
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

namespace {

constexpr qint64 maxJsonBytes = 256 << 20; // of many conversations, or with images inside
constexpr qint64 maxEntryBytes = 64 << 20; // of one conversation, whose images are separate entries
constexpr qint64 maxMarkdownBytes = 32 << 20;
constexpr qint64 maxPictureBytes = 64 << 20;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::ConversationReader)
};

// "conversations/00001.json" of ours, "conversations.json" of ChatGPT's; those of other folders,
// such as what a desktop adds by itself, are none.
bool isConversationFile(const QString& name)
{
    return name == u"conversations.json"
        || (name.startsWith(u"conversations/") && name.endsWith(u".json"));
}

qint64 maxBytes(const QString& file)
{
    return file.contains(u'/') ? maxEntryBytes : maxJsonBytes;
}

bool isMarkdown(const QFileInfo& file)
{
    const QString ending = file.suffix().toLower();
    return ending == u"md" || ending == u"markdown";
}

// The image that a Markdown file links to, if its name is like those that are exported and it is in
// a folder next to the file, not elsewhere by a link of the file system.
QByteArray pictureBeside(const QDir& folder, const QString& link)
{
    static const QRegularExpression form(
        QStringLiteral("^(?!\\.\\.?/)([^/]+)/\\d+-\\d+-[^/]*\\.(png|jpg|webp|gif|bmp|bin)$"));
    const QRegularExpressionMatch parts = form.match(link);
    const QFileInfo info(folder.filePath(link));
    const bool mayBeRead = parts.hasMatch() && info.isFile() && !info.isSymLink()
        && !QFileInfo(folder.filePath(parts.captured(1))).isSymLink()
        && info.size() <= maxPictureBytes;
    QFile file(info.filePath());
    return mayBeRead && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Returns the mere name of a model on a server, so that no server is asked because of an imported
// file. It must not become empty, because that would mean the built-in model.
ModelId withoutServer(const ModelId& model)
{
    if (!model.isRemote())
        return model;
    const ModelId name = ModelId::fromText(model.name());
    return name.isFile() ? name : ModelId::fromText("?");
}

} // namespace

ConversationReader::ConversationReader(const QString& path, qint64 mostBytes)
    : m_path(path)
    , m_bytesLeft(mostBytes)
{
    QFile file(path);
    if (const QFileInfo info(path); info.exists() && !info.isFile()) // a pipe would be waited for
        fail(Text::tr("it isn't a regular file"));
    if (!file.open(QIODevice::ReadOnly))
        fail(file.errorString());
    const bool isText = isMarkdown(QFileInfo(path));
    if (!isText && file.peek(2) == "PK") { // a text may begin so, too
        openArchive();
        return;
    }
    if (file.size() > (isText ? maxMarkdownBytes : maxJsonBytes))
        fail(Text::tr("the file is too large"));
    isText ? openMarkdown(file.readAll()) : openJson(file.readAll());
}

ConversationReader::~ConversationReader() = default;

void ConversationReader::openArchive()
{
    m_archive = std::make_unique<ZipArchive>(m_path);
    qint64 bytes = 0;
    for (const QString& name : m_archive->names()) {
        if (!isConversationFile(name))
            continue;
        m_files << name;
        const qint64 size = m_archive->entrySize(name);
        if (size > maxBytes(name))
            fail(Text::tr("its entry “%1” is too long").arg(name));
        bytes += size;
    }
    if (m_files.isEmpty())
        fail(Text::tr("it isn't a chat export from Vignette or ChatGPT"));
    if (bytes > m_bytesLeft)
        fail(Text::tr("the file is too large"));
}

void ConversationReader::openJson(const QByteArray& bytes)
try {
    m_objects = {};
    m_objects = JsonObjects(bytes);
} catch (const base::Error& error) {
    fail(QString::fromUtf8(error.what()));
}

void ConversationReader::openMarkdown(const QByteArray& bytes)
try {
    const QFileInfo file(m_path);
    m_markdown = conversationFromMarkdown(bytes, file.completeBaseName(),
        file.lastModified().toMSecsSinceEpoch(),
        [folder = file.dir()](const QString& link) { return pictureBeside(folder, link); });
} catch (const base::Error& error) {
    const QString reason = QString::fromUtf8(error.what());
    fail(reason.endsWith(u'.') ? reason.chopped(1) : reason);
}

// What an archive says of its sizes need not be so.
void ConversationReader::openNextFile()
{
    const QString file = m_files.takeFirst();
    const QByteArray bytes = m_archive->read(file, maxBytes(file));
    m_bytesLeft -= bytes.size();
    if (m_bytesLeft < 0) {
        m_files.clear();
        fail(Text::tr("the file is too large"));
    }
    openJson(bytes);
}

std::optional<QJsonObject> ConversationReader::nextObject()
try {
    return m_objects.next();
} catch (const base::Error& error) {
    fail(QString::fromUtf8(error.what()));
}

std::optional<ExportedConversation> ConversationReader::next()
{
    std::optional<ExportedConversation> conversation = readNext();
    if (conversation)
        for (Message& message : conversation->messages)
            message.model = withoutServer(message.model);
    return conversation;
}

std::optional<ExportedConversation> ConversationReader::readNext()
{
    if (m_markdown)
        return std::exchange(m_markdown, {});
    while (true) {
        while (const auto object = nextObject())
            if (auto conversation = read(*object))
                return conversation;
        m_objects = {};
        if (m_files.isEmpty())
            return {};
        openNextFile();
    }
}

std::optional<ExportedConversation> ConversationReader::read(const QJsonObject& object) const
{
    if (isChatGptConversation(object)) {
        ExportedConversation conversation = chatGptConversation(object);
        return conversation.messages.isEmpty() ? std::nullopt
                                               : std::optional(std::move(conversation));
    }
    try {
        return conversationFrom(object, [this](const QString& file) {
            const bool isThere = m_archive && m_archive->contains(file);
            return isThere ? m_archive->read(file, maxPictureBytes) : QByteArray();
        });
    } catch (const base::Error& error) {
        throw base::Error(
            error.kind(), Text::tr("“%1”: %2").arg(m_path, error.what()).toStdString());
    }
}

void ConversationReader::fail(const QString& reason) const
{
    throw base::Error(base::ErrorKind::BadFile,
        Text::tr("“%1” can't be imported: %2.").arg(m_path, reason).toStdString());
}

ConversationImport::ConversationImport(
    ConversationList& conversations, const QStringList& paths, QObject* parent)
    : Transfer(parent)
    , m_conversations(conversations)
    , m_paths(paths)
{
    openNext();
}

Conversation* ConversationImport::first() const
{
    return m_first;
}

void ConversationImport::stop()
{
    m_isStopped = true;
    m_paths.clear();
}

void ConversationImport::openNext()
{
    using Reader = std::shared_ptr<ConversationReader>;
    if (m_paths.isEmpty()) { // also if there were none at all
        QMetaObject::invokeMethod(
            this, [this] { emit finished(m_count, m_failure); }, Qt::QueuedConnection);
        return;
    }
    runInBackground<Reader>(
        this, [path = m_paths.takeFirst()] { return std::make_shared<ConversationReader>(path); },
        [this](const Outcome<Reader>& outcome) {
            if (!outcome.value) {
                fail(outcome.error);
                return openNext();
            }
            m_reader = *outcome.value;
            readNext();
        });
}

// One that was read is on the disk before the next one comes, so that they do not pile up.
void ConversationImport::readNext()
{
    if (m_isStopped)
        return openNext();
    using Next = std::optional<ExportedConversation>;
    runInBackground<Next>(
        this, [reader = m_reader] { return reader->next(); },
        [this](const Outcome<Next>& outcome) {
            if (!outcome.value) {
                fail(outcome.error);
                return readNext();
            }
            const Next& conversation = *outcome.value;
            if (!conversation)
                return openNext();
            add(*conversation);
        });
}

void ConversationImport::add(const ExportedConversation& conversation)
{
    const auto goOn = [this] {
        emit progressed(++m_count);
        readNext();
    };
    m_twins += m_conversations.containsTwin(conversation.record) ? 1 : 0;
    Conversation* added = m_conversations.import(
        conversation.record, conversation.messages, this, goOn, [this] { giveUp(); });
    if (!m_first)
        m_first = added;
}

// What could not be written now cannot be written later: the disk is full, or there is no file.
void ConversationImport::giveUp()
{
    fail(m_count == 0 ? tr("Nothing was imported: the chat database can't be used.")
                      : tr("The import is incomplete: the chat database can't be written."));
    m_paths.clear();
    openNext();
}

void ConversationImport::fail(const QString& sentence)
{
    if (m_failure.isEmpty())
        m_failure = sentence;
}

} // namespace services
