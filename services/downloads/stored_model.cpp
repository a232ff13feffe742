#include "services/downloads/stored_model.h"

#include "engine/files/gguf_file.h"
#include "runtime/models/model_files.h"
#include "services/background.h"
#include "services/downloads/model_downloads.h"
#include "services/generation/model_pool.h"
#include "services/hub/model_inquiry.h"
#include "services/models/installed_models.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr int64_t maxParts = 1000; // of a split model
constexpr int maxFolders = 10'000; // of owners, and of the models of each

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::StoredModel)
};

bool isOrdinaryFile(const QFileInfo& info)
{
    return info.isFile() && !info.isSymLink();
}

void add(StoredModel& stored, const QFileInfo& file)
{
    if (!isOrdinaryFile(file) || stored.files.contains(file.canonicalFilePath()))
        return;
    stored.files << file.canonicalFilePath();
    stored.bytes += file.size();
}

QFileInfoList foldersIn(const QString& folder)
{
    const QFileInfoList all = QDir(folder).entryInfoList(
        QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
    return all.first(std::min<qsizetype>(all.size(), maxFolders));
}

// The name that all files of a model share: its parts, its vision part, and what is still incomplete.
QString modelOf(const QString& file)
{
    const QString name
        = QString::fromStdString(runtime::modelName(completeName(file).toStdString()));
    return name.startsWith(visionName({})) ? name.mid(visionName({}).size()) : name;
}

// True for a GGUF file that has come in whole or in part.
bool isGgufName(const QString& file)
{
    return completeName(file).endsWith(QLatin1String(".gguf"));
}

void addRepository(QList<StoredModel>& all, const QString& folder, const Repository& repository)
{
    QMap<QString, StoredModel> byName;
    for (const QString& path : fetchedFiles(folder, {repository, {}})) {
        const QFileInfo file(path);
        if (!isGgufName(file.fileName())) {
            StoredModel& stored = byName[repository.name];
            add(stored, file);
            stored.model = parseModelId(folder + u'/' + repository.text());
            continue;
        }
        StoredModel& stored = byName[modelOf(file.fileName())];
        add(stored, file);
        const QString name = completeName(file.fileName());
        if (!stored.model.isBuiltIn() || name.startsWith(visionName({})))
            continue;
        stored.model = parseModelId(folder + u'/' + repository.text() + u'/' + name);
    }
    for (auto each = byName.begin(); each != byName.end(); ++each) {
        if (each->files.isEmpty())
            continue;
        if (each->model.isBuiltIn()) // there is only a vision part
            each->model = parseModelId(each->files.first());
        each->name = each.key();
        each->isFetched = true;
        all << *each;
    }
}

// The parts of a split model, sorted; else the file alone.
QFileInfoList partsOf(const QFileInfo& file)
{
    auto name = engine::splitName(file.fileName().toStdString());
    if (!name || name->count > maxParts)
        return {file};
    QFileInfoList parts;
    for (name->number = 1; name->number <= name->count; ++name->number)
        parts << QFileInfo(file.dir(), QString::fromStdString(engine::splitFileName(*name)));
    return parts;
}

// A vision part that other models in the same folder may use stays.
bool isVisionOf(const QFileInfo& vision, const QFileInfo& model)
{
    if (vision.fileName() == visionName(model.fileName()))
        return true;
    const QStringList others
        = model.dir().entryList({QStringLiteral("*.gguf")}, QDir::Files, QDir::Name);
    return std::ranges::all_of(others, [&](const QString& other) {
        return other.startsWith(QLatin1String("mmproj"))
            || modelOf(other) == modelOf(model.fileName());
    });
}

void addGguf(StoredModel& stored, const QFileInfo& file, const QFileInfo& vision)
{
    for (const QFileInfo& part : partsOf(file))
        add(stored, part);
    const bool isBeside = vision.canonicalPath() == file.canonicalPath();
    if (!stored.files.isEmpty() && isBeside && isVisionOf(vision, file))
        add(stored, vision);
}

// What a folder in Hugging Face layout consists of. Whatever else somebody keeps in it stays.
void addFolder(StoredModel& stored, const QString& path)
{
    static const QStringList names = QStringLiteral(
        "*.safetensors *.safetensors.index.json config.json generation_config.json "
        "tokenizer.json tokenizer_config.json special_tokens_map.json "
        "added_tokens.json vocab.json merges.txt vocab.txt tokenizer.model "
        "chat_template.json chat_template.jinja preprocessor_config.json "
        "processor_config.json video_preprocessor_config.json "
        "quantize_config.json quantization_config.json adapter_config.json")
                                         .split(u' ');
    const QDir folder(path);
    const bool hasWeights
        = !folder.entryList({QStringLiteral("*.safetensors")}, QDir::Files | QDir::NoSymLinks)
               .isEmpty();
    if (!hasWeights)
        return; // its weights are links to what another program keeps
    for (const QFileInfo& file :
        folder.entryInfoList(names, QDir::Files | QDir::NoSymLinks, QDir::Name))
        add(stored, file);
}

} // namespace

