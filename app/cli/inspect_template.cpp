#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/json_file.h"
#include "app/cli/model_text.h"
#include "app/cli/output.h"
#include "engine/templates/chat_template.h"
#include "kernels/error.h"
#include "services/generation/answer_request.h"

#include <QDateTime>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using Json = nlohmann::ordered_json;

/// What a file asks a template to render.
struct Request {
    Json messages = Json::array();
    Json variables = Json::object();
    bool addGenerationPrompt = true;
};

Request readRequest(const QString& path)
{
    const Json file = readJsonFile(path);
    Request request;
    request.messages = file.is_object() ? file.value("messages", Json()) : file;
    if (file.is_object()) {
        request.variables = file.value("kwargs", Json::object());
        const Json prompt = file.value("add_generation_prompt", Json(true));
        request.addGenerationPrompt = prompt.is_boolean() ? prompt.get<bool>() : true;
    }
    const bool areMessages = request.messages.is_array()
        && std::ranges::all_of(
            request.messages, [](const Json& message) { return message.is_object(); });
    if (!areMessages || !request.variables.is_object()) {
        throw kernels::Error(kernels::ErrorKind::BadFile,
            path.toStdString()
                + " must hold an array of messages, which are objects, and, as "
                  "kwargs, an object");
    }
    return request;
}

std::chrono::system_clock::time_point timeOf(const QCommandLineParser& parser)
{
    if (!parser.isSet("now"))
        return std::chrono::system_clock::now();
    const QDateTime time = QDateTime::fromString(parser.value("now"), Qt::ISODate);
    if (!time.isValid())
        throw UsageError("--now takes a time such as 2025-03-04T05:06:07, not "
            + parser.value("now").toStdString());
    return services::timePoint(time.toMSecsSinceEpoch());
}

} // namespace

int inspectTemplate(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints messages as the model reads them.");
    parser.addPositionalArgument("FILE.json",
        "an array of messages, or an object with \"messages\" and, if wanted, "
        "\"add_generation_prompt\" and \"kwargs\" for the template");
    parser.addOption({"model", "A GGUF file or a Hugging Face folder.", "MODEL"});
    parser.addOption({"now",
        "The local time that the template is told, as 2025-03-04T05:06:07; without it the present.",
        "TIME"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect template", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect template takes one FILE.json");

    const Request request = readRequest(parser.positionalArguments().first());
    const ModelText model = openModelText(parser.value("model"));
    engine::ChatTemplate::Options options;
    options.addGenerationPrompt = request.addGenerationPrompt;
    options.now = timeOf(parser);
    options.bos = spelling(*model.tokenizer, model.tokenizer->bos());
    options.eos = spelling(*model.tokenizer, model.tokenizer->eos());
    const std::string text = engine::ChatTemplate(model.chatTemplate)
                                 .render(request.messages, request.variables, options)
                                 .text;

    const std::string& format = model.chatTemplate.borrowedFrom;
    if (!format.empty())
        printError("The model has no chat template; this is the format of " + format + ".");
    if (parser.isSet("json"))
        printJson({{"text", text}});
    else
        printText(text);
    return 0;
}

} // namespace app
