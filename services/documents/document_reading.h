#pragma once

#include "services/documents/read_document.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

namespace services {

using SharedDocument = std::shared_ptr<const Document>;

/// Reads the text of a document in the background, on threads that do nothing else, for scans take
/// minutes. Destroying it ends the reading.
class DocumentReading : public QObject {
    Q_OBJECT

public:
    DocumentReading(const QString& path, const ReaderProcess& reader, QObject* parent);
    ~DocumentReading() override;

    /// Null until it has been read.
    const SharedDocument& document() const { return m_document; }
    const QString& error() const { return m_error; } ///< a sentence, if it cannot be read
    bool hasEnded() const { return m_document || !m_error.isEmpty(); }

signals:
    void progressed(int pages); ///< that have been read so far; a few times a second
    void ended(); ///< with a document or an error

private:
    struct State {
        std::atomic<bool> isCancelled = false;
        std::atomic<int> pages = 0;
    };

    std::shared_ptr<State> m_state = std::make_shared<State>();
    QTimer m_progress;
    SharedDocument m_document;
    QString m_error;
};

} // namespace services
