#include "services/hub/head_folder.h"

#include "engine/files/gguf_head.h"
#include "kernels/error.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>

namespace services {

namespace {

std::span<const std::byte> bytesOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), size_t(bytes.size())));
}

void write(const FileHead& head, const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(head.head) != head.head.size()
        || !file.resize(head.bytes))
        throw kernels::Error(kernels::ErrorKind::BadFile,
            QCoreApplication::translate("services::HeadFolder",
                "What %1 says about itself cannot be looked at in the folder for temporary files: "
                "%2.")
                .arg(head.name, file.errorString())
                .toStdString());
}

} // namespace

QString architectureIn(const QByteArray& head, const QString& name)
try {
    return QString::fromStdString(engine::firstArchitecture(bytesOf(head), name.toStdString()));
} catch (const kernels::Error&) {
    return {};
}

bool isWholeHead(const QByteArray& head, const QString& name)
try {
    engine::ByteReader reader(bytesOf(head), name.toStdString());
    engine::readGgufHead(reader);
    return true;
} catch (const engine::IncompleteFile&) {
    return false;
}

ModelDescription describeHeads(const QList<FileHead>& heads)
{
    const QTemporaryDir folder;
    for (const FileHead& head : heads)
        write(head, folder.filePath(head.name));
    ModelDescription model = describeModel(folder.filePath(heads.first().name));
    model.id.clear();
    return model;
}

} // namespace services
