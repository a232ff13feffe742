#pragma once

#include "services/captions/caption_store.h"
#include "services/generation/model_pool.h"
#include "services/pictures/picture.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QQueue>

#include <functional>
#include <optional>

namespace services {

class AnswerStream;

/// Describes images with a model, a few at the same time, or as many as the model says. Meanwhile
/// the next ones are decoded in the background, so that it never waits for the disk. Holds only a
/// few images in memory, however many there are. Lives in the window's thread.
class CaptionWriter : public QObject {
    Q_OBJECT

public:
    /// Captions that are written at the same time, by a model that does not say how many it bears.
    static constexpr qsizetype together = 4;
    static constexpr qsizetype ahead = 4; ///< images that are decoded ahead

    /// An image to describe, and its index in the run.
    struct Job {
        qsizetype place = 0;
        QString file;
    };
    /// Returns the next image, or nothing if there are no more.
    using Source = std::function<std::optional<Job>()>;

    /// The models must outlive the writer.
    explicit CaptionWriter(ModelPool& models, QObject* parent = nullptr);
    ~CaptionWriter() override; ///< stops all captions

    /// `begun` is when the run was: milliseconds since 1970, UTC.
    void start(const CaptionTask& task, qint64 begun, Source source);
    void finish(); ///< begins no further caption
    void cancel(); ///< stops at once, without a signal for the captions that are being written
    bool isIdle() const { return m_decoding.isEmpty() && m_ready.isEmpty() && m_open.isEmpty(); }

    QList<qsizetype> underWay() const;

signals:
    void described(qsizetype place, const QString& caption, qint64 tokens, double seconds);
    void failed(qsizetype place, const QString& message);
    void stopped(qsizetype place); ///< by finish() or by somebody else
    /// The model cannot be used. No further image is taken, and no signal is sent for the captions
    /// that were being written.
    void modelFailed(const QString& message);
    void idle(); ///< everything that was taken is done, and there is no more

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
    void onFailed(AnswerStream* stream, const QString& message);
    qint64 bytesReady() const;
    qsizetype mostOpen() const;

    ModelPool& m_models;
    CaptionTask m_task;
    qint64 m_begun = 0;
    Source m_source; // null: nothing more is taken
    quint64 m_generation = 0; // of the images being decoded: canceled ones are known by it
    QHash<qsizetype, QElapsedTimer> m_decoding; // by index; since when
    QQueue<Open> m_ready;
    QHash<AnswerStream*, Open> m_open; // being written
};

} // namespace services
