#pragma once

#include "base/serial_worker.h"

#include <QByteArray>
#include <QString>

namespace services {

/// A text of the user's as the name of a file without its ending: letters, digits, '-', '_' and
/// spaces, at most 60 characters; `fallback` if nothing is left of it.
QString toFileName(const QString& text, const QString& fallback);

/// Writes a file completely or, if it throws, not at all. What is no ordinary file (a device, a
/// pipe) is written to directly. Throws Error{BadFile} with a message that names the file. Any
/// thread may call it.
void writeWhole(const QString& path, const QByteArray& bytes);

/// A small file that follows what is kept in memory. It is written in the background, one state
/// after the other; states that newer ones have overtaken are left out. The destructor waits until
/// the last one is on the disk. A failure to read or write is written to the log. Belongs to
/// one thread.
class KeptFile {
public:
    explicit KeptFile(const QString& path);

    QByteArray read() const; ///< empty: there is none, or it is larger than 1 MiB
    void write(const QByteArray& contents);

private:
    const QString m_path;
    base::SerialWorker m_thread;
};

} // namespace services
