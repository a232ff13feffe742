#include "services/server/protocol/attached_files.h"

#include "kernels/error.h"
#include "services/documents/read_document.h"
#include "services/server/protocol/api_error.h"
#include "vision/images/decode.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <semaphore>

namespace services::server {

namespace {

std::counting_semaphore<2> freePlaces(2); // for work that takes much memory

class Place {
public:
    Place() { freePlaces.acquire(); }
    ~Place() { freePlaces.release(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
};

// Without folders; it is shown to the model and ends the name of a file of our own.
QString plainName(const std::string& name)
{
    QString plain = QFileInfo(QString::fromStdString(name)).fileName().left(100);
    plain.remove(u'\0');
    return plain.isEmpty() || plain.startsWith(u'.') ? QStringLiteral("document") + plain : plain;
}

} // namespace

runtime::Pixels readPicture(const std::string& bytes, const std::string& field)
try {
    const Place place;
    return std::make_shared<const vision::Image>(
        vision::decodeImage(std::as_bytes(std::span(bytes))));
} catch (const kernels::Error& error) {
    throw wrongField(field, std::string("cannot be used: ") + error.what());
}

runtime::Passage readDocumentPart(
    const std::string& name, const std::string& bytes, const std::string& field)
{
    const Place place;
    const QTemporaryDir folder;
    const QString plain = plainName(name);
    QFile file(folder.filePath(plain));
    const auto length = qint64(bytes.size());
    if (!folder.isValid() || !file.open(QIODevice::WriteOnly)
        || file.write(bytes.data(), length) != length || !file.flush())
        throw ApiError(500, "server_error", "There is no room for a document on the disk.", field);
    file.close();
    try {
        return {{plain.toStdString()}, readDocument(file.fileName()).text};
    } catch (const kernels::Error& error) {
        throw wrongField(field, std::string("cannot be read: ") + error.what());
    }
}

} // namespace services::server
