#include "services/models/foreign_models.h"

#include "engine/files/gguf_file.h"
#include "runtime/models/model_files.h"
#include "services/json_document.h"
#include "services/models/model_id_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace services {

namespace {

constexpr int deepest = 6; // the cache of huggingface_hub lays its files so deep
// The limit of entries, so that a search below "/" ends.
constexpr int maxSearchedEntries = 20'000;

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
    return runtime::isProjector(*engine::GgufFile::open(path.toStdString()));
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
        if (++entries > maxSearchedEntries)
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

ModelKind detectModelKind(const QString& path)
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

namespace {

constexpr qint64 mostManifestBytes = 1 << 20;
constexpr int maxProgramEntries = 20'000; // of one program that are looked at

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::ForeignModels)
};

/// One search among the models of one program.
class Search {
public:
    Search(QString program, ForeignModels& found)
        : m_program(std::move(program))
        , m_found(found)
    {
    }

    void add(const QString& name, const QString& path, const QString& projector = {})
    {
        m_found.models.append({m_program, name, QFileInfo(path).absoluteFilePath(), projector});
    }

    void passOver(const QString& name, const QString& why)
    {
        m_found.problems << Texts::tr("“%1” from %2 was skipped: %3").arg(name, m_program, why);
    }

    /// The text of a small file; says so and returns nothing if it cannot be read.
    std::optional<QByteArray> read(const QString& name, const QString& path)
    {
        QFile file(path);
        if (QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)
            && file.size() <= mostManifestBytes)
            return file.read(mostManifestBytes);
        passOver(name, Texts::tr("its manifest can't be read or is larger than 1 MiB."));
        return std::nullopt;
    }

    /// True if a file is there; says so if it is not.
    bool finds(const QString& name, const QString& path)
    {
        if (QFileInfo(path).isFile())
            return true;
        passOver(name, Texts::tr("its file “%1” is missing.").arg(QFileInfo(path).fileName()));
        return false;
    }

    /// Every file below a folder, broken links among them; through no link to a folder.
    template <typename Visit>
    void walk(const QString& folder, Visit visit)
    {
        QDirIterator entries(folder, QDir::Files | QDir::System, QDirIterator::Subdirectories);
        for (int count = 0; entries.hasNext() && count < maxProgramEntries; ++count) {
            entries.next();
            visit(entries.fileInfo());
        }
    }

    /// The models of a folder and of its subfolders, by their paths in it.
    void addBelow(const QString& folder, const QString& prefix = {})
    {
        const QDir root(folder);
        for (const QString& path : modelsBelow(folder)) {
            const QString inside = root.relativeFilePath(path);
            add(inside == QLatin1String(".") ? prefix : joined(prefix, inside), path);
        }
        walk(folder, [&](const QFileInfo& file) {
            if (file.isSymLink() && !file.exists())
                passOver(joined(prefix, root.relativeFilePath(file.filePath())),
                    Texts::tr("its link is broken. The file may still be downloading."));
        });
    }

private:
    static QString joined(const QString& prefix, const QString& path)
    {
        return prefix.isEmpty() ? path : prefix + QLatin1Char('/') + path;
    }

    const QString m_program;
    ForeignModels& m_found;
};

