#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/input_files.h"
#include "app/cli/inspect.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "services/documents/answers/statement_support.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxPassageBytes = 1 << 20; // as long as a line of --pairs

Json toJson(const services::Support& support)
{
    const std::string reason = services::supportProblem(support);
    return {{"supported", support.isSupported()},
        {"reason", reason.empty() ? Json() : Json(reason)}, {"score", support.score}};
}

services::Support check(
    const std::string& passage, const std::string& statement, services::StatementChecker* checker)
{
    const std::string_view passages[] = {passage};
    return services::checkSupport(statement, passages, checker);
}

} // namespace

int inspectSupport(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Shows whether a passage supports a statement, by its facts "
                                     "and, with a checker, by what it means.");
    parser.addOption({"passage", "A text file with the passage.", "FILE"});
    parser.addOption({"statement", "The statement.", "TEXT"});
    parser.addOption({"pairs",
        "Check the pairs of a file with one object {\"id\", \"passage\", \"statement\"} per line; "
        "prints JSON.",
        "FILE"});
    addCheckerOption(parser);
    parser.addOption(withDefault("threads", "Number of threads; 0: one per core.", "N", "0"));
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect support", arguments);
    const bool hasPairs = parser.isSet("pairs");
    const bool hasOne = parser.isSet("passage") && parser.isSet("statement");
    const bool hasAny = parser.isSet("passage") || parser.isSet("statement");
    if (!parser.positionalArguments().isEmpty() || (hasPairs ? hasAny : !hasOne))
        throw UsageError(
            "vignette-cli inspect support needs --passage and --statement, or --pairs");

    const auto checker = loadChecker(parser);
    if (hasPairs) {
        forEachJsonLine(parser.value("pairs"), {"passage", "statement"}, [&](const Json& pair) {
            Json line{{"id", pair["id"]}};
            line.update(toJson(check(pair["passage"], pair["statement"], checker.get())));
            printJson(line);
        });
        return 0;
    }
    const std::string passage = readTextFile(parser.value("passage"));
    if (passage.size() > maxPassageBytes)
        throw base::Error(base::ErrorKind::BadFile,
            parser.value("passage").toStdString()
                + " is too long for a passage: the limit is 1 MiB.");
    const services::Support support
        = check(passage, parser.value("statement").toStdString(), checker.get());
    if (parser.isSet("json"))
        printJson(toJson(support));
    else
        printText((support.isSupported() ? "supported" : services::supportProblem(support)) + "\n");
    return 0;
}

} // namespace app
