#include "services/conversations/transfer/conversation_reader.h"

#include "kernels/error.h"
#include "services/conversations/transfer/chatgpt_json.h"
#include "services/conversations/transfer/conversation_json.h"
#include "services/conversations/transfer/markdown_reader.h"
#include "services/conversations/transfer/zip_archive.h"
#include "services/models/model_id.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <utility>

namespace services {

namespace {

constexpr qint64 maxJsonBytes = 256 << 20; // of many conversations, or with pictures inside
constexpr qint64 maxEntryBytes = 64 << 20; // of one conversation, whose pictures lie beside it
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

qint64 longestOf(const QString& file)
{
    return file.contains(u'/') ? maxEntryBytes : maxJsonBytes;
}

bool isMarkdown(const QFileInfo& file)
{
    const QString ending = file.suffix().toLower();
    return ending == u"md" || ending == u"markdown";
}

// The picture that a Markdown file links to, if its name is like those that are exported and it lies
// in a folder beside the file, not elsewhere by a link of the file system.
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

// Of a model on a server its name alone, which names no model to be asked. It must not become empty, for
// that would mean the built-in model.
QString withoutServer(const QString& model)
{
    const runtime::ModelId id = modelFrom(model);
    if (!id.isAtEndPoint())
        return model;
    const QString name = QString::fromStdString(id.name());
    return name.isEmpty() || modelFrom(name).isAtEndPoint() ? QStringLiteral("?") : name;
}

} // namespace

ConversationReader::ConversationReader(const QString& path, qint64 mostBytes)
    : m_path(path)
    , m_bytesLeft(mostBytes)
{
    QFile file(path);
    if (const QFileInfo info(path); info.exists() && !info.isFile()) // a pipe would be waited for
        fail(Text::tr("an ordinary file was expected"));
    if (!file.open(QIODevice::ReadOnly))
        fail(file.errorString());
    const bool isText = isMarkdown(QFileInfo(path));
    if (!isText && file.peek(2) == "PK") { // a text may begin so, too
        openArchive();
        return;
    }
    if (file.size() > (isText ? maxMarkdownBytes : maxJsonBytes))
        fail(Text::tr("it is larger than any export"));
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
        const qint64 size = m_archive->sizeOf(name);
        if (size > longestOf(name))
            fail(Text::tr("“%1” in it is too long").arg(name));
        bytes += size;
    }
    if (m_files.isEmpty())
        fail(Text::tr("conversations that Vignette or ChatGPT exported were expected in it"));
    if (bytes > m_bytesLeft)
        fail(Text::tr("it is larger than any export"));
}

void ConversationReader::openJson(const QByteArray& bytes)
try {
    m_objects = {};
    m_objects = JsonObjects(bytes);
} catch (const kernels::Error& error) {
    fail(QString::fromUtf8(error.what()));
}

void ConversationReader::openMarkdown(const QByteArray& bytes)
try {
    const QFileInfo file(m_path);
    m_markdown = conversationFromMarkdown(bytes, file.completeBaseName(),
        file.lastModified().toMSecsSinceEpoch(),
        [folder = file.dir()](const QString& link) { return pictureBeside(folder, link); });
} catch (const kernels::Error& error) {
    const QString reason = QString::fromUtf8(error.what());
    fail(reason.endsWith(u'.') ? reason.chopped(1) : reason);
}

// What an archive says of its sizes need not be so.
void ConversationReader::openNextFile()
{
    const QString file = m_files.takeFirst();
    const QByteArray bytes = m_archive->read(file, longestOf(file));
    m_bytesLeft -= bytes.size();
    if (m_bytesLeft < 0) {
        m_files.clear();
        fail(Text::tr("it is larger than any export"));
    }
    openJson(bytes);
}

std::optional<QJsonObject> ConversationReader::nextObject()
try {
    return m_objects.next();
} catch (const kernels::Error& error) {
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
    } catch (const kernels::Error& error) {
        throw kernels::Error(
            error.kind(), Text::tr("The file %1: %2").arg(m_path, error.what()).toStdString());
    }
}

void ConversationReader::fail(const QString& reason) const
{
    throw kernels::Error(kernels::ErrorKind::BadFile,
        Text::tr("The file %1 cannot be imported: %2.").arg(m_path, reason).toStdString());
}

} // namespace services
