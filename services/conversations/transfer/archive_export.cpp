#include "services/conversations/transfer/archive_export.h"

#include "base/error.h"
#include "services/background.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/transfer/conversation_json.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "services/conversations/transfer/transfer.h"
#include "services/storage/whole_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>
#include <memory>
#include <zip.h>

namespace services {

namespace {

constexpr zip_int64_t maxEntries = 200'000;
constexpr qint64 chunkBytes = 256 * 1024;

// What is said to the user.
struct ZipText {
    Q_DECLARE_TR_FUNCTIONS(services::ZipArchive)
};

using Entry = std::unique_ptr<zip_file_t, decltype([](zip_file_t* entry) { zip_fclose(entry); })>;

} // namespace

void ZipArchive::Closer::operator()(zip* archive) const
{
    zip_discard(archive);
}

ZipArchive::ZipArchive(const QString& path)
    : m_path(path)
    , m_archive(zip_open(QFile::encodeName(path).constData(), ZIP_RDONLY, nullptr))
{
    if (!m_archive)
        fail(ZipText::tr("it isn't a ZIP archive"));
    const zip_int64_t count = zip_get_num_entries(m_archive.get(), 0);
    if (count < 0 || count > maxEntries)
        fail(ZipText::tr("it contains too many files"));
    for (zip_int64_t index = 0; index < count; ++index)
        m_names << QString::fromUtf8(zip_get_name(m_archive.get(), zip_uint64_t(index), 0));
}

ZipArchive::~ZipArchive() = default;

bool ZipArchive::contains(const QString& name) const
{
    return zip_name_locate(m_archive.get(), name.toUtf8().constData(), 0) >= 0;
}

qint64 ZipArchive::entrySize(const QString& name) const
{
    zip_stat_t entry;
    const bool isKnown = zip_stat(m_archive.get(), name.toUtf8().constData(), 0, &entry) == 0
        && (entry.valid & ZIP_STAT_SIZE);
    return isKnown ? qint64(qMin(entry.size, zip_uint64_t(1) << 62)) : 0;
}

QByteArray ZipArchive::read(const QString& name, qint64 maxBytes) const
{
    const Entry entry(zip_fopen(m_archive.get(), name.toUtf8().constData(), 0));
    if (!entry)
        fail(ZipText::tr("its entry “%1” can't be read").arg(name));
    QByteArray bytes;
    while (true) {
        const qint64 before = bytes.size();
        bytes.resize(before + chunkBytes);
        const zip_int64_t count = zip_fread(entry.get(), bytes.data() + before, chunkBytes);
        bytes.resize(before + qMax(zip_int64_t(0), count));
        if (count < 0)
            fail(ZipText::tr("its entry “%1” is damaged").arg(name));
        if (bytes.size() > maxBytes)
            fail(ZipText::tr("its entry “%1” is too long").arg(name));
        if (count == 0)
            return bytes;
    }
}

void ZipArchive::fail(const QString& reason) const
{
    throw base::Error(base::ErrorKind::BadFile,
        ZipText::tr("“%1” can't be used: %2.").arg(m_path, reason).toStdString());
}

namespace {

// What is said to the user.
struct WriterText {
    Q_DECLARE_TR_FUNCTIONS(services::ArchiveWriter)
};

using Archive = std::unique_ptr<zip_t, decltype([](zip_t* archive) { zip_discard(archive); })>;

} // namespace

ArchiveWriter::ArchiveWriter(const QString& path)
    : m_path(path)
    , m_folder(QFileInfo(path).dir().filePath(QStringLiteral(".vignette-export-XXXXXX")))
{
    if (!m_folder.isValid())
        fail(m_folder.errorString());
    const QDir folder(m_folder.path());
    if (!folder.mkpath(QStringLiteral("conversations"))
        || !folder.mkpath(QStringLiteral("pictures")))
        fail(WriterText::tr("there isn't enough space in the same folder"));
}

void ArchiveWriter::add(const ExportedConversation& conversation)
{
    for (const Message& message : conversation.messages) {
        for (const Picture& picture : message.pictures) {
            const QByteArray file = encodedPicture(picture);
            const QString name = picturePath(file);
            if (m_pictures.contains(name))
                continue;
            m_pictures.insert(name);
            layDown(name, file);
        }
    }
    const QJsonDocument document(toJson(conversation, PicturePlace::Beside));
    layDown(QStringLiteral("conversations/%1.json").arg(++m_count, 5, 10, QChar(u'0')),
        document.toJson());
}

void ArchiveWriter::layDown(const QString& name, const QByteArray& bytes)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        fail(file.errorString());
    m_names << name;
}

