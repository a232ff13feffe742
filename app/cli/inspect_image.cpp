#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/output.h"
#include "kernels/error.h"
#include "vision/images/decode.h"

#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace app {

namespace {

// Portable pixmap: a text header, then the bytes of the rows.
void writePpm(const QString& path, const vision::Image& image)
{
    QSaveFile file(path);
    const QByteArray header = "P6\n" + QByteArray::number(qint64(image.width)) + " "
        + QByteArray::number(qint64(image.height)) + "\n255\n";
    const bool written = file.open(QIODevice::WriteOnly) && file.write(header) == header.size()
        && file.write(reinterpret_cast<const char*>(image.rgb.data()), qint64(image.rgb.size()))
            == qint64(image.rgb.size())
        && file.commit();
    if (!written) {
        throw kernels::Error(kernels::ErrorKind::BadFile,
            QStringLiteral("%1 cannot be written: %2").arg(path, file.errorString()).toStdString());
    }
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
        writePpm(parser.value("output"), image);
    if (parser.isSet("json")) {
        printJson({{"file", file.toStdString()}, {"width", image.width}, {"height", image.height}});
    } else if (!parser.isSet("output")) {
        printText(std::to_string(image.width) + " × " + std::to_string(image.height) + " pixels\n");
    }
    return 0;
}

} // namespace app
