#include "ui/documents/library/library_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>

namespace ui {

using services::DocumentLibrary;
using services::LibraryFile;

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::LibraryText)
};

const QString between = QStringLiteral(" · ");

void addPages(QStringList& parts, qint64 pages, qint64 passages)
{
    if (pages > 0)
        parts << Text::tr("%Ln page(s)", nullptr, int(pages));
    if (passages > 0)
        parts << Text::tr("%Ln passage(s)", nullptr, int(passages));
}

} // namespace

QString countsText(const services::LibraryCounts& counts)
{
    QStringList parts{Text::tr("%Ln file(s)", nullptr, counts.files)};
    if (counts.waiting > 0)
        parts << Text::tr("%Ln waiting", "files", counts.waiting);
    if (counts.failed > 0)
        parts << Text::tr("%Ln failed", "files", counts.failed);
    addPages(parts, counts.pages, counts.passages);
    return parts.join(between);
}

QString outcomeText(const LibraryFile& file)
{
    switch (file.state) {
    case LibraryFile::State::Waiting:
        return Text::tr("Waiting");
    case LibraryFile::State::Failed:
        return file.error;
    case LibraryFile::State::Read:
        break;
    }
    QStringList parts;
    addPages(parts, file.pages, file.passages);
    return parts.isEmpty() ? Text::tr("Read; there is no text in it") : parts.join(between);
}

QString progressText(const DocumentLibrary& library)
{
    using Phase = services::LibraryProgress::Phase;
    const services::LibraryProgress& progress = library.progress();
    const QLocale locale;
    const QString done = locale.toString(progress.done), total = locale.toString(progress.total);
    switch (progress.phase) {
    case Phase::Listing:
        return Text::tr("Looking for files…");
    case Phase::Reading:
        return Text::tr("Reading: %1 of %2 files", "documents").arg(done, total);
    case Phase::Embedding:
        return progress.total == 0
            ? Text::tr("Preparing to compare by meaning…")
            : Text::tr("Preparing to compare by meaning: %1 of %2 passages").arg(done, total);
    case Phase::Resting:
        break;
    }
    if (library.isPaused())
        return Text::tr("Paused");
    return library.isResting() ? QString() : Text::tr("One moment…");
}

QString nameOfPath(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    return name.isEmpty() ? path : name;
}

QString folderOfPath(const QString& path)
{
    const QString folder = QFileInfo(path).path(), home = QDir::homePath();
    if (folder == home || folder.startsWith(home + u'/'))
        return u'~' + folder.mid(home.size());
    return QDir::toNativeSeparators(folder);
}

} // namespace ui
