#pragma once

#include <QMenu>
#include <QPointer>

namespace services {
class CaptionRun;
}

namespace ui {

/// The ways to get the captions of a run out of the program: as CSV, as JSON Lines, or as a text
/// file beside each picture. Asks before a file that is there already is replaced.
class CaptionExport : public QMenu {
    Q_OBJECT

public:
    explicit CaptionExport(QWidget* parent = nullptr);

    void setRun(services::CaptionRun* run); ///< null: nothing to export

signals:
    void exported(const QString& sentence); ///< what was written
    void failed(const QString& sentence);

private:
    void exportFile(const QString& title, const QString& ending, const QString& filter);
    void exportBeside();
    void askAboutExisting(const QStringList& existing);
    void writeSidecars(bool replaceExisting);

    QPointer<services::CaptionRun> m_run;
};

} // namespace ui
