#include "services/presets/presets.h"

#include "base/error.h"
#include "services/conversations/conversation.h"
#include "services/json_document.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/storage/whole_file.h"
#include "services/text.h"

#include <QCollator>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>

namespace services {

namespace {

constexpr int maxNameLength = 80; // characters

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::Preset)
};

QString tooLarge(const QString& file)
{
    return Text::tr("“%1” isn't a valid preset: it is larger than %2.")
        .arg(file, QLocale().formattedDataSize(largestPreset, 0, QLocale::DataSizeIecFormat));
}

// Reads ordinary files only: a pipe might never end.
QByteArray readFile(const QString& path)
{
    const QString file = QFileInfo(path).fileName();
    QFile opened(path);
    if (!QFileInfo(path).isFile() || !opened.open(QIODevice::ReadOnly))
        reject(Text::tr("“%1” can't be read.").arg(file));
    const QByteArray bytes = opened.read(largestPreset + 1);
    if (bytes.size() > largestPreset)
        reject(tooLarge(file));
    return bytes;
}

QJsonObject objectIn(const QByteArray& bytes, const QString& file)
{
    QJsonParseError error;
    const QJsonDocument document = parseJsonDocument(bytes, &error);
    if (error.error != QJsonParseError::NoError)
        reject(Text::tr("“%1” isn't a valid preset: %2 at character %3.")
                   .arg(file, error.errorString(), QLocale().toString(error.offset + 1)));
    return document.object();
}

} // namespace

QString presetName(const QString& text)
{
    QString name;
    for (const QChar letter : text)
        if (letter.isSpace())
            name += u' ';
        else if (letter.isPrint() || letter.isSurrogate())
            name += letter;
    name = name.simplified().left(maxNameLength).trimmed();
    return QString::fromUtf8(name.toUtf8()); // which half of a character does not survive
}

Preset readPreset(const QString& path)
{
    const QString file = QFileInfo(path).fileName();
    QJsonObject object = objectIn(readFile(path), file);
    const QString name = presetName(object.take(QLatin1String("name")).toString());
    if (name.isEmpty())
        reject(Text::tr("“%1” isn't a valid preset: the name is missing.").arg(file));
    const QString unknown = fieldPassedOver(object);
    if (!unknown.isEmpty())
        reject(Text::tr(
            "The preset “%1” isn't used: its setting “%2” is unknown or has an invalid value.")
                   .arg(file, presetName(unknown)));
    return {name, chatSettingsFrom(object)};
}

void writePreset(const Preset& preset, const QString& path)
{
    QJsonObject object = toJson(preset.settings);
    object.remove("documents"); // are nobody else's
    object[QLatin1String("name")] = preset.name;
    const QByteArray bytes = QJsonDocument(object).toJson();
    if (bytes.size() > largestPreset)
        reject(tooLarge(QFileInfo(path).fileName()));
    writeWhole(path, bytes);
}

bool namesServer(const Preset& preset)
{
    return preset.settings.model && preset.settings.model->isRemote();
}

Preset portable(Preset preset)
{
    std::optional<ModelId>& model = preset.settings.model;
    if (namesServer(preset))
        model.reset();
    else if (model)
        model = ModelId::fromPath(model->path().filename());
    return preset;
}

std::optional<ModelId> findModel(const Preset& preset, const InstalledModels& installed)
{
    const std::optional<ModelId>& named = preset.settings.model;
    if (!named)
        return std::nullopt;
    const ModelFacts* exact = installed.find(*named);
    if (exact && exact->isUsable())
        return named;
    if (!named->isFile())
        return std::nullopt;
    const std::filesystem::path file = named->path().filename();
    const QList<ModelFacts>& models = installed.models();
    const auto found = std::ranges::find_if(models, [&](const ModelFacts& model) {
        return model.isUsable() && model.id.isFile() && model.id.path().filename() == file;
    });
    return found == models.end() ? std::nullopt : std::optional(found->id);
}

ChatSettings chosenFor(
    const ChatSettings& conversation, const Preset& preset, const InstalledModels& installed)
{
    ChatSettings settings = preset.settings;
    settings.model = findModel(preset, installed);
    if (!settings.model)
        settings.model = conversation.model;
    settings.documents = conversation.documents; // are nothing that a preset says
    return settings;
}

namespace {

constexpr qsizetype maxPresets = 1000;

void sort(QList<Preset>& presets)
{
    QCollator collator;
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::ranges::stable_sort(presets,
        [&](const Preset& a, const Preset& b) { return collator.compare(a.name, b.name) < 0; });
}

constexpr int maxBeforeNumber = 72; // characters, so that the number is not cut off

// "Name", "Name 2", "Name 3" …: the first that `isTaken` is false of. All are names of presets, also
// where half of a character would be cut off.
template <typename IsTaken>
QString firstFree(const QString& name, IsTaken isTaken)
{
    QString free = name;
    for (int number = 2; isTaken(free); ++number)
        free = presetName(name.left(maxBeforeNumber) + u' ' + QString::number(number));
    return free;
}

} // namespace

