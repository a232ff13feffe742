#pragma once

#include "services/captions/caption_run.h"

#include <QAbstractListModel>
#include <QList>

#include <memory>

namespace services {

/// The list of all caption runs, which it owns, the newest first. Lives in the window's thread.
class CaptionLibrary : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        RunRole = Qt::UserRole + 1, ///< CaptionRun*
        ProgressRole, ///< a QString: "8 of 12"
    };

    /// Keeps runs in the file at `path`, which is created together with the first run; an empty
    /// path: nothing is kept. The runs in the file are read in the background and appear as rows
    /// later. The models must outlive the library.
    CaptionLibrary(ModelPool& models, const QString& path, QObject* parent = nullptr);
    ~CaptionLibrary() override; ///< waits until everything is saved

    /// Makes a run over files and folders, which are searched for images in the background. No
    /// image is described before CaptionRun::start().
    CaptionRun* add(const QStringList& paths, const CaptionTask& task);

    /// Compares captions that are written from now on with the text in their images, and those of a run
    /// that is started; null, as at first: doesn't. Must outlive the library, unless it is replaced.
    void setChecker(CaptionChecker* checker);

    /// Reads the rows of a run from the disk if they are not in memory yet.
    void load(CaptionRun* run);

    /// Removes a run from the list and cancels its captions that are being written. putBack() can
    /// undo this until the run is forgotten, which erases it from the disk.
    void remove(CaptionRun* run);
    void putBack(CaptionRun* run);
    void forget(CaptionRun* run);

    CaptionRun* run(int row) const { return m_runs[row]; }
    int findRow(const CaptionRun* run) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

signals:
    void restored(); ///< all runs of the file are in the list
    void failed(const QString& message); ///< something could not be saved

private:
    void restore(const QList<CaptionRecord>& records);
    CaptionRun* make(const CaptionRecord& record);
    void insert(CaptionRun* run);

    ModelPool& m_models;
    CaptionChecker* m_checker = nullptr;
    std::unique_ptr<CaptionStore> m_store; // null: nothing is kept
    QList<CaptionRun*> m_runs;
};

} // namespace services
