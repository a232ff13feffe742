#pragma once

#include "services/captions/export_captions.h"

#include <QMenu>
#include <QPointer>

namespace services {
class CaptionRun;
}

namespace ui {

/// A menu that exports the captions of a run: as CSV or a spreadsheet, as JSON Lines, or as a file
/// with text or metadata next to each image. Asks before it replaces an existing file.
class CaptionExport : public QMenu {
    Q_OBJECT

public:
    explicit CaptionExport(QWidget* parent = nullptr);

    void setRun(services::CaptionRun* run); ///< null: there is nothing to export

signals:
    void exported(const QString& message); ///< says what was written
    void failed(const QString& message);

private:
    void exportFile(const QString& title, services::CaptionFormat format, const QString& ending,
        const QString& filter);
    void exportBeside(services::SidecarKind kind);
    void askAboutExisting(const QStringList& existing, const QList<services::CaptionRow>& rows,
        services::SidecarKind kind);
    void writeSidecars(const QList<services::CaptionRow>& rows,
        services::ExistingSidecars existing, services::SidecarKind kind);

    QPointer<services::CaptionRun> m_run;
    QAction* m_mark; // tables begin with it
};

} // namespace ui
