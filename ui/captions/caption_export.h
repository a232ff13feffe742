#pragma once

#include <QMenu>
#include <QPointer>

namespace services {
class CaptionRun;
}

namespace ui {

/// A menu that exports the captions of a run: as CSV, as JSON Lines, or as a text file next to each
/// image. Asks before it replaces an existing file.
class CaptionExport : public QMenu {
    Q_OBJECT

public:
    explicit CaptionExport(QWidget* parent = nullptr);

    void setRun(services::CaptionRun* run); ///< null: there is nothing to export

signals:
    void exported(const QString& message); ///< says what was written
    void failed(const QString& message);

private:
    void exportFile(const QString& title, const QString& ending, const QString& filter);
    void exportBeside();
    void askAboutExisting(const QStringList& existing);
    void writeSidecars(bool replaceExisting);

    QPointer<services::CaptionRun> m_run;
    QAction* m_mark; // tables begin with it
};

} // namespace ui
