#include "app/cli/command.h"
#include "app/cli/input_files.h"
#include "app/cli/inspect.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "services/documents/answers/picture_claims.h"
#include "services/documents/picture_texts.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using Json = nlohmann::ordered_json;

// [x, y, width, height] in pixels.
Json toBox(const QRectF& place, const QSize& size)
{
    if (place.isNull())
        return {};
    const auto pixels = [](double share, int all) { return int(std::lround(share * all)); };
    return {pixels(place.x(), size.width()), pixels(place.y(), size.height()),
        pixels(place.width(), size.width()), pixels(place.height(), size.height())};
}

} // namespace

int inspectGrounding(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Compares the numbers, dates, names and quotations of an answer "
        "with the text in its image.");
    parser.addPositionalArgument("IMAGE", "an image");
    parser.addOption({"answer", "A text file with the answer.", "FILE"});
    parser.addOption({"json", "Print a JSON object for each of them."});
    parse(parser, "vignette-cli inspect grounding", arguments);
    if (parser.positionalArguments().size() != 1 || !parser.isSet("answer"))
        throw UsageError("vignette-cli inspect grounding takes one IMAGE and --answer");

    const std::string answer = readTextFile(parser.value("answer"));
    services::ReaderProcess reader = services::pictureTextReader();
    reader.languages = services::textLanguagesFor(answer);
    if (reader.languages.names.isEmpty())
        throw base::Error(base::ErrorKind::Unsupported,
            "the text in images can't be read: install the package tesseract-ocr-eng");
    if (!reader.languages.missing.isEmpty())
        throw base::Error(base::ErrorKind::Unsupported,
            "the answer can't be compared: there are no data for OCR in its language; install the "
            "package tesseract-ocr-"
                + reader.languages.missing.first().replace('_', '-').toStdString());

    const services::Picture picture
        = services::decodePictureFile(parser.positionalArguments().first());
    const auto claims = services::findPictureClaims(answer, readPictureText(picture, reader));
    for (const services::PictureClaim& claim : claims) {
        const std::string text = answer.substr(claim.bytes.from, claim.bytes.size());
        if (parser.isSet("json"))
            printJson({{"text", text}, {"from", claim.bytes.from}, {"to", claim.bytes.to},
                {"kind", toString(claim.kind)}, {"supported", claim.isSupported},
                {"box", toBox(claim.place, picture.image.size())}});
        else
            printText((claim.isSupported ? "found    " : "missing  ") + text + "\n");
    }
    return 0;
}

} // namespace app
