#include "services/models/installed_models.h"

#include "runtime/models/model_files.h"
#include "services/background.h"
#include "services/models/foreign_models.h"
#include "services/models/model_id_text.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QCollator>
#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <utility>

namespace services {

namespace {

/// The search's parameters, as the settings contain them. A value, for the background.
struct Places {
    QStringList models, folders, removed;
    QHash<QString, QString> projectors, names;
};

QHash<QString, QString> pairs(const QStringList& list)
{
    QHash<QString, QString> pairs;
    for (qsizetype i = 0; i + 1 < list.size(); i += 2)
        pairs.insert(list[i], list[i + 1]);
    return pairs;
}

QStringList toList(const QHash<QString, QString>& pairs)
{
    QStringList list;
    for (auto pair = pairs.cbegin(); pair != pairs.cend(); ++pair)
        list << pair.key() << pair.value();
    return list;
}

// One file may be reached by several paths.
QString trueName(const QString& path)
{
    const QString canonical = QFileInfo(path).canonicalFilePath();
    return canonical.isEmpty() ? path : canonical;
}

QList<ModelFacts> look(const Places& places)
{
    QStringList paths = places.models;
    for (const QString& folder : places.folders)
        paths << modelsBelow(folder);
    QSet<QString> seen;
    for (const QString& path : places.removed)
        seen << trueName(path);
    QList<ModelFacts> models{describeModel({})};
    for (const QString& path : std::as_const(paths)) {
        if (seen.contains(trueName(path)))
            continue;
        seen << trueName(path);
        models << describeModel(parseModelId(path), places.projectors.value(path));
        if (const QString name = places.names.value(path); !name.isEmpty())
            models.last().name = name.toStdString();
    }
    QCollator collator;
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::stable_sort(
        models.begin() + 1, models.end(), [&](const ModelFacts& a, const ModelFacts& b) {
            if (a.isUsable() != b.isUsable())
                return a.isUsable();
            return collator.compare(QString::fromStdString(a.name), QString::fromStdString(b.name))
                < 0;
        });
    return models;
}

QStringList joined(const QStringList& list, const QStringList& more)
{
    QStringList all = list;
    for (const QString& path : more)
        if (!all.contains(path))
            all << path;
    return all;
}

QStringList without(const QStringList& list, const QStringList& paths)
{
    QStringList rest;
    for (const QString& path : list)
        if (!paths.contains(path))
            rest << path;
    return rest;
}

void keepPairs(
    Settings& settings, const Setting<QStringList>& setting, const QHash<QString, QString>& more)
{
    if (more.isEmpty())
        return;
    QHash<QString, QString> known = pairs(settings.get(setting));
    known.insert(more);
    settings.set(setting, toList(known));
}

} // namespace

InstalledModels::InstalledModels(Settings& settings, const QString& fetched, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_fetched(fetched)
{
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::modelFolders.key))
            refresh();
    });
    refresh();
}

const ModelFacts* InstalledModels::find(const ModelId& model) const
{
    const auto found = std::find_if(m_models.cbegin(), m_models.cend(),
        [&](const ModelFacts& description) { return description.id == model; });
    return found == m_models.cend() ? nullptr : &*found;
}

QString InstalledModels::displayName(const ModelId& model) const
{
    if (model.isBuiltIn())
        return starterName();
    if (model.isRemote())
        return QString::fromStdString(model.name());
    if (const ModelFacts* description = find(model))
        return QString::fromStdString(description->name);
    const QString given = pairs(m_settings.get(settings::modelNames)).value(toString(model));
    return given.isEmpty() ? QString::fromStdString(runtime::modelName(model.path())) : given;
}

QHash<ModelId, QString> InstalledModels::projectors() const
{
    const QHash<QString, QString> stored = pairs(m_settings.get(settings::projectors));
    QHash<ModelId, QString> projectors;
    for (auto pair = stored.cbegin(); pair != stored.cend(); ++pair)
        projectors.insert(parseModelId(pair.key()), pair.value());
    return projectors;
}

void InstalledModels::refresh()
{
    m_looksAgain = m_isLooking;
    if (m_isLooking)
        return;
    m_isLooking = true;
    Places places{m_settings.get(settings::addedModels), m_settings.get(settings::modelFolders),
        m_settings.get(settings::removedModels), pairs(m_settings.get(settings::projectors)),
        pairs(m_settings.get(settings::modelNames))};
    if (!m_fetched.isEmpty())
        places.folders << m_fetched;
    runInBackground<QList<ModelFacts>>(
        this, [places] { return look(places); },
        [this](const Outcome<QList<ModelFacts>>& outcome) {
            m_isLooking = false;
            if (m_looksAgain)
                return refresh();
            show(outcome.value.value_or(m_models));
        });
    emit changed();
}

void InstalledModels::show(const QList<ModelFacts>& models)
{
    m_models = models;
    emit changed();
    for (const QString& text : std::exchange(m_justAdded, {}))
        if (const ModelId model = parseModelId(text); find(model))
            emit added(model);
}

void InstalledModels::add(const QStringList& paths)
{
    runInBackground<Addition>(
        this, [paths] { return sort(paths); },
        [this](const Outcome<Addition>& outcome) {
            if (outcome.value)
                keep(*outcome.value);
            else
                emit rejected(outcome.error);
        });
}

