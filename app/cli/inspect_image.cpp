#include "app/cli/command.h"
#include "app/cli/exported_file.h"
#include "app/cli/inspect.h"
#include "app/cli/output.h"
#include "vision/images/decode.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

// Portable pixmap: a text header, then the bytes of the rows.
QByteArray toPpm(const vision::Image& image)
{
    QByteArray file = "P6\n" + QByteArray::number(qint64(image.width)) + " "
        + QByteArray::number(qint64(image.height)) + "\n255\n";
    file.append(reinterpret_cast<const char*>(image.rgb.data()), qsizetype(image.rgb.size()));
    return file;
}

} // namespace

int inspectImage(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Decodes a picture as the models see it: upright, on white.");
    parser.addPositionalArgument("FILE", "a picture");
    parser.addOption({"output", "Write the pixels here (portable pixmap, P6, 8 bits).", "F.ppm"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect image", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect image takes one FILE");

    const QString file = parser.positionalArguments().first();
    const vision::Image image = vision::decodeImageFile(file.toStdString());
    if (parser.isSet("output"))
        writeExport(parser.value("output"), toPpm(image));
    if (parser.isSet("json")) {
        printJson({{"file", file.toStdString()}, {"width", image.width}, {"height", image.height}});
    } else if (!parser.isSet("output")) {
        printText(std::to_string(image.width) + " × " + std::to_string(image.height) + " pixels\n");
    }
    return 0;
}

} // namespace app
