#include "app/cli/file_outcome.h"

#include "app/cli/output.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::FileOutcome;
using Json = nlohmann::ordered_json;

void printAsJson(const FileOutcome& outcome)
{
    printJson({{"file", outcome.file.toStdString()},
        {"pages", outcome.pages > 0 ? Json(outcome.pages) : Json()}, {"passages", outcome.passages},
        {"error", outcome.error.isEmpty() ? Json() : Json(outcome.error.toStdString())}});
}

void printAsText(const FileOutcome& outcome)
{
    if (!outcome.error.isEmpty())
        return printError(outcome.error.toStdString());
    const std::string pages
        = outcome.pages > 0 ? std::to_string(outcome.pages) + " pages, " : std::string();
    printText(outcome.file.toStdString() + ": " + pages + std::to_string(outcome.passages)
        + " passages\n");
}

} // namespace

void print(const FileOutcome& outcome, bool asJson)
{
    asJson ? printAsJson(outcome) : printAsText(outcome);
}

} // namespace app