void InstalledModels::addRemote(const ModelId& model)
{
    Addition addition;
    addition.models << toString(model);
    keep(addition);
}

// Runs in the background.
InstalledModels::Addition InstalledModels::sort(const QStringList& paths)
{
    Addition addition;
    QStringList projectors;
    for (const QString& given : paths) {
        const QFileInfo info(given);
        const bool isPartOfFolder = info.suffix() == QLatin1String("safetensors");
        const QString path = isPartOfFolder ? info.absolutePath() : info.absoluteFilePath();
        switch (detectModelKind(path)) {
        case ModelKind::Gguf:
        case ModelKind::Folder:
            addition.models << path;
            break;
        case ModelKind::Projector:
            projectors << path;
            break;
        case ModelKind::FolderOfModels:
            if (modelsBelow(path).isEmpty())
                addition.messages << tr("No supported models found in “%1”. Choose GGUF files or "
                                        "a folder with config.json and safetensors files.")
                                         .arg(info.fileName());
            else
                addition.folders << path;
            break;
        case ModelKind::Unknown:
            addition.messages << tr("“%1” isn't a supported model. Choose a GGUF file or a folder "
                                    "with config.json and safetensors files.")
                                     .arg(info.fileName());
        }
    }
    if (projectors.size() == 1 && addition.models.size() == 1)
        addition.projectors.insert(addition.models.first(), projectors.first());
    else if (!projectors.isEmpty())
        addition.messages << tr(
            "“%1” is only the vision encoder of a model. Add it together with its language model.")
                                 .arg(QFileInfo(projectors.first()).fileName());
    return addition;
}

void InstalledModels::lookElsewhere()
{
    const auto look = [] {
        return findForeignModels(QDir::homePath(), QProcessEnvironment::systemEnvironment());
    };
    runInBackground<ForeignModels>(this, look, [this](const Outcome<ForeignModels>& outcome) {
        const ForeignModels all = outcome.value.value_or(ForeignModels{{}, {outcome.error}});
        Addition addition;
        for (const ForeignModel& found : all.models) {
            if (find(parseModelId(found.model)))
                continue;
            addition.models << found.model;
            addition.names.insert(found.model, found.program + QStringLiteral(": ") + found.name);
            if (!found.projector.isEmpty())
                addition.projectors.insert(found.model, found.projector);
        }
        keep(addition);
        emit lookedElsewhere(all);
    });
}

void InstalledModels::keep(const Addition& addition)
{
    for (const QString& message : addition.messages)
        emit rejected(message);
    for (const QString& path : addition.models)
        if (find(parseModelId(path)) && !addition.projectors.contains(path))
            emit rejected(tr("“%1” has already been added.").arg(displayName(parseModelId(path))));
    if (addition.models.isEmpty() && addition.folders.isEmpty())
        return;
    keepPairs(m_settings, settings::projectors, addition.projectors);
    keepPairs(m_settings, settings::modelNames, addition.names);
    m_settings.set(
        settings::removedModels, without(m_settings.get(settings::removedModels), addition.models));
    m_settings.set(
        settings::addedModels, joined(m_settings.get(settings::addedModels), addition.models));
    m_justAdded << addition.models;
    if (!addition.folders.isEmpty())
        m_settings.set(settings::modelFolders,
            joined(m_settings.get(settings::modelFolders), addition.folders));
    refresh();
}

void InstalledModels::remove(const ModelId& model)
{
    if (model.isBuiltIn())
        return;
    const QStringList removed{toString(model)};
    if (m_settings.get(settings::addedModels).contains(removed.first()))
        m_wereAdded << removed;
    m_settings.set(settings::addedModels, without(m_settings.get(settings::addedModels), removed));
    m_settings.set(
        settings::removedModels, joined(m_settings.get(settings::removedModels), removed));
    m_models.removeIf([&](const ModelFacts& description) { return description.id == model; });
    emit changed();
    refresh();
}

bool InstalledModels::putBack(const ModelId& model)
{
    const QStringList back{toString(model)};
    const QStringList removed = m_settings.get(settings::removedModels);
    if (!removed.contains(back.first()))
        return false;
    m_settings.set(settings::removedModels, without(removed, back));
    if (m_wereAdded.removeAll(back.first()) > 0)
        m_settings.set(settings::addedModels, joined(m_settings.get(settings::addedModels), back));
    m_justAdded << back;
    refresh();
    return true;
}

void InstalledModels::forget(const ModelId& model)
{
    const QStringList gone{toString(model)};
    for (const Setting<QStringList>* setting : {&settings::addedModels, &settings::removedModels})
        m_settings.set(*setting, without(m_settings.get(*setting), gone));
    for (const Setting<QStringList>* setting : {&settings::projectors, &settings::modelNames}) {
        QHash<QString, QString> known = pairs(m_settings.get(*setting));
        if (known.remove(gone.first()))
            m_settings.set(*setting, toList(known));
    }
    m_wereAdded.removeAll(gone.first());
    m_models.removeIf([&](const ModelFacts& description) { return description.id == model; });
    emit changed();
}

} // namespace services
