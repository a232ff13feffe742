#include "app/cli/command.h"
#include "app/cli/installed.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "services/models/installed_models.h"
#include "services/models/memory_estimate.h"
#include "services/settings/settings.h"
#include "services/system/paths.h"

#include <QEventLoop>

#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::ModelDescription;

// Whether it was fetched: then it is known by this name, too.
std::string repositoryOf(const ModelDescription& model)
{
    return fetchedPlaceOf(model).section(u'/', 0, 1).toStdString();
}

nlohmann::ordered_json asJson(const ModelDescription& model)
{
    return {{"name", model.name.toStdString()}, {"path", model.id.toStdString()},
        {"repository", repositoryOf(model)}, {"family", model.family.toStdString()},
        {"quantisation", model.quantisation.toStdString()}, {"bytes", model.fileBytes},
        {"parameters", model.parameters}, {"sees", model.canSee},
        {"licence", model.licence.toStdString()},
        {"memory_bytes", services::estimateMemory(model, {}).total()},
        {"problem", model.problem.toStdString()}};
}

std::string asText(const ModelDescription& model)
{
    QStringList words{model.name, QString::fromStdString(sizeText(model.fileBytes))};
    if (!model.isUsable())
        words << model.problem;
    else
        words << model.family << model.quantisation
              << (model.canSee ? QStringLiteral("sees pictures") : QStringLiteral("text only"));
    if (!model.isStarter())
        words << model.id;
    return words.join(QStringLiteral(", ")).toStdString();
}

} // namespace

QList<ModelDescription> installedModels()
{
    services::Settings settings(services::paths::settingsFile());
    services::InstalledModels installed(settings, services::paths::modelFolder());
    QEventLoop loop;
    QObject::connect(&installed, &services::InstalledModels::changed, &loop, [&] {
        if (!installed.isLooking())
            loop.quit();
    });
    if (installed.isLooking())
        loop.exec();
    return installed.models();
}

QString fetchedPlaceOf(const ModelDescription& model)
{
    const QString folder = services::paths::modelFolder() + u'/';
    return model.id.startsWith(folder) ? model.id.mid(folder.size()) : QString();
}

int listModels(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Says which models are here: the built-in one, those that "
                                     "were fetched, and those that were added in the window.");
    parser.addOption({"json", "Print JSON, one object a line."});
    parse(parser, "vignette-cli models list", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli models list takes options only");
    for (const ModelDescription& model : installedModels()) {
        if (parser.isSet("json"))
            printJson(asJson(model));
        else
            printText(asText(model) + "\n");
    }
    return 0;
}

} // namespace app
