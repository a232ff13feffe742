#pragma once

#include "services/captions/caption_record.h"
#include "services/captions/caption_writer.h"

#include <QElapsedTimer>
#include <QObject>

#include <array>
#include <optional>

namespace services {

class CaptionStore;

/// Pictures that are described one after the other, a few at a time. Lives in the window's thread.
/// Rows keep their place for ever. Every row that was described is on the disk soon after; after a
/// crash those that were under way wait again.
class CaptionRun : public QObject {
    Q_OBJECT

public:
    enum class State {
        Resting, ///< nothing is being described
        Running,
        Pausing, ///< those under way are described to their end
    };

    /// Made by the library, which owns it. Models and store must outlive it; store may be null.
    CaptionRun(const CaptionRecord& record, ModelPool& models, CaptionStore* store,
        QObject* parent = nullptr);
    ~CaptionRun() override;

    const QString& id() const { return m_record.id; }
    qint64 created() const { return m_record.created; } ///< milliseconds since 1970, UTC
    const QStringList& sources() const { return m_record.sources; } ///< files and folders
    QString title() const; ///< for people: "Holiday and 2 more"

    const CaptionTask& task() const { return m_record.task; }
    void setTask(const CaptionTask& task); ///< for the rows described from now on

    bool isLoaded() const { return m_isLoaded; } ///< else there are no rows yet
    qsizetype size() const { return m_rows.size(); }
    const CaptionRow& row(qsizetype place) const { return m_rows[place]; }
    qsizetype count(CaptionRow::State state) const { return m_counts[int(state)]; }
    State state() const { return m_state; }
    bool isLooking() const { return m_isLooking; } ///< for pictures, on the disk
    /// Until all rows are described, from those of late; none while that is unknown.
    std::optional<double> secondsLeft() const;

    void start(); ///< describes all rows that wait
    void pause(); ///< once those under way are done
    void cancel(); ///< at once: those under way wait again
    void runAgain(const QList<qsizetype>& rows); ///< they wait, and the run starts
    void setCaption(qsizetype row, const QString& text); ///< the user's own words
    void lookAgain(); ///< adds the pictures that are new in its folders, in the background

signals:
    void loaded();
    void rowsAboutToBeAdded(qsizetype first, qsizetype last);
    void rowsAdded();
    void rowChanged(qsizetype row);
    void stateChanged(); ///< also isLooking
    void lookedAgain(qsizetype added);
    void interrupted(const QString& sentence); ///< something could not be done; why

private:
    friend class CaptionLibrary;
    void beginNew(); // looks for the pictures of a new run
    void load(); // the rows from the store

    void addFiles(const QStringList& files);
    void setRows(const QList<CaptionRow>& rows);
    void setState(State state);
    std::optional<CaptionWriter::Job> nextJob();
    void change(qsizetype place, const CaptionRow& row);
    void save(qsizetype place);
    void putBack(qsizetype place);
    void complete(qsizetype place, const CaptionRow& row);
    void interrupt(const QString& sentence);
    void rest();

    CaptionRecord m_record;
    CaptionStore* m_store; // null: nothing is kept
    CaptionWriter m_writer;
    QList<CaptionRow> m_rows;
    std::array<qsizetype, 5> m_counts{}; // by state
    State m_state = State::Resting;
    bool m_isLoaded = false;
    bool m_isLoading = false;
    bool m_isLooking = false;
    bool m_startsLater = false; // once its rows are here
    qsizetype m_next = 0; // no row before it waits
    QElapsedTimer m_clock; // since the run was started last
    QList<qint64> m_completions; // of the last rows: milliseconds of m_clock
};

} // namespace services
