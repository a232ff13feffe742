#pragma once

#include "services/documents/picture_text_of.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <list>
#include <memory>

namespace services {

/// Reads the text in pictures in the background, one picture at a time, and remembers what it read by
/// the content of the picture. Lives in one thread, usually the window's.
class PictureTexts : public QObject {
public:
    explicit PictureTexts(
        const ReaderProcess& process = pictureTextReader(), QObject* parent = nullptr);
    ~PictureTexts() override;

    /// In which it reads; those the user has no data for among them.
    const TextLanguages& languages() const { return m_process.languages; }

    using Done = std::function<void(const PictureText& text)>;

    /// Calls `done` after this function has returned, unless `receiver` was destroyed by then. What
    /// cannot be read has no text.
    void read(const Picture& picture, QObject* receiver, Done done);

    /// Begins to read a picture that will probably be asked for, unless others wait.
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

    const ReaderProcess m_process;
    std::shared_ptr<Known> m_known;
    std::list<Job> m_jobs; // the first is under way if m_isReading
    bool m_isReading = false;
};

} // namespace services
