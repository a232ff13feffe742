#include "services/hub/hub_answers.h"

#include "base/error.h"
#include "engine/files/json_text.h"
#include "services/hub/model_folder.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace services {

namespace {

using nlohmann::json;

constexpr qint64 maxBytes = qint64(1) << 50; // of a file

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::HubAnswers)
};

[[noreturn]] void reject(const QString& host)
{
    throw base::Error(base::ErrorKind::BadFile,
        Texts::tr("%1 isn't a model hub. Check its address (HF_ENDPOINT).")
            .arg(host)
            .toStdString());
}

json parsed(const QByteArray& text, const QString& host, const std::stop_token& stop)
try {
    return engine::parseJson<json>({text.constData(), size_t(text.size())},
        {.hasUniqueKeys = true, .isCancelled = [&stop] { return stop.stop_requested(); }});
} catch (const engine::JsonError&) {
    reject(host);
}

QString readText(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string()
        ? QString::fromStdString(found->get<std::string>())
        : QString();
}

qint64 readNumber(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? qint64(found->get<uint64_t>())
                                                                : -1;
}

bool isCommit(const QString& text)
{
    return text.size() >= 7 && text.size() <= 64
        && QByteArray::fromHex(text.toLatin1()).toHex() == text.toLatin1();
}

HubFile readFile(const json& row)
{
    HubFile file{readText(row, "path"), readNumber(row, "size"), {}};
    const auto stored = row.find("lfs");
    if (stored == row.end() || !stored->is_object()) {
        const QByteArray id = QByteArray::fromHex(readText(row, "oid").toLatin1());
        file.hash = id.size() == 20 ? id : QByteArray();
        return file;
    }
    const QByteArray hash = QByteArray::fromHex(readText(*stored, "oid").toLatin1());
    if (hash.size() == 32)
        file.hash = hash;
    if (const qint64 bytes = readNumber(*stored, "size"); bytes >= 0)
        file.bytes = bytes;
    return file;
}

} // namespace

ModelCard readModelCard(const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_object())
        reject(host);
    ModelCard card{readText(answer, "sha"), {}};
    if (!isCommit(card.commit))
        reject(host);
    const auto data = answer.find("cardData");
    if (data != answer.end() && data->is_object())
        card.license = readText(*data, "license").left(200);
    return card;
}

QList<HubFile> readFileList(
    const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_array())
        reject(host);
    QList<HubFile> files;
    for (const json& row : answer) {
        if (!row.is_object() || readText(row, "type") != QLatin1String("file"))
            continue;
        const HubFile file = readFile(row);
        if (isPlainPath(file.path) && file.bytes > 0 && file.bytes <= maxBytes)
            files << file;
    }
    return files;
}