Presets::Presets(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
{
}

const Presets::Contents& Presets::contents() const
{
    if (!m_contents)
        m_contents = read();
    return *m_contents;
}

// Somebody may have copied a file: then two presets say the same name.
Presets::Contents Presets::read() const
{
    Contents found;
    const QDir folder(m_folder);
    const QStringList files
        = folder.entryList({QLatin1Char('*') + presetEnding}, QDir::Files, QDir::Name);
    for (const QString& file : files.mid(0, maxPresets)) {
        try {
            Preset preset = readPreset(folder.filePath(file));
            preset.name = firstFree(
                preset.name, [&](const QString& name) { return found.paths.contains(name); });
            found.presets << preset;
            found.paths[preset.name] = folder.filePath(file);
        } catch (const base::Error& error) {
            found.problems << QString::fromUtf8(error.what());
        }
    }
    if (files.size() > maxPresets)
        found.problems << tr("Only the first %Ln presets are shown.", nullptr, int(maxPresets));
    sort(found.presets);
    return found;
}

const QList<Preset>& Presets::all() const
{
    return contents().presets;
}

const QStringList& Presets::problems() const
{
    return contents().problems;
}

const Preset* Presets::find(const QString& name) const
{
    const QList<Preset>& presets = all();
    const auto found = std::ranges::find(presets, name, &Preset::name);
    return found == presets.end() ? nullptr : &*found;
}

void Presets::save(const Preset& preset)
{
    const Preset kept{presetName(preset.name), preset.settings};
    if (kept.name.isEmpty())
        reject(tr("Enter a name for the preset."));
    const QString old = contents().paths.value(kept.name);
    if (old.isEmpty() && all().size() >= maxPresets)
        reject(tr("You can't save more than %Ln presets.", nullptr, maxPresets));
    put(kept, old.isEmpty() ? freePath(kept.name) : old);
    emit changed();
}

// The file is written under its old name, so that there is always one; then it is called like the
// preset, which may fail without harm.
void Presets::rename(const QString& from, const QString& to)
{
    const Preset* preset = find(from);
    const QString name = presetName(to);
    if (!preset || name == from)
        return;
    if (name.isEmpty())
        reject(tr("Enter a name for the preset."));
    if (find(name))
        reject(tr("A preset named “%1” already exists.").arg(name));
    const QString old = m_contents->paths.value(from);
    put({name, preset->settings}, old);
    forget(from);
    const QString path = freePath(name);
    if (QFile::rename(old, path))
        m_contents->paths[name] = path;
    emit changed();
}

void Presets::remove(const QString& name)
{
    if (!find(name))
        return;
    QFile file(m_contents->paths.value(name));
    if (file.exists() && !file.remove())
        reject(tr("The preset “%1” couldn't be deleted: %2.").arg(name, file.errorString()));
    forget(name);
    emit changed();
}

QString Presets::add(Preset preset)
{
    if (namesServer(preset))
        preset.settings.model.reset();
    preset.name = firstFree(preset.name, [&](const QString& name) {
        const Preset* other = find(name);
        return other && other->settings != preset.settings;
    });
    save(preset);
    return preset.name;
}

void Presets::put(const Preset& preset, const QString& path)
{
    QDir().mkpath(m_folder);
    writePreset(preset, path);
    QList<Preset>& presets = m_contents->presets;
    presets.removeIf([&](const Preset& other) { return other.name == preset.name; });
    presets << preset;
    sort(presets);
    m_contents->paths[preset.name] = path;
}

void Presets::forget(const QString& name)
{
    m_contents->paths.remove(name);
    m_contents->presets.removeIf([&](const Preset& other) { return other.name == name; });
}

QString Presets::freePath(const QString& name) const
{
    const QDir folder(m_folder);
    const auto isTaken = [&](const QString& base) {
        const QFileInfo file(folder.filePath(base + presetEnding));
        return file.exists() || file.isSymLink();
    };
    const QString base = toFileName(name, QStringLiteral("preset"));
    return folder.filePath(firstFree(base, isTaken) + presetEnding);
}

namespace {

bool isNew(const Conversation& conversation)
{
    return conversation.isLoaded() && conversation.isEmpty();
}

} // namespace

void NewChatDefaults::setDocuments(const std::optional<QStringList>& roots)
{
    m_settings.set(settings::documentsAsked, roots.has_value());
    m_settings.set(settings::askedRoots, roots.value_or(QStringList()));
}

void NewChatDefaults::apply(Conversation& conversation) const
{
    applyDocuments(conversation);
    applyPreset(conversation);
}

void NewChatDefaults::applyDocuments(Conversation& conversation) const
{
    if (!isNew(conversation))
        return;
    ChatSettings own = conversation.settings();
    own.documents.reset();
    if (m_settings.get(settings::documentsAsked))
        own.documents = m_settings.get(settings::askedRoots);
    conversation.setSettings(own);
}

void NewChatDefaults::applyPreset(Conversation& conversation) const
{
    const QString name = m_settings.get(settings::presetOfNewChats);
    const Preset* preset = name.isEmpty() ? nullptr : m_presets.find(name);
    if (!preset || !isNew(conversation))
        return;
    const ChatSettings own = conversation.settings();
    ChatSettings withoutModel = preset->settings;
    withoutModel.model.reset();
    withoutModel.documents = own.documents;
    if (own == ChatSettings{.documents = own.documents} || own == withoutModel)
        conversation.setSettings(chosenFor(own, *preset, m_installed));
}

} // namespace services
