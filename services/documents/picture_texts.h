#pragma once

#include "services/documents/picture_readers.h"
#include "services/pictures/picture.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <list>
#include <memory>

namespace services {

/// Puts values next to their labels, as on receipts and forms, where columns would be read one
/// below the other: a column is joined to the lines to the left of it if most of its lines are next
/// to one, and if the lines of one of both are short. Columns of a written page stay as they are.
/// Lines that are farther apart than usual become paragraphs of their own. Takes words that end
/// their lines.
PictureText inRows(const PictureText& text);

/// The process in which the text in an image is read: it may take less than one that reads
/// documents.
ReaderProcess pictureTextReader();

/// Reads the text in an image, of any format that can be shown, in a process as readDocument() does; an
/// image that seems to have none is read without its grain, a large one also smaller, and one that an
/// empty row divides is read by two processes at once. Takes two seconds of a core for a full page, a
/// fifth of one where there is no text; blocks. Any thread may call it. Without language data of
/// Tesseract there is none. Throws Error{BadFile} with a message if it cannot be read.
PictureText readPictureText(
    const Picture& picture, const ReaderProcess& process = pictureTextReader());

/// The same, in processes that may be waiting for it.
PictureText readPictureText(const Picture& picture, PictureReaders& readers);

/// Reads the text in images in the background, one image at a time, and remembers what it read by
/// the content of the image. Lives in one thread, usually the window's.
class PictureTexts : public QObject {
public:
    explicit PictureTexts(
        const ReaderProcess& process = pictureTextReader(), QObject* parent = nullptr);
    ~PictureTexts() override;

    /// The languages in which it reads, and those of the user that are not installed.
    const TextLanguages& languages() const { return process().languages; }
    const ReaderProcess& process() const { return m_readers->process(); }

    using Done = std::function<void(const PictureText& text)>;

    /// Calls `done` after this function has returned, unless `receiver` was destroyed by then. What
    /// cannot be read has no text.
    void read(const Picture& picture, QObject* receiver, Done done);

    /// Starts processes for an image that is about to come, as after a screenshot. They end after a minute
    /// without one.
    void warmUp();

    /// Begins to read an image that will probably be requested, unless others wait.
    void prepare(const Picture& picture);

private:
    struct Known; // texts by content; background threads read and write it
    struct Waiter {
        QPointer<QObject> receiver;
        Done done;
    };
    struct Job {
        Picture picture;
        std::list<Waiter> waiters; // none: it is only prepared
    };

    std::list<Job>::iterator find(const Picture& picture);
    void startNext();
    void end(const PictureText& text);

    const std::shared_ptr<PictureReaders> m_readers;
    std::shared_ptr<Known> m_known;
    std::list<Job> m_jobs; // the first is under way if m_isReading
    bool m_isReading = false;
    QTimer m_cooling; // while readers wait for an image
};

} // namespace services
