#include "services/documents/read_document.h"

#include "services/documents/document_stream.h"
#include "services/refuse.h"
#include "services/size_text.h"
#include "vision/images/limited_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace services {

namespace {

using End = vision::LimitedProgram::End;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::readDocument)
};

// What is written is at most about this many times as long as the text.
constexpr int64_t maxOutput = int64_t(2) << 30;

QString sentence(DocumentFault fault)
{
    switch (fault) {
    case DocumentFault::UnknownForm:
        return Text::tr("“%1” is not a document of a kind that can be read.");
    case DocumentFault::Encrypted:
        return Text::tr("“%1” is protected by a password, so it cannot be read.");
    case DocumentFault::TooLarge:
        return Text::tr("“%1” unpacks to more than any document does, so it was not read.");
    case DocumentFault::TooDeep:
        return Text::tr("“%1” is nested deeper than any document is, so it was not read.");
    case DocumentFault::NoText:
        return Text::tr("“%1” holds no text.");
    case DocumentFault::NoLanguages:
        return Text::tr("“%1” holds its text in pictures. To read those, install the language data "
                        "of Tesseract (Debian: tesseract-ocr-eng).");
    case DocumentFault::NoMemory:
        return Text::tr("“%1” takes more memory to read than a document may.");
    case DocumentFault::NoSandbox:
        return Text::tr(
            "“%1” was not read: this system cannot shut its reader off from files and the "
            "network (seccomp).");
    case DocumentFault::None:
    case DocumentFault::Damaged:
        break;
    }
    return Text::tr("“%1” is damaged, so it cannot be read.");
}

QString sentence(End end)
{
    if (end == End::TookTooLong)
        return Text::tr("“%1” takes too long to read.");
    if (end == End::WroteTooMuch)
        return Text::tr("“%1” unpacks to more than any document does, so it was not read.");
    return Text::tr("“%1” could not be read: something in it stops the reader.");
}

void openDocument(QFile& file, const QString& name)
{
    const QFileInfo info(file.fileName());
    if (info.isDir())
        refuse(Text::tr("“%1” is a folder, not a document.").arg(name));
    if (info.exists() && !info.isFile()) // a pipe would be waited for
        refuse(Text::tr("“%1” is not an ordinary file.").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        refuse(Text::tr("“%1” cannot be read: %2.").arg(name, file.errorString()));
    if (file.size() == 0)
        refuse(Text::tr("“%1” is empty.").arg(name));
    if (file.size() > maxDocumentBytes)
        refuse(Text::tr("“%1” is larger than %2, which is the most that is read of a document.")
                   .arg(name, sizeText(maxDocumentBytes)));
}

vision::LimitedProgram limited(const ReaderProcess& process, const QString& name, int64_t bytes)
{
    vision::LimitedProgram program;
    program.path = process.program.toStdString();
    program.arguments = {name.toStdString(), process.languages.folder.toStdString(),
        process.languages.names.join(u'+').toStdString()};
    program.silence = process.time + process.timePerMebibyte * (bytes >> 20);
    program.time = std::max(process.longest, program.silence);
    program.mostOutput = maxOutput;
#ifdef VIGNETTE_SANITIZED // sanitizers reserve more addresses than there is memory
    program.mostMemory = INT64_MAX;
#else
    program.mostMemory = process.memory + bytes; // the file is mapped
#endif
    return program;
}

// Badly: also if the program writes what is no document.
End run(const vision::LimitedProgram& program, int file, DocumentStream& stream,
    const std::function<void(const Document&)>& grown)
{
    struct Nonsense { };
    const auto take = [&](std::span<const std::byte> bytes) {
        try {
            stream.take(bytes);
        } catch (const kernels::Error&) {
            throw Nonsense(); // which ends the program
        }
        if (grown && !stream.document().pages.empty())
            grown(stream.document());
    };
    try {
        return program.run(file, take);
    } catch (const Nonsense&) {
        return End::Badly;
    }
}

} // namespace

QString ReaderProcess::standardProgram()
{
    const QString folder = QCoreApplication::applicationDirPath();
    const QString beside = folder + QStringLiteral("/vignette-reader");
    return QFileInfo::exists(beside)
        ? beside
        : QFileInfo(folder + QStringLiteral("/../lib/vignette/vignette-reader")).absoluteFilePath();
}

void ReaderProcess::require() const
{
    if (!QFileInfo(program).isExecutable())
        refuse(Text::tr("Documents cannot be read: the program %1 is missing.").arg(program));
}

Document readDocument(const QString& path, const std::function<void(const Document&)>& grown,
    const ReaderProcess& process)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    openDocument(file, name);
    process.require();

    DocumentStream stream;
    const End end = run(limited(process, name, file.size()), file.handle(), stream, grown);
    if (end != End::Well || !stream.hasEnded())
        refuse(sentence(end).arg(name));
    if (stream.fault() != DocumentFault::None)
        refuse(sentence(stream.fault()).arg(name));
    return stream.takeDocument();
}

} // namespace services
