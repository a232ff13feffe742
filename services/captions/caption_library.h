#pragma once

#include "services/captions/caption_run.h"

#include <QAbstractListModel>
#include <QList>

#include <memory>

namespace services {

/// All caption runs, the newest first. Owns them. Lives in the window's thread.
class CaptionLibrary : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        RunRole = Qt::UserRole + 1, ///< CaptionRun*
        ProgressRole, ///< QString: "8 of 12"
    };

    /// Runs are kept in the file at `path`, which is created with the first of them; empty: nothing
    /// is kept. What is in the file comes as rows later. The models must outlive the library.
    CaptionLibrary(ModelPool& models, const QString& path, QObject* parent = nullptr);
    ~CaptionLibrary() override; ///< waits for what was to be saved

    /// A new run over files and folders, whose pictures are looked for in the background. Nothing
    /// is described before CaptionRun::start.
    CaptionRun* add(const QStringList& paths, const CaptionTask& task);

    /// Brings the rows of a run from the disk, if they are not here yet.
    void load(CaptionRun* run);

    /// Takes a run out, whose captions under way are cancelled. It can be put back until the
    /// program ends.
    void remove(CaptionRun* run);
    void putBack(CaptionRun* run);

    CaptionRun* run(int row) const { return m_runs[row]; }
    int rowOf(const CaptionRun* run) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

signals:
    void restored(); ///< all runs that were in the file are here
    void failed(const QString& sentence); ///< something could not be kept; why

private:
    void restore(const QList<CaptionRecord>& records);
    CaptionRun* make(const CaptionRecord& record);
    void insert(CaptionRun* run);

    ModelPool& m_models;
    std::unique_ptr<CaptionStore> m_store; // null: nothing is kept
    QList<CaptionRun*> m_runs;
};

} // namespace services
