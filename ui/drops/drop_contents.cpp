#include "ui/drops/drop_contents.h"

#include "services/presets/preset.h"
#include "ui/drops/attachments.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace ui {

namespace {

// By their names, as they are exported here and by ChatGPT; other JSON is a text.
bool holdsConversations(const QString& path)
{
    const QString name = QFileInfo(path).fileName().toLower();
    return name.endsWith(QLatin1String(".zip")) || name.endsWith(QLatin1String(".vignette.json"))
        || name == QLatin1String("conversations.json");
}

} // namespace

DropContents DropContents::of(const QMimeData* data)
{
    DropContents contents;
    for (const QUrl& url : data->urls()) {
        if (!url.isLocalFile())
            continue;
        const QString path = url.toLocalFile();
        if (path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive))
            contents.models << path;
        else if (QFileInfo(path).isDir())
            contents.folders << path;
        else if (holdsConversations(path))
            contents.archives << path;
        else if (path.endsWith(services::presetEnding, Qt::CaseInsensitive))
            contents.presets << path;
        else
            contents.files << path;
    }
    contents.hasOther = contents.isEmpty() && holdsAttachments(data);
    return contents;
}

bool DropContents::isEmpty() const
{
    return models.isEmpty() && folders.isEmpty() && archives.isEmpty() && presets.isEmpty()
        && !hasAttachments();
}

QString DropContents::sentence() const
{
    const auto translated = [](const char* text, int count) {
        return QCoreApplication::translate("ui::DropContents", text, nullptr, count);
    };
    QStringList sentences;
    if (hasAttachments())
        sentences << translated(QT_TRANSLATE_N_NOOP("ui::DropContents", "Attach %Ln file(s)"),
            std::max(1, int(files.size())));
    if (!models.isEmpty())
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Add %Ln model(s)"), int(models.size()));
    if (!folders.isEmpty())
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Caption the pictures of %Ln folder(s)"),
            int(folders.size()));
    if (!archives.isEmpty())
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Import the conversations of %Ln file(s)"),
            int(archives.size()));
    if (!presets.isEmpty())
        sentences << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Add %Ln preset(s)"), int(presets.size()));
    return sentences.join(u'\n');
}

} // namespace ui
