#include "services/hub/model_folder.h"

#include "engine/files/json_text.h"
#include "engine/files/open_weights.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>
#include <QtEndian>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace services {

namespace {

constexpr qint64 maxTextBytes = 16 << 20; // of a configuration, as of JSON files that are read
constexpr qint64 maxVocabularyBytes = 256 << 20;

const QString configFile = QStringLiteral("config.json");
const QString weightFile = QStringLiteral("model.safetensors");
const QString indexFile = QStringLiteral("model.safetensors.index.json");
const QString jsonVocabulary = QStringLiteral("tokenizer.json");
const QString otherVocabulary = QStringLiteral("tokenizer.model");

// What is read of a folder in addition to its weights.
bool isText(const QString& path)
{
    static const QSet<QString> names{configFile, QStringLiteral("generation_config.json"),
        QStringLiteral("tokenizer_config.json"), QStringLiteral("special_tokens_map.json"),
        QStringLiteral("chat_template.json"), QStringLiteral("chat_template.jinja"),
        QStringLiteral("additional_chat_templates/tool_use.jinja"),
        QStringLiteral("preprocessor_config.json"), QStringLiteral("processor_config.json"),
        QStringLiteral("video_preprocessor_config.json"), QStringLiteral("quantize_config.json"),
        QStringLiteral("modules.json"), QStringLiteral("config_sentence_transformers.json"),
        QStringLiteral("sentence_bert_config.json"), QStringLiteral("README.md")};
    static const QRegularExpression module(
        QRegularExpression::anchoredPattern(QStringLiteral("[0-9]_[A-Za-z]+/config\\.json")));
    return names.contains(path) || module.match(path).hasMatch();
}

bool isVocabulary(const QString& path)
{
    return path == jsonVocabulary || path == otherVocabulary;
}

bool isWeights(const QString& path)
{
    return path.endsWith(QLatin1String(".safetensors")) && !path.contains(u'/');
}

// The weights of a dense layer that sentence-transformers puts behind a model.
bool isModuleWeights(const QString& path)
{
    static const QRegularExpression module(
        QRegularExpression::anchoredPattern(QStringLiteral("[0-9]_[A-Za-z]+/model\\.safetensors")));
    return module.match(path).hasMatch();
}

const HubFile* findFile(const QList<HubFile>& files, const QString& path)
{
    const auto found = std::ranges::find(files, path, &HubFile::path);
    return found == files.end() ? nullptr : &*found;
}

// The same weights in the names of their authors' program, or those of an adapter.
bool isRepetition(const QString& path)
{
    return path.startsWith(QLatin1String("consolidated"))
        || path.startsWith(QLatin1String("adapter_"));
}

QList<HubFile> findWeights(const QList<HubFile>& files)
{
    if (const HubFile* single = findFile(files, weightFile))
        return {*single};
    QList<HubFile> weights;
    for (const HubFile& file : files)
        if (isWeights(file.path) && !isRepetition(file.path))
            weights << file;
    std::ranges::sort(weights, std::less(), &HubFile::path);
    return weights;
}

} // namespace

bool isOfModelFolder(const QString& path)
{
    return isText(path) || isVocabulary(path) || isWeights(path) || isModuleWeights(path)
        || path == indexFile;
}

std::optional<ModelFolder> findModelFolder(const QList<HubFile>& files)
{
    const HubFile* config = findFile(files, configFile);
    const HubFile* vocabulary = findFile(files, jsonVocabulary);
    if (!vocabulary)
        vocabulary = findFile(files, otherVocabulary);
    ModelFolder folder{findWeights(files), {}, {}};
    if (!config || config->bytes > maxTextBytes || !vocabulary
        || vocabulary->bytes > maxVocabularyBytes || folder.weights.isEmpty())
        return std::nullopt;
    const HubFile* index = findFile(files, indexFile);
    if (index && index->bytes <= maxTextBytes && folder.weights.first().path != weightFile)
        folder.index = *index;
    folder.others << *vocabulary;
    for (const HubFile& file : files)
        if (isModuleWeights(file.path)
            || (isText(file.path) && file.path != configFile && file.bytes <= maxTextBytes))
            folder.others << file;
    folder.others << *config;
    return folder;
}

QStringList readShardNames(const QByteArray& index, const QString& subject)
{
    const auto fail = [&] {
        reject(QCoreApplication::translate("services::ModelFolder",
            "“%1” can't be downloaded: its model.safetensors.index.json isn't a valid list of "
            "files.")
                   .arg(subject));
    };
    const auto json
        = engine::tryParseJson<nlohmann::json>({index.constData(), size_t(index.size())});
    const auto map
        = json && json->is_object() ? json->find("weight_map") : nlohmann::json::const_iterator();
    if (!json || !json->is_object() || map == json->end() || !map->is_object())
        fail();
    QSet<QString> names;
    for (const auto& [tensor, file] : map->items()) {
        if (!file.is_string() || !engine::isPlainFileName(file.get_ref<const std::string&>()))
            fail();
        names << QString::fromStdString(file.get<std::string>());
    }
    QStringList sorted(names.begin(), names.end());
    sorted.sort();
    if (sorted.isEmpty())
        fail();
    return sorted;
}

qint64 firstBytesOf(const QString& name)
{
    if (isVocabulary(name))
        return 0;
    return name.endsWith(QLatin1String(".safetensors")) ? 128 << 10 : 1 << 20;
}

bool isWholeHead(const QByteArray& head, const QString& name, qint64 bytes)
{
    if (isVocabulary(name) || head.size() >= bytes)
        return true;
    if (!name.endsWith(QLatin1String(".safetensors")) || head.size() < qsizetype(sizeof(quint64)))
        return false;
    const auto header = qFromLittleEndian<quint64>(head.constData());
    return quint64(head.size()) - sizeof(quint64) >= header;
}

} // namespace services
