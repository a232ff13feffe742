#pragma once

#include "services/captions/caption_store.h"
#include "services/captions/caption_writer.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <array>
#include <optional>

namespace services {

class CaptionChecker;
class CaptionStore;

/// Returns the given files, and the images directly inside the given folders sorted by name, in the
/// order of `paths`. A file that does not exist is returned as well; whoever reads it reports that.
/// Throws Error{BadFile} if nothing is found because a folder contains no images. Any thread may
/// call it.
QStringList pictureFiles(const QStringList& paths);

/// Returns the folders at any depth below the given ones that hold images, sorted by path. Links
/// are not followed, and the search ends after 10,000 folders. Any thread may call it.
QStringList foldersBelow(const QStringList& paths);

/// A list of images that a model describes, a few at a time. Lives in the window's thread. The
/// index of a row never changes. Every described row is saved soon afterwards; after a crash, the
/// rows that were being described wait again.
class CaptionRun : public QObject {
    Q_OBJECT

public:
    enum class State {
        Resting, ///< no image is being described
        Running,
        Pausing, ///< the captions that are being written are finished, and no other is begun
    };

    /// The library makes and owns runs. `models` and `store` must outlive them; a null store keeps
    /// nothing.
    CaptionRun(const CaptionRecord& record, ModelPool& models, CaptionStore* store,
        QObject* parent = nullptr);
    ~CaptionRun() override;

    const QString& id() const { return m_record.id; }
    qint64 created() const { return m_record.created; } ///< milliseconds since 1970, UTC
    const QStringList& sources() const { return m_record.sources; } ///< files and folders
    QString title() const; ///< to be shown to users: "Holiday and 2 more"

    const CaptionTask& task() const { return m_record.task; }
    void setTask(const CaptionTask& task); ///< for rows that are described from now on

    /// False as long as the rows are still on the disk only.
    bool isLoaded() const { return m_isLoaded; }
    qsizetype size() const { return m_rows.size(); }
    const CaptionRow& row(qsizetype place) const { return m_rows[place]; }
    qsizetype count(CaptionRow::State state) const { return m_counts[int(state)]; }
    State state() const { return m_state; }
    bool isLooking() const { return m_isLooking; } ///< true while folders are searched for images
    /// The time until all rows are described, estimated from the last ones; nothing as long as it
    /// is not known.
    std::optional<double> secondsLeft() const;

    void start(); ///< describes all waiting rows
    void pause(); ///< stops after the captions that are being written
    void cancel(); ///< stops at once; rows that were being described wait again
    void runAgain(const QList<qsizetype>& rows); ///< lets these rows wait and starts the run
    /// Replaces the caption by the user's own words.
    void setCaption(qsizetype row, const QString& text);
    void lookAgain(); ///< adds images that are new in the folders, in the background

signals:
    void loaded();
    void rowsAboutToBeAdded(qsizetype first, qsizetype last);
    void rowsAdded();
    void rowChanged(qsizetype row);
    void stateChanged(); ///< state() or isLooking() has changed
    void lookedAgain(qsizetype added);
    void interrupted(const QString& message); ///< says what could not be done and why

private:
    friend class CaptionLibrary;
    void setChecker(CaptionChecker* checker) { m_checker = checker; }
    void beginNew(); // looks for the images of a new run
    void load(); // the rows from the store
    void keepNothing() { m_store = nullptr; } // from now on, also of images not found yet

    void addFiles(const QStringList& files);
    void setRows(const QList<CaptionRow>& rows);
    void setState(State state);
    std::optional<CaptionWriter::Job> nextJob();
    void change(qsizetype place, const CaptionRow& row);
    void save(qsizetype place);
    void putBack(qsizetype place);
    void complete(qsizetype place, const CaptionRow& row);
    void check(qsizetype place);
    void checkAll();
    void interrupt(const QString& message);
    void rest();

    CaptionRecord m_record;
    CaptionStore* m_store; // null: nothing is kept
    CaptionChecker* m_checker = nullptr; // null: captions aren't compared with their images
    CaptionWriter m_writer;
    QList<CaptionRow> m_rows;
    std::array<qsizetype, 5> m_counts{}; // by state
    State m_state = State::Resting;
    bool m_isLoaded = false;
    bool m_isLoading = false;
    bool m_isLooking = false;
    bool m_startsLater = false; // once its rows are here
    qsizetype m_next = 0; // no row before it waits
    QSet<qsizetype> m_inCheck; // rows
    QElapsedTimer m_clock; // since the run was started last
    QList<qint64> m_completions; // of the last rows: milliseconds of m_clock
};

} // namespace services
