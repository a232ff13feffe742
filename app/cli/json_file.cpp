#include "app/cli/json_file.h"

#include "app/cli/text_file.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

constexpr int mostDepth = 256;

[[noreturn]] void refuse(const QString& path, const QString& why)
{
    throw kernels::Error(
        kernels::ErrorKind::BadFile, QStringLiteral("%1 %2").arg(path, why).toStdString());
}

} // namespace

nlohmann::ordered_json readJsonFile(const QString& path)
{
    const std::string bytes = readTextFile(path);

    bool tooDeep = false;
    const auto limitDepth
        = [&](int depth, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) {
              tooDeep = tooDeep || depth > mostDepth;
              return !tooDeep;
          };
    auto value = nlohmann::ordered_json::parse(bytes.begin(), bytes.end(), limitDepth, false);
    if (tooDeep)
        refuse(path, "is nested more than 256 deep");
    if (value.is_discarded())
        refuse(path, "is not valid JSON");
    return value;
}

} // namespace app