// models--OWNER--NAME/snapshots/COMMIT holds links to blobs; refs/main says which commit counts.
void searchHuggingFace(Search& search, const QString& folder)
{
    static const QRegularExpression commit(QStringLiteral("^[0-9a-f]{40}$"));
    for (const QFileInfo& entry : QDir(folder).entryInfoList(
             {QStringLiteral("models--*")}, QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        QString name = entry.fileName().mid(int(qstrlen("models--")));
        name.replace(QLatin1String("--"), QLatin1String("/"));
        const QDir repository(entry.filePath());
        if (!repository.exists(QStringLiteral("refs/main")))
            continue; // something was asked about it, and nothing fetched
        const auto head = search.read(name, repository.filePath(QStringLiteral("refs/main")));
        if (!head)
            continue;
        const QString hash = QString::fromLatin1(*head).trimmed();
        const QString snapshot = repository.filePath(QLatin1String("snapshots/") + hash);
        if (!commit.match(hash).hasMatch() || !QFileInfo(snapshot).isDir()) {
            search.passOver(name, Texts::tr("its latest version is missing."));
            continue;
        }
        search.addBelow(snapshot, name);
    }
}

void searchLmStudio(Search& search, const QString& folder)
{
    search.addBelow(folder);
}

// A blob is named by what it holds; anything else could lead out of the folder.
QString blob(const QDir& models, const QString& digest)
{
    static const QRegularExpression pattern(QStringLiteral("^sha256:([0-9a-f]{64})$"));
    const auto match = pattern.match(digest);
    return match.hasMatch() ? models.filePath(QLatin1String("blobs/sha256-") + match.captured(1))
                            : QString();
}

QString ollamaName(const QString& manifest)
{
    QStringList parts = manifest.split(QLatin1Char('/')); // REGISTRY/NAMESPACE/MODEL/TAG
    parts.removeFirst();
    if (parts.first() == QLatin1String("library"))
        parts.removeFirst();
    const QString tag = parts.takeLast();
    return parts.join(QLatin1Char('/')) + QLatin1Char(':') + tag;
}

void addOllamaModel(Search& search, const QDir& models, const QString& name, const QByteArray& text)
{
    const QJsonArray layers = parseJsonDocument(text).object()["layers"].toArray();
    QString model, projector;
    for (const QJsonValue& layer : layers) {
        const QString kind = layer["mediaType"].toString();
        QString* file = kind == QLatin1String("application/vnd.ollama.image.model") ? &model
            : kind == QLatin1String("application/vnd.ollama.image.projector")       ? &projector
                                                                                    : nullptr;
        if (file)
            *file = blob(models, layer["digest"].toString());
    }
    if (model.isEmpty())
        return search.passOver(name, Texts::tr("its manifest lists no model."));
    if (search.finds(name, model) && (projector.isEmpty() || search.finds(name, projector)))
        search.add(name, model, projector);
}

void searchOllama(Search& search, const QString& folder)
{
    const QDir models(folder), manifests(models.filePath(QStringLiteral("manifests")));
    QStringList found;
    search.walk(manifests.path(), [&](const QFileInfo& file) {
        const QString path = manifests.relativeFilePath(file.filePath());
        if (path.count(QLatin1Char('/')) >= 3)
            found << path;
    });
    found.sort();
    for (const QString& path : std::as_const(found))
        if (const auto text = search.read(ollamaName(path), manifests.filePath(path)))
            addOllamaModel(search, models, ollamaName(path), *text);
}

// The value of "key: value" in a file of such lines, with or without quotes.
QString findValue(const QString& text, const char* key)
{
    const QRegularExpression line(
        QStringLiteral("^%1:[ \\t]*([\"']?)(.*?)\\1[ \\t]*$").arg(QLatin1String(key)),
        QRegularExpression::MultilineOption);
    return line.match(text).captured(2);
}

// Paths in a list are relative to the folder of the program's data, which is one or two levels
// above the models, or are absolute.
QString janFile(const QString& list, const QDir& models, const QString& path)
{
    const QString folders[] = {models.filePath(QStringLiteral("../..")),
        models.filePath(QStringLiteral("..")), QFileInfo(list).path()};
    for (const QString& folder : folders)
        if (const QString file = QDir(folder).filePath(path); QFileInfo(file).isFile())
            return QDir::cleanPath(file);
    return path;
}

void addJanModel(Search& search, const QDir& models, const QString& list)
{
    const QString name = models.relativeFilePath(QFileInfo(list).path());
    const auto bytes = search.read(name, list);
    if (!bytes)
        return;
    const QString text = QString::fromUtf8(*bytes).remove(QLatin1Char('\r'));
    const QString model = findValue(text, "model_path"), projector = findValue(text, "mmproj_path");
    if (model.isEmpty())
        return search.passOver(name, Texts::tr("its model.yml lists no model."));
    const QString modelFile = janFile(list, models, model);
    const QString projectorFile
        = projector.isEmpty() ? QString() : janFile(list, models, projector);
    if (search.finds(name, modelFile)
        && (projectorFile.isEmpty() || search.finds(name, projectorFile)))
        search.add(name, modelFile, projectorFile);
}

void searchJan(Search& search, const QString& folder)
{
    QStringList lists; // OWNER/NAME/model.yml
    search.walk(folder, [&](const QFileInfo& file) {
        if (file.fileName() == QLatin1String("model.yml"))
            lists << file.filePath();
    });
    lists.sort();
    for (const QString& list : std::as_const(lists))
        addJanModel(search, QDir(folder), list);
}

QStringList ggufFiles(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("*.gguf")}, QDir::Files, QDir::Name);
}

