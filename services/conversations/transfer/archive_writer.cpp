#include "services/conversations/transfer/archive_writer.h"

#include "kernels/error.h"
#include "services/conversations/transfer/conversation_json.h"
#include "services/conversations/transfer/picture_path.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <memory>
#include <zip.h>

namespace services {

namespace {

// What is said to the user.
struct Text {
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
        fail(Text::tr("there is no room beside it"));
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
    throw kernels::Error(kernels::ErrorKind::BadFile,
        Text::tr("The file %1 could not be written: %2.").arg(m_path, reason).toStdString());
}

} // namespace services
