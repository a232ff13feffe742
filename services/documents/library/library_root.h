#pragma once

#include <QList>
#include <QString>

namespace services {

/// A file of the library and what came of reading it.
struct LibraryFile {
    enum class State { Waiting, Read, Failed };

    QString path; ///< absolute, without links
    State state = State::Waiting;
    int pages = 0; ///< 0: without pages, or not read
    int passages = 0;
    QString error; ///< a message for users; empty: it was read, or waits

    bool operator==(const LibraryFile&) const = default;
};

struct LibraryCounts {
    int files = 0, read = 0, failed = 0, waiting = 0;
    qint64 pages = 0, passages = 0;

    void add(const LibraryFile& file, int times = 1); ///< −1: takes it away

    LibraryCounts& operator+=(const LibraryCounts& other);
    bool operator==(const LibraryCounts&) const = default;
};

/// A file, or a folder with everything below it, that somebody added to the store.
struct LibraryRoot {
    QString path; ///< absolute, without links
    bool isFolder = true;
    bool isThere = true; ///< false: it, or a volume below it, is gone; what was read is kept
    QList<LibraryFile> files; ///< sorted by path
    LibraryCounts counts; ///< of the files

    /// False: somebody else added it, or this user did so on another computer. Then it is what the
    /// store says; nothing at these paths is read or watched.
    bool isOwn = true;

    void setFiles(QList<LibraryFile> all); ///< in any order

    /// The index of a file; −1: it is not there.
    qsizetype indexOf(const QString& file) const;
    void setFile(qsizetype place, const LibraryFile& file);
};

/// True if a path is `folder` or below it; both absolute and without links.
bool isAtOrBelow(const QString& path, const QString& folder);

/// True if `left` is before `right`: the contents of a folder follow it at once.
bool standsBefore(const QString& left, const QString& right);

} // namespace services
