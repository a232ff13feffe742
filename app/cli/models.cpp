#include "app/cli/models.h"

#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "engine/convert/convert_type.h"
#include "engine/encoders/read_encoder_config.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "kernels/devices/backends.h"
#include "services/hub/model_inquiry.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/remote/provider_trial.h"
#include "services/settings/settings.h"
#include "services/system/paths.h"
#include "services/text.h"
#include "vision/convert/convert_to_gguf.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

namespace app {

namespace {

constexpr Command actions[] = {
    {"inspect", "check and describe a model file or folder", inspectModel},
    {"convert", "convert a Hugging Face folder to GGUF", convertModel},
    {"search", "search a hub for models", searchModels},
    {"get", "download a model from a hub, with its vision encoder", getModel},
    {"list", "list the models on this computer", listModels},
    {"remove", "delete a downloaded model", removeModel},
    {"test", "test what a model on a remote server supports", testModel},
    {"devices", "list the devices and their memory", listDevices},
};

} // namespace

int runModels(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first())) {
        std::puts(
            "Usage: vignette-cli models ACTION [OPTIONS] …; ACTION --help shows its options.\n");
        for (const Command& action : actions)
            std::printf("  %-8s %s\n", action.name, action.summary);
        return 0;
    }
    return findCommand(actions, arguments, "vignette-cli models").run(arguments.mid(1));
}

namespace {

using services::ModelFacts;

// Whether it was fetched: then it is known by this name, too.
std::string repositoryName(const ModelFacts& model)
{
    return fetchedPath(model).section(u'/', 0, 1).toStdString();
}

nlohmann::ordered_json asJson(const ModelFacts& model)
{
    return {{"name", model.name}, {"path", model.id.text()}, {"repository", repositoryName(model)},
        {"family", model.family}, {"quantisation", model.config.weightType},
        {"bytes", model.fileBytes}, {"parameters", model.parameters}, {"sees", model.canSee()},
        {"licence", model.license}, {"memory_bytes", services::estimateMemory(model, {}).total()},
        {"problem", services::problemMessage(model).toStdString()}};
}

std::string asText(const ModelFacts& model)
{
    std::string words = model.name + ", " + sizeText(model.fileBytes) + ", ";
    if (!model.isUsable())
        words += services::problemMessage(model).toStdString();
    else
        words += model.family + ", " + model.config.weightType
            + (model.canSee() ? ", vision" : ", text");
    return model.id.isBuiltIn() ? words : words + ", " + model.id.text();
}

} // namespace

QList<ModelFacts> installedModels()
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

QString fetchedPath(const ModelFacts& model)
{
    const QString folder = services::paths::modelFolder() + u'/';
    const QString path = services::toString(model.id);
    return path.startsWith(folder) ? path.mid(folder.size()) : QString();
}

int listModels(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Lists the models on this computer: the built-in model, "
                                     "downloaded models and models added in the window.");
    parser.addOption({"json", "Print one JSON object per line."});
    parse(parser, "vignette-cli models list", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli models list takes options only");
    for (const ModelFacts& model : installedModels()) {
        if (parser.isSet("json"))
            printJson(asJson(model));
        else
            printText(asText(model) + "\n");
    }
    return 0;
}

namespace {

using services::reject;

// The request for the model that `models list` shows under this name.
services::ModelRequest requestFor(const QString& name)
{
    for (const services::ModelFacts& model : installedModels()) {
        if (QString::fromStdString(model.name) != name)
            continue;
        const QString location = fetchedPath(model);
        if (location.isEmpty())
            reject(QStringLiteral("“%1” wasn't downloaded by Vignette and can't be deleted: %2")
                       .arg(name,
                           model.id.isBuiltIn() ? QStringLiteral("it is the built-in model")
                                                : services::toString(model.id)));
        return {{location.section(u'/', 0, 0), location.section(u'/', 1, 1)},
            location.section(u'/', 2)};
    }
    reject(QStringLiteral("No such model: %1. List the models with vignette-cli models list.")
               .arg(name));
}

void remove(const QString& path)
{
    QFile file(path);
    if (!file.remove())
        reject(QStringLiteral("“%1” can't be deleted: %2.").arg(path, file.errorString()));
    QDir().rmdir(QFileInfo(path).path()); // if nothing is left there
    printText(path.toStdString() + "\n");
}

} // namespace

int removeModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Deletes a downloaded model, its vision encoder and partial "
                                     "downloads, and prints the deleted files.");
    parser.addPositionalArgument(
        "NAME", "OWNER/NAME, OWNER/NAME:QUANT, or a name from vignette-cli models list");
    parse(parser, "vignette-cli models remove", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli models remove takes one NAME");

    const QString name = parser.positionalArguments().first();
    const auto named = services::parseModelRequest(name);
    const services::ModelRequest request = named ? *named : requestFor(name);
    const QStringList files = services::fetchedFiles(services::paths::modelFolder(), request);
    if (files.isEmpty())
        reject(QStringLiteral("No downloaded files of “%1” found.").arg(name));
    for (const QString& file : files)
        remove(file);
    const QDir models(services::paths::modelFolder());
    models.rmdir(request.repository.text()); // if nothing is left there
    models.rmdir(request.repository.owner);
    return 0;
}

namespace {

std::string formatMemory(const kernels::DeviceOffer& offer)
{
    if (offer.totalBytes == 0)
        return {};
    char text[64];
    std::snprintf(text, sizeof text, ", %.1f of %.1f GB free", double(offer.freeBytes) / 1e9,
        double(offer.totalBytes) / 1e9);
    return text;
}

} // namespace

