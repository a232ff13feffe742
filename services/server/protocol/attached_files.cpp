#include "services/server/protocol/attached_files.h"

#include "kernels/error.h"
#include "services/documents/read_document.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/heavy_work.h"
#include "vision/images/decode.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace services::server {

namespace {

// Without folders; it is shown to the model and ends the name of a file of our own.
QString plainName(const std::string& name)
{
    QString plain = QFileInfo(QString::fromStdString(name)).fileName().left(100);
    plain.remove(u'\0');
    return plain.isEmpty() || plain.startsWith(u'.') ? QStringLiteral("document") + plain : plain;
}

} // namespace

runtime::Pixels AttachedFiles::readPicture(const std::string& bytes, const std::string& field)
try {
    if (++m_pictures > maxPictures)
        throw wrongField(field,
            "is one picture too many: a request may have " + std::to_string(maxPictures) + ".");
    const HeavyWork turn(m_isGone);
    return std::make_shared<const vision::Image>(
        vision::decodeImage(std::as_bytes(std::span(bytes))));
} catch (const kernels::Error& error) {
    throw wrongField(field, std::string("cannot be used: ") + error.what());
}

runtime::Passage AttachedFiles::readDocument(
    const std::string& name, const std::string& bytes, const std::string& field) const
{
    const HeavyWork turn(m_isGone);
    const QTemporaryDir folder;
    const QString plain = plainName(name);
    QFile file(folder.filePath(plain));
    const auto length = qint64(bytes.size());
    if (!folder.isValid() || !file.open(QIODevice::WriteOnly)
        || file.write(bytes.data(), length) != length || !file.flush())
        throw ApiError(500, "server_error", "There is no room for a document on the disk.", field);
    file.close();
    try {
        ReaderProcess process;
        process.isCancelled = m_isGone;
        return {{plain.toStdString()}, services::readDocument(file.fileName(), {}, process).text};
    } catch (const kernels::Error& error) {
        if (m_isGone())
            throw ClientGone();
        throw wrongField(field, std::string("cannot be read: ") + error.what());
    }
}

} // namespace services::server
