#include "services/documents/library/library_root.h"

#include <algorithm>

namespace services {

namespace {

QString asFolder(const QString& path)
{
    return path.endsWith(u'/') ? path : path + u'/';
}

} // namespace

void LibraryCounts::add(const LibraryFile& file, int times)
{
    files += times;
    pages += qint64(file.pages) * times;
    passages += qint64(file.passages) * times;
    switch (file.state) {
    case LibraryFile::State::Waiting:
        waiting += times;
        return;
    case LibraryFile::State::Read:
        read += times;
        return;
    case LibraryFile::State::Failed:
        failed += times;
        return;
    }
}

LibraryCounts& LibraryCounts::operator+=(const LibraryCounts& other)
{
    files += other.files;
    read += other.read;
    failed += other.failed;
    waiting += other.waiting;
    pages += other.pages;
    passages += other.passages;
    return *this;
}

void LibraryRoot::setFiles(QList<LibraryFile> all)
{
    files = std::move(all);
    std::ranges::sort(files, {}, &LibraryFile::path);
    counts = {};
    for (const LibraryFile& file : std::as_const(files))
        counts.add(file);
}

qsizetype LibraryRoot::indexOf(const QString& file) const
{
    const auto place = std::ranges::lower_bound(files, file, {}, &LibraryFile::path);
    return place != files.end() && place->path == file ? place - files.begin() : -1;
}

void LibraryRoot::setFile(qsizetype place, const LibraryFile& file)
{
    counts.add(files[place], -1);
    counts.add(file);
    files[place] = file;
}

bool isAtOrBelow(const QString& path, const QString& folder)
{
    return path == folder || path.startsWith(asFolder(folder));
}

bool standsBefore(const QString& left, const QString& right)
{
    return asFolder(left) < asFolder(right);
}

} // namespace services
