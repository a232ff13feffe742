#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "runtime/models/model_facts.h"
#include "services/documents/legibility.h"
#include "services/documents/picture_texts.h"
#include "vision/image_budget.h"

#include <nlohmann/json.hpp>

namespace app {

int inspectLegibility(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Reads the text in an image as it is and in the pixels that a "
                                     "model sees, and counts the words that are left.");
    parser.addPositionalArgument("IMAGE", "an image");
    parser.addOption({"model", "A GGUF file or a folder.", "MODEL"});
    parser.addOption({"mmproj", "The vision part of a GGUF file.", "FILE"});
    addImageTokensOption(parser);
    parser.addOption({"json", "Print a JSON object."});
    parse(parser, "vignette-cli inspect legibility", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect legibility takes one IMAGE");
    imageTokens(parser, {}); // before the model is read

    const runtime::ModelFacts facts = runtime::readModelFacts(
        parser.value("model").toStdString(), parser.value("mmproj").toStdString());
    if (!facts.isUsable() && !facts.sentence.empty())
        throw base::Error(base::ErrorKind::BadFile, facts.sentence);
    if (!facts.vision)
        throw UsageError("vignette-cli inspect legibility needs a vision model");
    const int64_t tokens = imageTokens(parser, facts.vision);
    const services::ReaderProcess reader = services::pictureTextReader();
    if (reader.languages.names.isEmpty())
        throw base::Error(base::ErrorKind::Unsupported,
            "the text in images can't be read: install the package tesseract-ocr-eng");

    const services::Picture picture
        = services::decodePictureFile(parser.positionalArguments().first());
    const vision::PixelSize size{picture.image.width(), picture.image.height()};
    const services::SeenPicture seen = services::seenPicture(
        picture.image, vision::withImageTokens(*facts.vision, size, tokens));
    const services::Legibility legibility
        = services::readLegibility(services::readPictureText(picture, reader), seen, reader);
    if (parser.isSet("json"))
        printJson({{"words", legibility.words}, {"readable", legibility.readable},
            {"tokens", seen.tokens}});
    else
        printText(std::to_string(legibility.readable) + " of " + std::to_string(legibility.words)
            + " words readable in " + std::to_string(seen.tokens) + " tokens\n");
    return 0;
}

} // namespace app
