#include "app/cli/input_files.h"

#include "app/cli/output.h"
#include "base/error.h"
#include "engine/files/json_text.h"
#include "services/documents/picture_texts.h"
#include "services/network/network.h"
#include "services/network/web_address.h"
#include "services/network/web_page.h"
#include "services/system/paths.h"

#include <QFile>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace app {

using base::Error;
using base::ErrorKind;

QString documentPath(const QString& argument)
{
    if (!services::looksLikeWebAddress(argument))
        return argument;
    services::ContactedHosts hosts(services::paths::contactFile());
    const QString path = services::saveWebPage(
        argument, {.contacted = [&hosts](const QString& host) { hosts.add(host); }});
    printError("Saved as " + path.toStdString());
    return path;
}

std::string readTextFile(const QString& path)
{
    constexpr qint64 maxBytes = qint64(64) << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw Error(
            ErrorKind::BadFile, (path + " can't be read: " + file.errorString()).toStdString());
    const QByteArray text = file.read(maxBytes + 1);
    if (text.size() > maxBytes)
        throw Error(ErrorKind::BadFile, path.toStdString() + " is too large: the limit is 64 MiB");
    return text.toStdString();
}

namespace {

constexpr int maxDepth = 256;
constexpr size_t maxValues = 8'000'000; // masks of whole vocabularies

} // namespace

nlohmann::ordered_json readJsonFile(const QString& path)
{
    const std::string bytes = readTextFile(path);
    try {
        return engine::parseJson<nlohmann::ordered_json>(
            bytes, {.depth = maxDepth, .values = maxValues, .bytes = bytes.size()});
    } catch (const engine::JsonError& error) {
        throw base::Error(base::ErrorKind::BadFile,
            path.toStdString() + ' ' + (error.details.empty() ? error.what() : "isn't valid JSON"));
    }
}

namespace {

constexpr qint64 maxLineLength = 1 << 20; // bytes

bool hasTexts(const nlohmann::ordered_json& object, const std::vector<std::string>& texts)
{
    return object.is_object() && object.contains("id")
        && std::ranges::all_of(texts, [&object](const std::string& key) {
               return object.contains(key) && object[key].is_string();
           });
}

} // namespace

void forEachJsonLine(const QString& path, const std::vector<std::string>& texts,
    const std::function<void(const nlohmann::ordered_json& object)>& visit)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw Error(ErrorKind::BadFile,
            path.toStdString() + " can't be read: " + file.errorString().toStdString() + ".");
    for (int number = 1; !file.atEnd(); ++number) {
        const QByteArray line = file.readLine(maxLineLength).trimmed();
        if (line.isEmpty())
            continue;
        const auto object
            = engine::tryParseJson<nlohmann::ordered_json>({line.constData(), size_t(line.size())})
                  .value_or(nullptr);
        if (!hasTexts(object, texts)) {
            std::string keys = "\"id\"";
            for (const std::string& key : texts)
                keys += (key == texts.back() ? " and \"" : ", \"") + key + '"';
            throw Error(ErrorKind::BadFile,
                path.toStdString() + ", line " + std::to_string(number) + ", isn't an object with "
                    + keys + ".");
        }
        visit(object);
    }
}

namespace {

services::ReaderProcess openReader()
{
    services::ReaderProcess reader = services::pictureTextReader();
    if (reader.languages.names.isEmpty())
        printError("Text in pictures can't be read: language data for Tesseract is missing "
                   "(Debian: tesseract-ocr-eng).");
    return reader;
}

} // namespace

services::PictureText textIn(const services::Picture& picture)
{
    static const services::ReaderProcess reader = openReader();
    try {
        return services::readPictureText(picture, reader);
    } catch (const base::Error& error) {
        printError(error.what());
        return {};
    }
}

} // namespace app
