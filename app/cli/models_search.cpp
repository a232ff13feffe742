#include "app/cli/command.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "services/hub/hub_search.h"
#include "services/hub/token_keeper.h"
#include "services/network/network.h"
#include "services/settings/settings.h"
#include "services/system/paths.h"
#include "services/text.h"

#include <QEventLoop>
#include <QLocale>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::FoundModel;

constexpr int maxCount = 1000;
constexpr int maxEmptyPages = 10; // one after the other; then there is nothing more

// The next results: a page of those for these words, or the one after it; empty: there are no more.
QList<FoundModel> ask(services::HubSearch& search, const QString& words)
{
    QList<FoundModel> models;
    QString problem;
    QEventLoop loop;
    QObject::connect(
        &search, &services::HubSearch::found, &loop, [&](const QList<FoundModel>& found) {
            models = found;
            loop.quit();
        });
    QObject::connect(&search, &services::HubSearch::failed, &loop, [&](const QString& message) {
        problem = message;
        loop.quit();
    });
    // It may fail at once, which the loop would not notice before it runs.
    const auto begin = [&] { words.isEmpty() ? search.more() : search.search(words); };
    QMetaObject::invokeMethod(&loop, begin, Qt::QueuedConnection);
    loop.exec();
    if (!problem.isEmpty() && models.isEmpty())
        services::reject(problem);
    if (!problem.isEmpty())
        printError(problem.toStdString());
    return models;
}

const char* toString(FoundModel::Fit fit)
{
    switch (fit) {
    case FoundModel::Fit::Fits:
        return "fits";
    case FoundModel::Fit::TooLarge:
        return "too large";
    case FoundModel::Fit::Unknown:
        break;
    }
    return "unknown";
}

nlohmann::ordered_json asJson(const FoundModel& model)
{
    nlohmann::ordered_json labels = nlohmann::ordered_json::array();
    for (const QString& label : model.labels)
        labels.push_back(label.toStdString());
    return {{"repository", model.repository.repository.text().toStdString()},
        {"downloads", model.repository.downloads}, {"parameters", model.repository.parameters},
        {"context_length", model.repository.contextLength},
        {"family", model.repository.architecture.toStdString()},
        {"license", model.repository.license.toStdString()}, {"gated", model.repository.isGated},
        {"sees", model.canSee},
        {"format", model.repository.files.isEmpty() ? "safetensors" : "gguf"},
        {"quantizations", labels}, {"quantization", model.label.toStdString()},
        {"estimated_bytes", model.bytes}, {"estimated_memory_bytes", model.neededMemory},
        {"fit", toString(model.fit)}};
}

std::string asText(const FoundModel& model)
{
    std::string text = model.repository.repository.text().toStdString();
    if (model.repository.downloads >= 0)
        text += ", " + std::to_string(model.repository.downloads) + " downloads";
    if (model.bytes > 0)
        text += ", about " + sizeText(model.bytes) + " as " + model.label.toStdString();
    if (!model.repository.license.isEmpty())
        text += ", " + model.repository.license.toStdString();
    text += model.canSee ? ", vision" : "";
    text += model.repository.isGated ? ", gated" : "";
    if (model.fit != FoundModel::Fit::Unknown)
        text += std::string(", ") + toString(model.fit);
    return text;
}

} // namespace

int searchModels(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Searches a hub for models, GGUF files and safetensors folders, "
        "those that are downloaded most first. Sizes are estimates. "
        "HF_ENDPOINT sets another hub than huggingface.co.");
    parser.addPositionalArgument("WORDS", "words of the name, as OWNER or NAME contains them");
    parser.addOption(withDefault("count", "At most this many results.", "N", "20"));
    parser.addOption({"json", "Print one JSON object per line."});
    parse(parser, "vignette-cli models search", arguments);
    const QString words = parser.positionalArguments().join(u' ').simplified();
    if (words.isEmpty())
        throw UsageError("vignette-cli models search needs WORDS");
    const auto count = int(integerOption(parser, "count", 1, maxCount));

    services::Settings settings(services::paths::settingsFile());
    services::TokenKeeper tokens(settings);
    services::ContactedHosts hosts(services::paths::contactFile());
    services::HubSearch search(tokens, hosts, [] { return services::LoadOptions(); });
    int printed = 0, emptyPages = 0;
    QString next = words;
    do {
        const QList<FoundModel> models = ask(search, next);
        emptyPages = models.isEmpty() ? emptyPages + 1 : 0;
        for (const FoundModel& model : models) {
            if (printed++ == count)
                return 0;
            if (parser.isSet("json"))
                printJson(asJson(model));
            else
                printText(asText(model) + "\n");
        }
        next.clear();
    } while (search.hasMore() && printed < count && emptyPages < maxEmptyPages);
    if (printed == 0)
        services::reject(
            QStringLiteral("%1 has no models with these words: %2").arg(search.host(), words));
    return 0;
}

} // namespace app
