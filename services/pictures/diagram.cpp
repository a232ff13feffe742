#include "services/pictures/diagram.h"

#include "base/error.h"
#include "base/limited_program.h"
#include "base/offline_program.h"
#include "services/pictures/picture.h"
#include "services/pictures/svg_picture.h"
#include "services/text.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace services {

namespace {

using base::LimitedProgram;
using std::chrono::seconds;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::drawDiagram)
};

constexpr int64_t maxImageBytes = 8 << 20;

/// A program that draws diagrams.
struct DiagramProgram {
    const char* languages; // separated by blanks
    const char* program;
    std::vector<std::string> arguments;
    seconds time;
    int64_t memory; // bytes
    bool isBrowser; // it needs a home to write to, and reserves more addresses than it uses
};

const std::vector<DiagramProgram>& diagramPrograms()
{
    static const std::vector<DiagramProgram> programs{
        {"dot graphviz gv", "dot", {"-Tsvg", LimitedProgram::inputPath}, seconds(10),
            int64_t(1) << 30, false},
        {"mermaid", "mmdc",
            {"--input", LimitedProgram::inputPath, "--output", "-", "--outputFormat", "png",
                "--backgroundColor", "white", "--scale", "2", "--quiet"},
            seconds(60), int64_t(4) << 30, true}};
    return programs;
}

const DiagramProgram* programFor(const QString& language)
{
    for (const DiagramProgram& program : diagramPrograms())
        if (QString::fromLatin1(program.languages).split(u' ').contains(language.toLower()))
            return &program;
    return nullptr;
}

// Graphviz reads the images, fonts and shapes that its text names. Strings can be joined and continued
// on the next line, so that names of attributes could be hidden.
bool namesFiles(const QString& text)
{
    static const QRegularExpression names(
        QStringLiteral(
            "(image|imagepath|shapefile|fontpath|stylesheet)\"?\\s*[=/#]|<\\s*img\\b|\"\\s*\\+"),
        QRegularExpression::CaseInsensitiveOption);
    return QString(text).remove(QLatin1String("\\\n")).contains(names);
}

} // namespace

bool isDiagram(const QString& language)
{
    return programFor(language);
}

bool canDrawDiagram(const QString& language)
{
    const DiagramProgram* program = programFor(language);
    return program && LimitedProgram::find(program->program);
}

QImage drawDiagram(const QString& language, const QString& text, const std::stop_token& stop)
{
    const DiagramProgram* known = programFor(language);
    const auto path = known ? LimitedProgram::find(known->program) : std::nullopt;
    if (!path)
        reject(Text::tr("No program that draws “%1” is installed.").arg(language));
    const QByteArray input = text.toUtf8();
    if (input.size() > maxDiagramBytes)
        reject(Text::tr("The diagram is longer than %1 KiB.").arg(maxDiagramBytes >> 10));
    if (namesFiles(text))
        reject(Text::tr("The diagram names files, which are not opened."));

    LimitedProgram program{.path = *path, .arguments = known->arguments};
    program.time = known->time;
    program.maxOutput = maxImageBytes;
    program.maxMemory = known->memory;
    program.isCancelled = [&stop] { return stop.stop_requested(); };
    const QTemporaryDir home;
    base::OfflineRoom room;
    if (known->isBrowser) {
        room.limitsAddresses = false;
        room.maxFile = int64_t(256) << 20;
        room.environment = {"PATH=/usr/local/bin:/usr/bin:/bin",
            "HOME=" + home.path().toStdString(), "TMPDIR=" + home.path().toStdString()};
    }
    QByteArray image;
    const LimitedProgram::End end = base::runOffline(program, room,
        std::as_bytes(std::span(input.constData(), size_t(input.size()))),
        [&image](std::span<const std::byte> bytes) {
            image.append(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
        });
    if (stop.stop_requested())
        throw base::Error(base::ErrorKind::Cancelled, "The diagram was not drawn.");
    if (end == LimitedProgram::End::TookTooLong)
        reject(Text::tr("Drawing the diagram takes too long."));
    if (end != LimitedProgram::End::Well || image.isEmpty())
        reject(Text::tr("“%1” can't draw the diagram. Check its text.").arg(known->program));
    QImage drawn = isSvg(image) ? decodeSvg(image) : decodePicture(image, language).image;
    const QSize own = isSvg(image) ? QSvgRenderer(cleanedSvg(image)).defaultSize() : QSize();
    drawn.setDevicePixelRatio(
        own.isEmpty() ? 2 : std::max(1.0, double(drawn.width()) / own.width()));
    return drawn;
}

} // namespace services
