#pragma once

#include "services/captions/caption_row.h"
#include "services/generation/model_pool.h"
#include "services/pictures/vision_image.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QQueue>

#include <functional>
#include <optional>

namespace services {

/// Describes pictures with a model, a few at once; while it works the next ones are decoded in the
/// background, so that it never waits for a disk. Holds no more than a few pictures, however many
/// there are. Lives in the window's thread.
class CaptionWriter : public QObject {
    Q_OBJECT

public:
    static constexpr qsizetype together = 4; ///< captions being written at once
    static constexpr qsizetype ahead = 4; ///< pictures decoded, or being decoded, before their turn

    /// A picture to describe, by its place in the run.
    struct Job {
        qsizetype place = 0;
        QString file;
    };
    using Source = std::function<std::optional<Job>()>; ///< the next one; nothing: there is none

    /// The models must outlive the writer.
    explicit CaptionWriter(ModelPool& models, QObject* parent = nullptr);
    ~CaptionWriter() override; ///< stops what is under way

    void start(const CaptionTask& task, Source source);
    void finish(); ///< sends the model no further picture
    void cancel(); ///< nothing is heard of those under way
    bool isIdle() const { return m_decoding.isEmpty() && m_ready.isEmpty() && m_open.isEmpty(); }

    QList<qsizetype> underWay() const;

signals:
    void described(qsizetype place, const QString& caption, qint64 tokens, double seconds);
    void failed(qsizetype place, const QString& sentence);
    void stopped(qsizetype place); ///< by finish, or by somebody else
    /// The model cannot be used; nothing more is taken, and nothing is heard of those under way.
    void modelFailed(const QString& sentence);
    void idle(); ///< all is done that was taken, and nothing more is there

private:
    struct Open {
        Job job;
        ModelId model; // as the task was when it was taken
        Pixels pixels; // until the model has it
        QElapsedTimer since;
        QString text = {};
    };

    void fill();
    QList<qsizetype> dropAhead();
    void decode(const Job& job);
    void submit(Open picture);
    void onFinished(AnswerStream* stream, const AnswerStatistics& statistics);
    void onFailed(AnswerStream* stream, const QString& sentence);
    qint64 bytesReady() const;

    ModelPool& m_models;
    CaptionTask m_task;
    Source m_source; // null: nothing more is taken
    quint64 m_generation = 0; // of what is being decoded: what was cancelled is known by it
    QHash<qsizetype, QElapsedTimer> m_decoding; // by place; since when
    QQueue<Open> m_ready;
    QHash<AnswerStream*, Open> m_open; // being written
};

} // namespace services
