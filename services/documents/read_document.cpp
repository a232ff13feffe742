#include "services/documents/read_document.h"

#include "services/documents/document_file.h"
#include "services/documents/document_stream.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::readDocument)
};

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
    const ReaderProcess& process, ReaderIsolation* isolation)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    openDocument(file);
    process.require();

    vision::LimitedProgram program = limited(process, file.size());
    program.arguments = {name.toStdString(), process.languages.folder.toStdString(),
        process.languages.names.join(u'+').toStdString()};
    DocumentStream stream;
    const auto end = runReader(
        program, file, [&](auto bytes) { stream.take(bytes); },
        [&] {
            if (grown && !stream.document().pages.empty())
                grown(stream.document());
        });
    if (end != vision::LimitedProgram::End::Well || !stream.hasEnded())
        refuse(sentenceOf(end).arg(name));
    if (stream.fault() != DocumentFault::None)
        refuse(sentenceOf(stream.fault()).arg(name));
    if (isolation)
        *isolation = stream.isolation().value_or(ReaderIsolation());
    return stream.takeDocument();
}

} // namespace services
