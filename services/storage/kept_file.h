#pragma once

#include <QByteArray>
#include <QString>
#include <QThreadPool>

namespace services {

/// A small file that follows what is kept in memory. It is written in the background, one state after
/// the other; states that newer ones have overtaken are left out. The destructor waits until the last
/// one is on the disk. What cannot be read or written is told to the log. Belongs to one thread.
class KeptFile {
public:
    explicit KeptFile(const QString& path);

    QByteArray read() const; ///< empty: there is none, or it is larger than 1 MiB
    void write(const QByteArray& contents);

private:
    const QString m_path;
    QThreadPool m_thread;
};

} // namespace services