// The library writes a temporary file and renames it.
void ArchiveWriter::finish()
{
    int error = 0;
    Archive archive(
        zip_open(QFile::encodeName(m_path).constData(), ZIP_CREATE | ZIP_TRUNCATE, &error));
    if (!archive) {
        zip_error_t reason;
        zip_error_init_with_code(&reason, error);
        const QString sentence = QString::fromUtf8(zip_error_strerror(&reason));
        zip_error_fini(&reason);
        fail(sentence);
    }
    for (const QString& name : m_names) {
        zip_source_t* source = zip_source_file(
            archive.get(), QFile::encodeName(m_folder.filePath(name)).constData(), 0, -1);
        const zip_int64_t entry
            = zip_file_add(archive.get(), name.toUtf8().constData(), source, ZIP_FL_ENC_UTF_8);
        if (entry < 0) {
            zip_source_free(source);
            fail(QString::fromUtf8(zip_strerror(archive.get())));
        }
        if (m_pictures.contains(name)) // they are compressed already
            zip_set_file_compression(archive.get(), zip_uint64_t(entry), ZIP_CM_STORE, 0);
    }
    if (zip_close(archive.get()) < 0)
        fail(QString::fromUtf8(zip_strerror(archive.get())));
    archive.release(); // closed
}

void ArchiveWriter::fail(const QString& reason) const
{
    throw base::Error(base::ErrorKind::BadFile,
        WriterText::tr("“%1” couldn't be written: %2.").arg(m_path, reason).toStdString());
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::exportConversation)
};

void writePictures(const QList<Message>& messages, const QDir& beside, const QString& folder)
{
    if (!beside.mkpath(folder))
        throw base::Error(base::ErrorKind::BadFile,
            Text::tr("The folder “%1” couldn't be created.")
                .arg(beside.filePath(folder))
                .toStdString());
    for (const Message& message : messages)
        for (qsizetype place = 0; place < message.pictures.size(); ++place)
            writeWhole(beside.filePath(folder + u'/' + markdownPictureName(message, place)),
                encodedPicture(message.pictures[place]));
}

QString exportMarkdown(const ExportedConversation& conversation, const QFileInfo& file)
{
    const QList<Message> messages = shownBranch(conversation);
    const bool hasPictures = std::ranges::any_of(
        messages, [](const Message& message) { return !message.pictures.isEmpty(); });
    const QString folder
        = hasPictures ? Text::tr("%1 pictures").arg(file.completeBaseName()) : QString();
    if (hasPictures)
        writePictures(messages, file.dir(), folder);
    writeWhole(file.filePath(), toMarkdownFile(conversation, folder));
    return folder;
}

void exportArchive(const ExportedConversation& conversation, const QString& path)
{
    ArchiveWriter archive(path);
    archive.add(conversation);
    archive.finish();
}

} // namespace

QString exportConversation(const ExportedConversation& conversation, const QString& path)
{
    const QFileInfo file(path);
    const QString ending = file.suffix().toLower();
    if (ending == u"zip")
        exportArchive(conversation, path);
    else if (ending == u"json")
        writeWhole(path, QJsonDocument(toJson(conversation, PicturePlace::Inside)).toJson());
    else
        return exportMarkdown(conversation, file);
    return {};
}

ArchiveExport::ArchiveExport(
    ConversationList& conversations, ConversationStore* store, const QString& path, QObject* parent)
    : Transfer(parent)
    , m_store(store)
    , m_path(path)
{
    for (int row = 0; row < conversations.rowCount(); ++row)
        if (!conversations.conversation(row)->isTemporary())
            m_waiting << conversations.conversation(row);
    m_total = int(m_waiting.size());
    runInBackground<std::shared_ptr<ArchiveWriter>>(
        this, [path] { return std::make_shared<ArchiveWriter>(path); },
        [this](const Outcome<std::shared_ptr<ArchiveWriter>>& outcome) {
            if (!outcome.value) {
                emit failed(outcome.error);
                return;
            }
            m_writer = *outcome.value;
            next();
        });
}

void ArchiveExport::next()
{
    if (m_isStopped) {
        emit failed(tr("Export stopped. Nothing was written."));
        return;
    }
    while (!m_waiting.isEmpty()) {
        const QPointer<Conversation> conversation = m_waiting.takeFirst();
        if (!conversation)
            continue;
        const ConversationRecord record = conversation->record();
        if (conversation->isLoaded() || !m_store)
            return write(exportedConversation(record, conversation->tree().messages()));
        return m_store->loadContents(
            record.id, this,
            [this, record](const ConversationContents& contents) {
                write(exportedConversation(record, contents.messages));
            },
            [this, record] {
                emit failed(
                    tr("The chat “%1” couldn't be read. Nothing was exported.").arg(record.title));
            });
    }
    end();
}

void ArchiveExport::write(const ExportedConversation& conversation)
{
    runInBackground<bool>(
        this,
        [writer = m_writer, conversation] {
            writer->add(conversation);
            return true;
        },
        [this](const Outcome<bool>& outcome) {
            if (!outcome.value) {
                emit failed(outcome.error);
                return;
            }
            emit progressed(++m_count);
            next();
        });
}

void ArchiveExport::end()
{
    runInBackground<bool>(
        this,
        [writer = m_writer] {
            writer->finish();
            return true;
        },
        [this](const Outcome<bool>& outcome) {
            if (outcome.value)
                emit finished(m_count);
            else
                emit failed(outcome.error);
        });
}

} // namespace services
