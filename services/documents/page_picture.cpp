#include "services/documents/page_picture.h"

#include "services/documents/document_file.h"
#include "services/documents/page_stream.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::pagePictureOf)
};

} // namespace

ReaderProcess pageDrawer()
{
    ReaderProcess process;
    process.time = process.longest = std::chrono::seconds(60);
    process.timePerMebibyte = std::chrono::seconds(0);
    return process;
}

PagePicture pagePictureOf(const QString& path, int page, int width, const ReaderProcess& process)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    openDocument(file);
    process.require();

    vision::LimitedProgram program = limited(process, file.size());
    program.arguments
        = {std::to_string(page), std::to_string(std::clamp(width, 1, int(mostPageSide)))};
    PageStream stream;
    const auto end = runReader(program, file, [&](auto bytes) { stream.take(bytes); });
    if (end != vision::LimitedProgram::End::Well || !stream.isComplete())
        refuse(sentenceOf(end).arg(name));
    const PageHead& head = stream.head();
    if (head.fault == uint32_t(DocumentFault::UnknownForm))
        refuse(Text::tr("“%1” is not a PDF, so its pages cannot be shown.").arg(name));
    if (head.fault != uint32_t(DocumentFault::None))
        refuse(sentenceOf(DocumentFault(head.fault)).arg(name));
    if (head.width == 0)
        refuse(Text::tr("“%1” has no page %2: its last one is page %3.")
                   .arg(name, QString::number(page), QString::number(head.pageCount)));
    return {stream.takeImage(), QSizeF(double(head.pointsWidth), double(head.pointsHeight)),
        int(head.pageCount)};
}

} // namespace services
