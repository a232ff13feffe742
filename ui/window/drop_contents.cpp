#include "ui/window/drop_contents.h"

#include "ui/chat/attachments.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace ui {

DropContents DropContents::of(const QMimeData* data)
{
    DropContents contents;
    for (const QUrl& url : data->urls()) {
        if (!url.isLocalFile())
            continue;
        const QString path = url.toLocalFile();
        if (path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive))
            contents.models << path;
        else if (path.endsWith(QLatin1String(".zip"), Qt::CaseInsensitive))
            contents.archives << path;
        else if (QFileInfo(path).isDir())
            contents.folders << path;
        else
            ++contents.attachments;
    }
    if (contents.isEmpty() && holdsAttachments(data))
        contents.attachments = 1;
    return contents;
}

QString DropContents::sentence() const
{
    const auto translated = [](const char* text, int count) {
        return QCoreApplication::translate("ui::DropContents", text, nullptr, count);
    };
    QStringList sentences;
    if (attachments > 0)
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Attach %n file(s)"), attachments);
    if (!models.isEmpty())
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Add %n model(s)"), int(models.size()));
    if (!folders.isEmpty())
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Caption the pictures of %n folder(s)"),
            int(folders.size()));
    if (!archives.isEmpty())
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Import the conversations of %n archive(s)"),
            int(archives.size()));
    return sentences.join(u'\n');
}

} // namespace ui
