#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>

struct zip;

namespace services {

/// A zip archive of anyone's, for reading. Nothing of it is ever written to the disk: entries are
/// read into memory by their names, so where a name points to does not matter. One thread at a
/// time.
class ZipArchive {
public:
    /// Throws Error{BadFile} if it is none, or holds more entries than anyone would pack.
    explicit ZipArchive(const QString& path);
    ~ZipArchive();

    const QStringList& names() const { return m_names; }
    bool contains(const QString& name) const;

    /// The bytes that an entry unpacks to, as the archive says; 0 if it does not say.
    qint64 sizeOf(const QString& name) const;

    /// The bytes of an entry. Throws Error{BadFile} if it is damaged or longer than this, whatever
    /// the archive says of its size.
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
