#include "services/models/model_search.h"

#include "engine/files/gguf_file.h"
#include "engine/files/gguf_head.h"
#include "engine/files/split_name.h"
#include "services/models/model_paths.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "runtime/models/model_files.h"

namespace services {

namespace {

constexpr int deepest = 6; // the cache of huggingface_hub lays its files so deep
constexpr int mostEntries = 20'000; // that are looked at; who names "/" must not wait for ever

bool isHuggingFaceFolder(const QDir& folder)
{
    return folder.exists(QStringLiteral("config.json"))
        && !folder.entryList({QStringLiteral("*.safetensors")}, QDir::Files).isEmpty();
}

bool isGgufName(const QString& name)
{
    return name.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive);
}

constexpr qint64 firstBytes = 64 << 10; // of a file, which nearly always name its architecture

// The head of a large vocabulary is read only where the first bytes do not tell.
bool isProjectorFile(const QString& path)
try {
    QFile file(path);
    const QByteArray first = file.open(QIODevice::ReadOnly) ? file.read(firstBytes) : QByteArray();
    const auto bytes = std::as_bytes(std::span(first.constData(), size_t(first.size())));
    const std::string architecture = engine::firstArchitecture(bytes, path.toStdString());
    if (!architecture.empty())
        return architecture == runtime::projectorArchitecture;
    return runtime::isProjector(*engine::GgufFile::open(pathOf(path)));
} catch (const std::exception&) {
    return QFileInfo(path).fileName().startsWith(QLatin1String("mmproj"));
}

void search(const QDir& folder, int depth, int& entries, QStringList& found)
{
    if (isHuggingFaceFolder(folder)) {
        found << folder.absolutePath();
        return;
    }
    const auto list = folder.entryInfoList(
        QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Readable, QDir::Name);
    for (const QFileInfo& entry : list) {
        if (++entries > mostEntries)
            return;
        if (entry.isDir()) {
            if (depth < deepest && !entry.isSymLink())
                search(QDir(entry.absoluteFilePath()), depth + 1, entries, found);
        } else if (isGgufName(entry.fileName())
            && !engine::isLaterPart(entry.fileName().toStdString())
            && !isProjectorFile(entry.absoluteFilePath())) {
            found << entry.absoluteFilePath();
        }
    }
}

} // namespace

ModelKind modelKindOf(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return isHuggingFaceFolder(QDir(path)) ? ModelKind::Folder : ModelKind::FolderOfModels;
    if (!info.isFile() || !isGgufName(info.fileName()))
        return ModelKind::Unknown;
    return isProjectorFile(path) ? ModelKind::Projector : ModelKind::Gguf;
}

QStringList modelsBelow(const QString& folder)
{
    QStringList found;
    int entries = 0;
    search(QDir(folder), 1, entries, found);
    return found;
}

} // namespace services