int listDevices(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Lists the devices for --device.");
    parser.addOption({"json", "Print one JSON object per line."});
    parse(parser, "vignette-cli models devices", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli models devices takes options only");
    for (const kernels::DeviceOffer& offer : kernels::listDevices()) {
        if (parser.isSet("json"))
            printJson({{"device", offer.name}, {"description", offer.description},
                {"problem", offer.problem}, {"total_bytes", offer.totalBytes},
                {"free_bytes", offer.freeBytes}});
        else
            printText(offer.name + ": " + offer.description
                + (offer.problem.empty() ? formatMemory(offer) : " – " + offer.problem) + "\n");
    }
    return 0;
}

namespace {

using services::ProviderTrial;

const char* toString(ProviderTrial::Outcome outcome)
{
    switch (outcome) {
    case ProviderTrial::Outcome::Works:
        return "works";
    case ProviderTrial::Outcome::DoesNot:
        return "does not";
    case ProviderTrial::Outcome::NotSure:
        break;
    }
    return "not sure";
}

void print(const ProviderTrial::Line& line, bool asJson)
{
    const std::string message = line.message.toStdString();
    if (asJson)
        printJson({{"ability", line.ability}, {"outcome", toString(line.outcome)},
            {"sentence", message}});
    else
        printText((line.outcome == ProviderTrial::Outcome::Works            ? "+ "
                          : line.outcome == ProviderTrial::Outcome::DoesNot ? "- "
                                                                            : "? ")
            + message + "\n");
}

} // namespace

// Exit code 0 if it answers, whatever else it is able to.
int testModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Tests what a model on a remote server supports, with a few short requests.");
    parser.addOption(
        {"model", "Name of the model on the server. Default: the server's only model.", "NAME"});
    addProviderOptions(parser);
    parser.addOption({"json", "Print one JSON object per line."});
    parse(parser, "vignette-cli models test", arguments);
    if (!parser.isSet("endpoint"))
        throw UsageError("vignette-cli models test needs --endpoint URL");

    const RemoteChoice choice = remoteChoice(parser);
    services::Network network(nullptr, services::Network::Proxy::ForOtherComputers);
    ProviderTrial trial(network, choice.address, choice.key, choice.model, {});
    QEventLoop loop;
    bool answers = false;
    QObject::connect(&trial, &ProviderTrial::tried, &loop,
        [&](const ProviderTrial::Line& line) { print(line, parser.isSet("json")); });
    QObject::connect(
        &trial, &ProviderTrial::finished, &loop, [&](const services::OfferedModel& found) {
            answers = !found.name.isEmpty();
            loop.quit();
        });
    loop.exec();
    return answers ? 0 : 1;
}

namespace {

const engine::ConvertType& convertType(const QString& name)
{
    if (const engine::ConvertType* type = engine::findConvertType(name.toStdString()))
        return *type;
    throw UsageError(
        "--type needs " + engine::convertTypeNames() + ", not '" + name.toStdString() + "'");
}

} // namespace

int convertModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Converts a model in Hugging Face layout to GGUF; its vision "
                                     "encoder becomes mmproj-F.gguf in the same folder.");
    parser.addPositionalArgument(
        "FOLDER", "contains config.json, safetensors files and a tokenizer");
    parser.addOption({"output", "Output file.", "F.gguf"});
    const QString types = QString::fromStdString(engine::convertTypeNames());
    parser.addOption(
        withDefault("type", "Quantization of the matrices: " + types + ".", "TYPE", "Q8_0"));
    parser.addOption(
        {"imatrix", "An importance matrix of llama-imatrix, for types below Q8_0.", "FILE"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli models convert", arguments);
    if (parser.positionalArguments().size() != 1 || !parser.isSet("output"))
        throw UsageError("vignette-cli models convert takes one FOLDER and --output F.gguf");

    const engine::ConvertType& type = convertType(parser.value("type"));
    std::optional<engine::ImportanceMatrix> importance;
    if (parser.isSet("imatrix"))
        importance = engine::ImportanceMatrix::load(parser.value("imatrix").toStdString());

    const std::filesystem::path folder = parser.positionalArguments().first().toStdString();
    ProgressBar bar("Converting");
    const auto files = vision::convertToGguf(folder, parser.value("output").toStdString(),
        {type, importance ? &*importance : nullptr},
        [&bar](int64_t done, int64_t total) { bar.show(done, total); });

    nlohmann::ordered_json written = nlohmann::ordered_json::array();
    for (const auto& file : files) {
        services::giveDefaultPermissions(QString::fromStdString(file.string()));
        written.push_back({{"file", file.string()}, {"bytes", std::filesystem::file_size(file)}});
        if (!parser.isSet("json"))
            printText(file.string() + "\n");
    }
    if (parser.isSet("json"))
        printJson({{"written", written}});
    if (!engine::isEncoderModel(folder)
        && engine::readConfig(folder, engine::openWeights(folder).get()).mtpLayers > 0)
        printError("The multi-token prediction head of the model was skipped.");
    return 0;
}

std::optional<services::SpeedForecast> forecastHere(const services::ModelFacts& model)
{
    return runtime::estimateSpeed(
        services::readMachineSpeed(services::paths::machineSpeedFile()), model, {});
}

} // namespace app
