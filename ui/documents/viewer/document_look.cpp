#include "ui/documents/viewer/document_look.h"

#include "services/pictures/picture.h"
#include "services/pictures/svg_picture.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace ui {

namespace {

constexpr qint64 headSize = 4096; // bytes, in which a file says what it is

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::DocumentLook)
};

DocumentLook::Kind kindOf(const QByteArray& head)
{
    constexpr qsizetype farthestPdf = 1024; // junk before the head of a PDF is usual
    if (head.first(std::min(farthestPdf, head.size())).contains("%PDF-"))
        return DocumentLook::Kind::Pages;
    if (services::isPicture(head) && !services::isSvg(head))
        return DocumentLook::Kind::Picture;
    return DocumentLook::Kind::Text;
}

} // namespace

DocumentLook lookAt(const QString& path)
{
    const QFileInfo info(path);
    if (!info.isAbsolute()) // a web address, or nothing
        services::refuse(Text::tr("This passage is from no file of this computer."));
    QFile file(path);
    if (!info.exists())
        services::refuse(Text::tr("“%1” is not there any more. This is what the model read in it.")
                             .arg(info.fileName()));
    if (!info.isFile() || !file.open(QIODevice::ReadOnly)) // a pipe would be waited for
        services::refuse(Text::tr("“%1” cannot be opened. This is what the model read in it.")
                             .arg(info.fileName()));
    return {kindOf(file.read(headSize)), info.lastModified()};
}

} // namespace ui
