#pragma once

#include "services/documents/answers/picture_checks.h"

#include <QObject>
#include <QPointer>
#include <QQueue>
#include <QString>

#include <functional>
#include <optional>

namespace services {

/// Compares captions with the text in their images in the background, one after the other. The text of an
/// image is read only if its caption has facts. Lives in the window's thread.
class CaptionChecker : public QObject {
public:
    /// `facts` is nothing if the caption couldn't be compared: the image can't be read, no text was read in
    /// it, or Tesseract has no data for the language of the caption.
    using Done = std::function<void(const std::optional<QList<PictureFact>>& facts)>;

    /// `texts` must outlive this object.
    explicit CaptionChecker(PictureTexts& texts, QObject* parent = nullptr);

    /// Calls `done` later, unless `receiver` was destroyed by then.
    void check(const QString& file, const QString& caption, QObject* receiver, Done done);

private:
    struct Job {
        QString file, caption;
        QPointer<QObject> receiver;
        Done done;
    };

    void startNext();
    void compare(const Picture& picture);
    void end(const std::optional<QList<PictureFact>>& facts);

    PictureChecks m_checks;
    QQueue<Job> m_jobs; // the first is under way if m_isChecking
    bool m_isChecking = false;
};

} // namespace services