QList<StoredModel> findStoredModels(const QString& folder)
{
    QList<StoredModel> all;
    for (const QFileInfo& owner : foldersIn(folder))
        for (const QFileInfo& name : foldersIn(owner.filePath()))
            addRepository(all, folder, {owner.fileName(), name.fileName()});
    std::ranges::stable_sort(all, [](const StoredModel& a, const StoredModel& b) {
        return a.name.compare(b.name, Qt::CaseInsensitive) < 0;
    });
    return all;
}

StoredModel findStoredModel(const ModelFacts& model, const QString& folder)
{
    StoredModel stored{model.id, QString::fromStdString(model.name), {}, 0, false};
    if (model.id.isBuiltIn() || model.id.isRemote())
        return stored;
    const QString path = QString::fromStdString(model.id.path().string());
    if (!folder.isEmpty() && path.startsWith(folder + u'/'))
        for (const StoredModel& fetched : findStoredModels(folder))
            if (fetched.model == model.id)
                return fetched;
    const QFileInfo info(path);
    if (info.isSymLink())
        return stored;
    if (info.isDir())
        addFolder(stored, path);
    else if (info.fileName().endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive))
        addGguf(stored, info, QFileInfo(QString::fromStdString(model.projector.string())));
    return stored;
}

void deleteFiles(const StoredModel& model, const QString& folder)
{
    for (const QString& path : model.files) {
        const QFileInfo info(path);
        if (!info.exists() && !info.isSymLink())
            continue;
        if (!isOrdinaryFile(info) || info.canonicalFilePath() != path)
            reject(Texts::tr("“%1” wasn't deleted: it has been replaced by a link.").arg(path));
        QFile file(path);
        if (!file.remove())
            reject(Texts::tr("“%1” can't be deleted: %2.").arg(path, file.errorString()));
    }
    if (model.files.isEmpty())
        return;
    const QDir emptied = QFileInfo(model.files.first()).dir();
    const QString root = QFileInfo(folder).canonicalFilePath();
    if (model.isFetched && emptied.path().startsWith(root + u'/')) {
        for (const QString& path : model.files) // folders in that of the model
            QDir().rmdir(QFileInfo(path).path());
        QDir().rmdir(emptied.path()); // OWNER/NAME, and OWNER if nothing else is left of it
        QDir().rmdir(QFileInfo(emptied.path()).path());
    } else if (QFileInfo(QString::fromStdString(model.model.path().string())).isDir()) {
        QDir().rmdir(emptied.path());
    }
}

ModelDeletion::ModelDeletion(
    ModelPool& models, InstalledModels& installed, ModelDownloads& downloads, QObject* parent)
    : QObject(parent)
    , m_models(models)
    , m_installed(installed)
    , m_downloads(downloads)
{
}

void ModelDeletion::find(const ModelFacts& model, QObject* receiver, Found found)
{
    runInBackground<StoredModel>(
        receiver, [model, folder = m_downloads.folder()] { return findStoredModel(model, folder); },
        [model, found = std::move(found)](const Outcome<StoredModel>& outcome) {
            found(outcome.value.value_or(
                StoredModel{model.id, QString::fromStdString(model.name), {}, 0, false}));
        });
}

void ModelDeletion::list(QObject* receiver, Listed listed)
{
    runInBackground<QList<StoredModel>>(
        receiver, [folder = m_downloads.folder()] { return findStoredModels(folder); },
        std::move(listed));
}

void ModelDeletion::remove(const QList<StoredModel>& models, QObject* receiver, Done done)
{
    for (const StoredModel& stored : models) {
        m_models.registry().unload(stored.model);
        if (m_models.current() == stored.model)
            m_models.setCurrent({});
        for (const ModelDownload& download : QList(m_downloads.downloads()))
            if (download.model == stored.model)
                m_downloads.cancel(download.id);
    }
    runInBackground<bool>(
        this,
        [models, folder = m_downloads.folder()] {
            for (const StoredModel& stored : models)
                deleteFiles(stored, folder);
            return true;
        },
        [this, models, receiver = QPointer(receiver), done = std::move(done)](
            const Outcome<bool>& outcome) {
            if (outcome.value)
                for (const StoredModel& stored : models)
                    m_installed.forget(stored.model);
            m_installed.refresh();
            if (receiver)
                done(outcome.error);
        });
}

} // namespace services
