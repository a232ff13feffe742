#include "services/presets/preset.h"

#include "services/json_document.h"
#include "services/models/installed_models.h"
#include "services/refuse.h"
#include "services/storage/whole_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>

namespace services {

namespace {

constexpr int longestName = 80; // characters

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::Preset)
};

QString tooLarge(const QString& file)
{
    return Text::tr("%1 is larger than %2, which no preset is.")
        .arg(file, QLocale().formattedDataSize(largestPreset, 0, QLocale::DataSizeIecFormat));
}

// Only of an ordinary file: a pipe might never end.
QByteArray bytesOf(const QString& path)
{
    const QString file = QFileInfo(path).fileName();
    QFile opened(path);
    if (!QFileInfo(path).isFile() || !opened.open(QIODevice::ReadOnly))
        refuse(Text::tr("%1 cannot be read.").arg(file));
    const QByteArray bytes = opened.read(largestPreset + 1);
    if (bytes.size() > largestPreset)
        refuse(tooLarge(file));
    return bytes;
}

QJsonObject objectIn(const QByteArray& bytes, const QString& file)
{
    QJsonParseError error;
    const QJsonDocument document = parseJsonDocument(bytes, &error);
    if (error.error != QJsonParseError::NoError)
        refuse(Text::tr("%1 is damaged or no preset: %2 at character %3.")
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
    name = name.simplified().left(longestName).trimmed();
    return QString::fromUtf8(name.toUtf8()); // which half of a character does not survive
}

Preset readPreset(const QString& path)
{
    const QString file = QFileInfo(path).fileName();
    QJsonObject object = objectIn(bytesOf(path), file);
    const QString name = presetName(object.take(QLatin1String("name")).toString());
    if (name.isEmpty())
        refuse(Text::tr("%1 is no preset: it says no name.").arg(file));
    const QString unknown = fieldPassedOver(object);
    if (!unknown.isEmpty())
        refuse(Text::tr("The preset %1 is not used, because “%2” in it is not known here or has a "
                        "value that it cannot have.")
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
        refuse(tooLarge(QFileInfo(path).fileName()));
    writeWhole(path, bytes);
}

bool namesServer(const Preset& preset)
{
    return preset.settings.model && modelFrom(*preset.settings.model).isAtEndPoint();
}

Preset portable(Preset preset)
{
    std::optional<ModelId>& model = preset.settings.model;
    if (namesServer(preset))
        model.reset();
    else if (model)
        model = QFileInfo(*model).fileName();
    return preset;
}

std::optional<ModelId> modelOf(const Preset& preset, const InstalledModels& installed)
{
    const std::optional<ModelId>& named = preset.settings.model;
    if (!named)
        return std::nullopt;
    const ModelDescription* exact = installed.find(*named);
    if (exact && exact->isUsable())
        return named;
    if (!modelFrom(*named).isFile())
        return std::nullopt;
    const QString file = QFileInfo(*named).fileName();
    const QList<ModelDescription>& models = installed.models();
    const auto found = std::ranges::find_if(models, [&](const ModelDescription& model) {
        return model.isUsable() && modelFrom(model.id).isFile()
            && QFileInfo(model.id).fileName() == file;
    });
    return found == models.end() ? std::nullopt : std::optional(found->id);
}

ChatSettings chosenFor(
    const ChatSettings& conversation, const Preset& preset, const InstalledModels& installed)
{
    ChatSettings settings = preset.settings;
    settings.model = modelOf(preset, installed);
    if (!settings.model)
        settings.model = conversation.model;
    settings.documents = conversation.documents; // are nothing that a preset says
    return settings;
}

} // namespace services
