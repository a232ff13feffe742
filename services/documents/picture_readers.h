#pragma once

#include "base/limited_program.h"
#include "base/serial_worker.h"
#include "services/documents/document.h"
#include "services/documents/read_document.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <mutex>
#include <vector>

namespace services {

/// The processes in which the text in images is read, one for each image. They can be started before the
/// image is there, which saves the fifth of a second in which they load Tesseract's data. Any thread may
/// call the functions.
class PictureReaders {
public:
    explicit PictureReaders(const ReaderProcess& process);

    const ReaderProcess& process() const { return m_process; }

    /// Starts two of them, which are as many as read an image of a screen; returns at once. What this
    /// takes, 60 MiB each, is released by release().
    void warmUp();

    /// Ends those that wait for an image; returns at once.
    void release();

    /// Reads a bitmap (BMP) in a process that waits, or in a new one; blocks. Throws Error{BadFile} with a
    /// message that has the image's name if it cannot be read.
    Document read(const QByteArray& bitmap, const QString& name);

private:
    std::unique_ptr<base::StartedProgram> takeWaiting();
    base::LimitedProgram program(int64_t bytes) const;

    const ReaderProcess m_process;
    std::mutex m_mutex; // protects the following
    std::vector<std::unique_ptr<base::StartedProgram>> m_waiting;
    base::SerialWorker m_starter; // they end with its thread, in which they are started
};

} // namespace services
