#pragma once

#include "runtime/answer_engine.h"

#include <QFile>
#include <QSet>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace app {

/// An image that has been described, or could not be.
struct Caption {
    QString file; ///< as the user named it
    std::string failure; ///< why it could not be described; empty: it is
    std::string text = {};
    std::optional<std::string> pictureText = {}; ///< the text that was read in it, if requested
    bool isSure = true; ///< see runtime::AnswerStatistics
    int64_t tokens = 0;
    double imageSeconds = 0, firstTokenSeconds = 0, totalSeconds = 0;
};

/// Writes captions in the order of the files. A file that the output already contains from an
/// earlier run is not described again.
class CaptionOutput {
public:
    virtual ~CaptionOutput() = default;
    virtual bool has(const QString& file) const = 0;
    /// Writes the caption of an image; throws Error{BadFile}.
    virtual void write(const Caption& caption) = 0;
    /// Writes a failure in its place in the order; by default to stderr.
    virtual void writeFailure(const Caption& caption);
};

std::unique_ptr<CaptionOutput> captionsToTerminal();
std::unique_ptr<CaptionOutput>
captionsAsJson(); ///< one object per line of stdout, also for failures

/// Writes each caption next to its image: picture.png → picture.txt, or picture.png.txt if another
/// of the files would have the same path.
std::unique_ptr<CaptionOutput> captionsToSidecars(const QStringList& files);

/// Adds to a .csv or .jsonl file. Throws UsageError for another ending, and Error{BadFile} if the
/// file cannot be opened or holds something else.
std::unique_ptr<CaptionOutput> captionsToFile(const QString& path);

/// Describes any number of images, a few at a time.
class CaptionQueue {
public:
    enum class Texts { Unread, Read }; ///< those in the images

    /// Describes `jobs` images at once. The engine must outlive the queue.
    CaptionQueue(runtime::AnswerEngine& engine, std::string prompt,
        const runtime::AnswerSettings& settings, int64_t jobs, Texts texts);
    ~CaptionQueue();

    /// Writes captions and failures in the order of `files`. Returns true if all were described.
    bool run(const QStringList& files, CaptionOutput& output);

private:
    class Sink;
    struct Mailbox; // of captions that have ended

    void start(qsizetype place, const QString& file);
    void takeEnded();
    void writeFinished(CaptionOutput& output);

    runtime::AnswerEngine& m_engine;
    std::string m_prompt;
    runtime::AnswerSettings m_settings;
    int64_t m_jobs;
    Texts m_texts;
    const std::chrono::system_clock::time_point m_begun = std::chrono::system_clock::now();
    std::shared_ptr<Mailbox> m_mailbox;
    std::map<qsizetype, runtime::Answer> m_running; // by index in the list of files
    std::map<qsizetype, Caption> m_finished; // by index
    qsizetype m_written = 0;
    bool m_allWell = true;
};

} // namespace app