void searchGpt4All(Search& search, const QString& folder)
{
    for (const QString& file : ggufFiles(folder)) {
        if (file.startsWith(QLatin1String("incomplete-")))
            search.passOver(file, Texts::tr("the download is incomplete."));
        else
            search.add(file.chopped(int(qstrlen(".gguf"))), QDir(folder).filePath(file));
    }
}

// All files are OWNER_NAME_FILE.gguf in one folder, and so are the vision parts.
void searchLlamaCpp(Search& search, const QString& folder)
{
    const QDir cache(folder);
    const QStringList files = ggufFiles(folder);
    const auto findProjector = [&](const QString& model) {
        for (const QString& file : files) {
            const qsizetype mark = file.indexOf(QLatin1String("mmproj"));
            if (mark > 0 && model.startsWith(QStringView(file).left(mark)))
                return cache.filePath(file);
        }
        return QString();
    };
    for (const QString& file : files)
        if (!file.contains(QLatin1String("mmproj")) && !engine::isLaterPart(file.toStdString()))
            search.add(
                file.chopped(int(qstrlen(".gguf"))), cache.filePath(file), findProjector(file));
}

/// A program and the folders in which it stores its models.
struct Program {
    const char* name;
    const char* variable; ///< of the environment, which goes first; empty: there is none
    const char* below; ///< behind the value of the variable
    std::initializer_list<const char*> folders; ///< below the home, or absolute
    void (*search)(Search& search, const QString& folder);
};

const Program programs[] = {
    {"Hugging Face", "HF_HUB_CACHE", "", {}, searchHuggingFace},
    {"Hugging Face", "HF_HOME", "/hub", {".cache/huggingface/hub"}, searchHuggingFace},
    {"LM Studio", "", "", {".lmstudio/models", ".cache/lm-studio/models"}, searchLmStudio},
    {"Ollama", "OLLAMA_MODELS", "", {".ollama/models", "/usr/share/ollama/.ollama/models"},
        searchOllama},
    {"Jan", "", "", {".local/share/Jan/data/llamacpp/models", "jan/models"}, searchJan},
    {"GPT4All", "", "", {".local/share/nomic.ai/GPT4All"}, searchGpt4All},
    {"llama.cpp", "LLAMA_CACHE", "", {".cache/llama.cpp"}, searchLlamaCpp},
};

// LM Studio may have been moved; a file in the home says where to.
QString movedLmStudio(const QDir& home)
{
    QFile pointer(home.filePath(QStringLiteral(".lmstudio-home-pointer")));
    if (!QFileInfo(pointer).isFile() || !pointer.open(QIODevice::ReadOnly))
        return {};
    const QString path = QString::fromUtf8(pointer.read(4096)).trimmed();
    return path.isEmpty() ? QString() : path + QLatin1String("/models");
}

QStringList listFolders(
    const Program& program, const QDir& home, const QProcessEnvironment& environment)
{
    QStringList folders;
    if (const QString named = environment.value(program.variable); !named.isEmpty())
        folders << named + QLatin1String(program.below);
    if (program.search == searchLmStudio)
        folders << movedLmStudio(home);
    for (const char* folder : program.folders)
        folders << home.filePath(QLatin1String(folder));
    return folders;
}

} // namespace

ForeignModels findForeignModels(const QString& home, const QProcessEnvironment& environment)
{
    ForeignModels found;
    QStringList seen;
    for (const Program& program : programs)
        for (const QString& folder : listFolders(program, QDir(home), environment)) {
            const QString path
                = folder.isEmpty() ? QString() : QFileInfo(folder).canonicalFilePath();
            if (path.isEmpty() || seen.contains(path))
                continue;
            seen << path;
            Search search(QString::fromLatin1(program.name), found);
            program.search(search, path);
        }
    return found;
}

} // namespace services
