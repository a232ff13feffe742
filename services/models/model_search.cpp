#include "services/models/model_search.h"

#include "engine/files/gguf_file.h"
#include "engine/files/split_name.h"
#include "services/models/model_paths.h"

#include <QDir>
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

bool isProjectorFile(const QString& path)
try {
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