namespace {

constexpr qsizetype maxFound = 100; // repositories of a page
constexpr qsizetype maxFoundFiles = 1000; // of each

// Hubs write the license as a tag: "license:apache-2.0".
QString readLicenseTag(const json& row)
{
    const auto tags = row.find("tags");
    if (tags == row.end() || !tags->is_array())
        return {};
    static const std::string prefix = "license:";
    for (const json& tag : *tags)
        if (tag.is_string() && tag.get_ref<const std::string&>().starts_with(prefix))
            return QString::fromStdString(tag.get<std::string>().substr(prefix.size())).left(200);
    return {};
}

// Searches tell no sizes.
QList<HubFile> readPaths(const json& row)
{
    QList<HubFile> paths;
    const auto files = row.find("siblings");
    if (files == row.end() || !files->is_array())
        return paths;
    for (const json& file : *files) {
        const QString path = file.is_object() ? readText(file, "rfilename") : QString();
        if ((path.endsWith(QLatin1String(".gguf")) || isOfModelFolder(path)) && isPlainPath(path)
            && paths.size() < maxFoundFiles)
            paths << HubFile{path, 1, {}};
    }
    return paths;
}

// Bytes of a number of a type in safetensors files; 0: it is not known here.
qint64 bytesOfType(const std::string& type)
{
    struct Type {
        const char* name;
        qint64 bytes;
    };
    static constexpr Type types[] = {{"F64", 8}, {"I64", 8}, {"U64", 8}, {"F32", 4}, {"I32", 4},
        {"U32", 4}, {"F16", 2}, {"BF16", 2}, {"I16", 2}, {"U16", 2}, {"F8_E4M3", 1}, {"F8_E5M2", 1},
        {"F8_E8M0", 1}, {"I8", 1}, {"U8", 1}, {"BOOL", 1}};
    for (const Type& each : types)
        if (type == each.name)
            return each.bytes;
    return 0;
}

// How many numbers of which type the weights have: {"parameters": {"BF16": 494032768}}.
void readWeights(FoundRepository& found, const json& row)
{
    const auto weights = row.find("safetensors");
    if (weights == row.end() || !weights->is_object())
        return;
    found.parameters = std::clamp<qint64>(readNumber(*weights, "total"), 0, maxBytes);
    const auto counts = weights->find("parameters");
    if (counts == weights->end() || !counts->is_object())
        return;
    qint64 most = 0;
    for (const auto& [type, value] : counts->items()) {
        const auto count = value.is_number_unsigned()
            ? qint64(std::min(value.get<uint64_t>(), uint64_t(maxBytes)))
            : 0;
        const qint64 bytes = count * bytesOfType(type);
        found.weightBytes = std::min(found.weightBytes + bytes, maxBytes);
        if (bytes > most) {
            most = bytes;
            found.weightType = QString::fromStdString(type);
        }
    }
}

// What config.json says of the model: {"model_type": "qwen2", "quantization_config": {…}}.
void readConfig(FoundRepository& found, const json& row)
{
    const auto config = row.find("config");
    if (config == row.end() || !config->is_object())
        return;
    found.architecture = readText(*config, "model_type").left(40);
    const auto packing = config->find("quantization_config");
    if (packing == config->end() || !packing->is_object())
        return;
    found.weightType = readText(*packing, "quant_method").left(40).toUpper();
    if (const qint64 bits = readNumber(*packing, "bits"); bits > 0 && bits <= 16)
        found.weightType += QStringLiteral("-%1").arg(bits);
}

// Gated is false, "auto" or "manual".
bool isGated(const json& row)
{
    const auto gated = row.find("gated");
    return gated != row.end()
        && (gated->is_string() || (gated->is_boolean() && gated->get<bool>()));
}

FoundRepository readFoundRow(const json& row)
{
    FoundRepository found;
    const auto request = parseModelRequest(readText(row, "id"));
    if (!request || !request->variant.isEmpty())
        return found;
    found.repository = request->repository;
    found.downloads = readNumber(row, "downloads");
    found.license = readLicenseTag(row);
    QList<HubFile> files = readPaths(row);
    found.isFolder = findModelFolder(files).has_value();
    for (const HubFile& file : std::as_const(files))
        if (file.path.endsWith(QLatin1String(".gguf")))
            found.files << file.path;
    found.isGated = isGated(row);
    if (found.files.isEmpty() && found.isFolder) {
        readWeights(found, row);
        readConfig(found, row);
    }
    const auto gguf = row.find("gguf");
    if (gguf == row.end() || !gguf->is_object())
        return found;
    found.parameters = std::clamp<qint64>(readNumber(*gguf, "total"), 0, maxBytes);
    found.contextLength = std::clamp<qint64>(readNumber(*gguf, "context_length"), 0, maxBytes);
    found.architecture = readText(*gguf, "architecture").left(40);
    return found;
}

} // namespace

QList<FoundRepository> readFound(
    const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_array())
        reject(host);
    QList<FoundRepository> found;
    for (const json& row : answer) {
        const FoundRepository repository = row.is_object() ? readFoundRow(row) : FoundRepository();
        if (!repository.repository.name.isEmpty() && found.size() < maxFound)
            found << repository;
    }
    std::ranges::stable_sort(found, std::greater(), &FoundRepository::downloads);
    return found;
}

} // namespace services
