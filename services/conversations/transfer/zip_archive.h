#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>

struct zip;

namespace services {

/// Reads a zip archive, which may come from anyone. Nothing of it is written to the disk: entries
/// are read into memory by name, so it does not matter where a name points to. One thread may use
/// it at a time.
class ZipArchive {
public:
    /// Throws Error{BadFile} if the file is no zip archive, or has more entries than any real
    /// export.
    explicit ZipArchive(const QString& path);
    ~ZipArchive();

    const QStringList& names() const { return m_names; }
    bool contains(const QString& name) const;

    /// How many bytes an entry unpacks to, as the archive declares; 0 if it does not say.
    qint64 sizeOf(const QString& name) const;

    /// Returns the bytes of an entry. Throws Error{BadFile} if it is damaged or longer than
    /// `maxBytes`, whatever size the archive declares.
    QByteArray read(const QString& name, qint64 maxBytes) const;

private:
    [[noreturn]] void fail(const QString& reason) const;

    QString m_path;
    struct Closer {
        void operator()(zip* archive) const;
    };
    std::unique_ptr<zip, Closer> m_archive;
    QStringList m_names;
};

} // namespace services
