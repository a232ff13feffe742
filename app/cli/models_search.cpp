#include "app/cli/command.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "services/hub/hub_search.h"
#include "services/network/network.h"
#include "services/system/paths.h"
#include "services/text.h"

#include <QEventLoop>
#include <QLocale>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::FoundModel;
using services::FoundRepositories;

constexpr int maxCount = 1000;

// A page of results; `page` is empty for the first one.
FoundRepositories ask(services::HubClient& hub, const QString& words, const QByteArray& page)
{
    services::Outcome<FoundRepositories> found;
    QEventLoop loop;
    const auto done = [&](const services::Outcome<FoundRepositories>& outcome) {
        found = outcome;
        loop.quit();
    };
    if (page.isEmpty())
        hub.askFound(words, &loop, done);
    else
        hub.askMore(page, &loop, done);
    loop.exec();
    if (!found.value)
        services::reject(found.error);
    return *found.value;
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
        {"sees", model.canSee}, {"quantizations", labels},
        {"quantization", model.label.toStdString()}, {"estimated_bytes", model.bytes},
        {"estimated_memory_bytes", model.neededMemory}, {"fit", toString(model.fit)}};
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
    parser.setApplicationDescription("Searches a hub for GGUF models, those that are downloaded "
                                     "most first. Sizes are estimates. "
                                     "HF_ENDPOINT sets another hub than huggingface.co.");
    parser.addPositionalArgument("WORDS", "words of the name, as OWNER or NAME contains them");
    parser.addOption(withDefault("count", "At most this many results.", "N", "20"));
    parser.addOption({"json", "Print one JSON object per line."});
    parse(parser, "vignette-cli models search", arguments);
    const QString words = parser.positionalArguments().join(u' ').simplified();
    if (words.isEmpty())
        throw UsageError("vignette-cli models search needs WORDS");
    const auto count = int(integerOption(parser, "count", 1, maxCount));

    services::HubClient hub(hubAccess());
    services::ContactedHosts hosts(services::paths::contactFile());
    QObject::connect(&hub, &services::HubClient::contacted, &hosts, &services::ContactedHosts::add);
    QByteArray page;
    int printed = 0;
    do {
        const FoundRepositories found = ask(hub, words, page);
        for (const services::FoundRepository& row : found.rows) {
            if (printed++ == count)
                return 0;
            const FoundModel model = services::describeFound(row, services::freeMemory());
            if (parser.isSet("json"))
                printJson(asJson(model));
            else
                printText(asText(model) + "\n");
        }
        page = found.rows.isEmpty() ? QByteArray() : found.nextPage;
    } while (!page.isEmpty() && printed < count);
    if (printed == 0)
        services::reject(QStringLiteral("%1 has no GGUF models with these words: %2")
                             .arg(hub.access().address.host(), words));
    return 0;
}

} // namespace app
