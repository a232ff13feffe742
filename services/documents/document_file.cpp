#include "services/documents/document_file.h"

#include "services/refuse.h"
#include "services/size_text.h"

#include <QCoreApplication>
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

// `input` is what LimitedProgram::run() takes.
template <typename Input>
End runOn(const vision::LimitedProgram& program, Input input,
    const std::function<void(std::span<const std::byte>)>& take, const std::function<void()>& taken)
{
    struct Nonsense { };
    const auto takeOrEnd = [&](std::span<const std::byte> bytes) {
        try {
            take(bytes);
        } catch (const kernels::Error&) {
            throw Nonsense(); // which ends the program
        }
        if (taken)
            taken();
    };
    try {
        return program.run(input, takeOrEnd);
    } catch (const Nonsense&) {
        return End::Badly;
    }
}

} // namespace

QString sentenceOf(DocumentFault fault)
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

QString sentenceOf(End end)
{
    if (end == End::TookTooLong)
        return Text::tr("“%1” takes too long to read.");
    if (end == End::WroteTooMuch)
        return Text::tr("“%1” unpacks to more than any document does, so it was not read.");
    return Text::tr("“%1” could not be read: something in it stops the reader.");
}

void openDocument(QFile& file)
{
    const QFileInfo info(file.fileName());
    const QString name = info.fileName();
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

vision::LimitedProgram limited(const ReaderProcess& process, int64_t bytes)
{
    vision::LimitedProgram program;
    program.path = process.program.toStdString();
    program.silence = process.time + process.timePerMebibyte * (bytes >> 20);
    program.time = std::max(process.longest, program.silence);
    program.mostOutput = maxOutput;
    program.isCancelled = process.isCancelled;
#ifdef VIGNETTE_SANITIZED // sanitizers reserve more addresses than there is memory
    program.mostMemory = INT64_MAX;
#else
    program.mostMemory = process.memory + bytes; // the file is mapped
#endif
    return program;
}

End runReader(const vision::LimitedProgram& program, const QFile& file,
    const std::function<void(std::span<const std::byte>)>& take, const std::function<void()>& taken)
{
    return runOn(program, file.handle(), take, taken);
}

End runReader(const vision::LimitedProgram& program, std::span<const std::byte> file,
    const std::function<void(std::span<const std::byte>)>& take)
{
    return runOn(program, file, take, {});
}

} // namespace services
