#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/output.h"
#include "engine/encoders/encoder.h"
#include "kernels/devices/backends.h"
#include "services/settings/settings_table.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

void printVector(std::span<const float> vector)
{
    std::string line;
    for (const float number : vector)
        line += (line.empty() ? "" : " ") + QString::number(double(number), 'g', 8).toStdString();
    printText(line + "\n");
}

} // namespace

int inspectEmbed(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Prints a vector for each text, by a model that embeds texts (BERT, XLM-RoBERTa).");
    parser.addPositionalArgument("TEXT…", "texts");
    parser.addOption({"model", "A Hugging Face folder or a GGUF file.", "MODEL"});
    parser.addOption(withDefault("device", "cpu, cuda, cuda:N or reference.", "NAME", "cpu"));
    parser.addOption(
        withDefault("threads", "Threads to compute with; 0: one for each core.", "N", "0"));
    parser.addOption({"json", "Print one JSON object per text, with its ids."});
    parse(parser, "vignette-cli inspect embed", arguments);
    if (parser.positionalArguments().isEmpty() || !parser.isSet("model"))
        throw UsageError("vignette-cli inspect embed needs --model and at least one TEXT");
    const auto threads = int(integerOption(parser, "threads", 0, services::settings::threads.most));

    const auto backend = kernels::openBackend(parser.value("device").toStdString(), threads);
    const auto encoder = engine::Encoder::load(parser.value("model").toStdString(), *backend);
    std::vector<std::string> texts;
    for (const QString& text : parser.positionalArguments())
        texts.push_back(text.toStdString());
    const std::vector<float> vectors = encoder->encode(texts);

    const auto columns = size_t(encoder->columns());
    for (size_t text = 0; text < texts.size(); ++text) {
        const auto vector = std::span(vectors).subspan(text * columns, columns);
        if (parser.isSet("json"))
            printJson({{"text", texts[text]}, {"ids", encoder->idsOf(texts[text])},
                {"columns", columns}, {"values", vector}});
        else
            printVector(vector);
    }
    return 0;
}

} // namespace app
