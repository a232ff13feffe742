#include "services/documents/index/document_files.h"

#include "services/documents/read_document.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>
#include <sys/stat.h>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::contentOf)
};

void addBytes(QCryptographicHash& hash, QFile& file)
{
    constexpr qint64 atOnce = 1 << 20;
    QByteArray part(atOnce, Qt::Uninitialized);
    qint64 read = 0;
    while ((read = file.read(part.data(), atOnce)) > 0)
        hash.addData(QByteArrayView(part.constData(), read));
    if (read < 0)
        refuse(Text::tr("“%1” cannot be read: %2.")
                   .arg(QFileInfo(file.fileName()).fileName(), file.errorString()));
}

} // namespace

QStringList documentFilesAt(const QString& path)
{
    if (QFileInfo(path).isFile())
        return {path};
    QStringList files;
    QDirIterator iterator(path, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (iterator.hasNext())
        files << iterator.next();
    std::ranges::sort(files);
    return files;
}

QByteArray contentOf(const QString& path)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QFileInfo(path).suffix().toLower().toUtf8() + '\0');
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        refuse(Text::tr("“%1” cannot be read: %2.")
                   .arg(QFileInfo(path).fileName(), file.errorString()));
    if (file.size() > maxDocumentBytes) // which is not read anyway
        hash.addData(path.toUtf8());
    else
        addBytes(hash, file);
    return hash.result();
}

QByteArray contentOfUnreadable(const QByteArray& content, const QString& file)
{
    return QCryptographicHash::hash(
        content + QFileInfo(file).fileName().toUtf8(), QCryptographicHash::Sha256);
}

FileStamp FileStamps::of(const QString& path)
{
    const QFileInfo info(path);
    struct stat status = {};
    stat(QFile::encodeName(path).constData(), &status);
    QString& volume = m_volumes[status.st_dev];
    if (volume.isEmpty())
        volume = QStorageInfo(info.absolutePath()).rootPath();
    // Of the file's two times this is the one that no program can set back.
    return {path, info.size(), info.metadataChangeTime().toMSecsSinceEpoch(), volume};
}

bool FileStamps::isMounted(const QString& volume)
{
    const auto known = m_mounted.constFind(volume);
    if (known != m_mounted.constEnd())
        return *known;
    return m_mounted[volume] = QStorageInfo(volume).rootPath() == volume;
}

} // namespace services
