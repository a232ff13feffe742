#include "app/cli/json_file.h"

#include "app/cli/text_file.h"
#include "engine/files/json_text.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>

namespace app {

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
        throw kernels::Error(kernels::ErrorKind::BadFile,
            path.toStdString() + ' '
                + (error.details.empty() ? error.what() : "is not valid JSON"));
    }
}

} // namespace app
