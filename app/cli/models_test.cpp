#include "app/cli/command.h"
#include "app/cli/end_point_options.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "services/remote/end_point_trial.h"

#include <QEventLoop>

#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::EndPointTrial;

const char* nameOf(EndPointTrial::Outcome outcome)
{
    switch (outcome) {
    case EndPointTrial::Outcome::Works:
        return "works";
    case EndPointTrial::Outcome::DoesNot:
        return "does not";
    case EndPointTrial::Outcome::NotSure:
        break;
    }
    return "not sure";
}

void print(const EndPointTrial::Line& line, bool asJson)
{
    const std::string sentence = line.sentence.toStdString();
    if (asJson)
        printJson(
            {{"ability", line.ability}, {"outcome", nameOf(line.outcome)}, {"sentence", sentence}});
    else
        printText((line.outcome == EndPointTrial::Outcome::Works            ? "+ "
                          : line.outcome == EndPointTrial::Outcome::DoesNot ? "- "
                                                                            : "? ")
            + sentence + "\n");
}

} // namespace

// Exit code 0 if it answers, whatever else it is able to.
int testModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Tries by small questions of its own what a model on another machine is able to.");
    parser.addOption({"model", "Its name there; without the option, the only one.", "NAME"});
    addEndPointOptions(parser);
    parser.addOption({"json", "Print JSON, one object a line."});
    parse(parser, "vignette-cli models test", arguments);
    if (!parser.isSet("endpoint"))
        throw UsageError("vignette-cli models test needs --endpoint URL");

    const RemoteChoice choice = remoteChoice(parser);
    services::Network network(nullptr, services::Network::ThisComputer::WithoutProxy);
    EndPointTrial trial(network, choice.address, choice.key, choice.model, {});
    QEventLoop loop;
    bool answers = false;
    QObject::connect(&trial, &EndPointTrial::tried, &loop,
        [&](const EndPointTrial::Line& line) { print(line, parser.isSet("json")); });
    QObject::connect(
        &trial, &EndPointTrial::finished, &loop, [&](const services::OfferedModel& found) {
            answers = !found.name.isEmpty();
            loop.quit();
        });
    loop.exec();
    return answers ? 0 : 1;
}

} // namespace app
