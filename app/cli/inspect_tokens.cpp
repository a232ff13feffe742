#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/model_text.h"
#include "app/cli/output.h"

#include <nlohmann/json.hpp>

namespace app {

int inspectTokens(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Shows the tokens of a text, as the whole prompt of a model.");
    parser.addPositionalArgument("TEXT", "the text");
    parser.addOption({"model", "A GGUF file, a Hugging Face folder or a tokenizer file.", "MODEL"});
    parser.addOption({"no-special", "Take nothing for a special token, and add none."});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect tokens", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect tokens takes one TEXT");

    const auto tokenizer = openModelText(parser.value("model")).tokenizer;
    const std::string text = parser.positionalArguments().first().toStdString();
    const engine::TokenIds ids = parser.isSet("no-special")
        ? tokenizer->encode(text, engine::Tokenizer::Specials::AsText)
        : engine::withBoundariesOnce(*tokenizer, tokenizer->encode(text));

    std::vector<std::string> pieces;
    for (const engine::TokenId id : ids)
        pieces.push_back(tokenizer->piece(id));
    if (parser.isSet("json")) {
        printJson({{"ids", ids}, {"pieces", pieces}});
        return 0;
    }
    for (size_t token = 0; token < ids.size(); ++token)
        printText(std::to_string(ids[token]) + "\t" + pieces[token] + "\n");
    return 0;
}

} // namespace app
