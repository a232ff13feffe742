#include "services/storage/whole_file.h"

#include "base/error.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <exception>

namespace services {

namespace {

constexpr int maxCharacters = 60; // 180 bytes, which leaves room for an ending

} // namespace

QString toFileName(const QString& text, const QString& fallback)
{
    QString name = text.left(maxCharacters);
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != u'-' && letter != u'_')
            letter = u' ';
    name = name.simplified();
    return name.isEmpty() ? fallback : name;
}

namespace {

[[noreturn]] void reject(const QString& path, const QFileDevice& file)
{
    throw base::Error(base::ErrorKind::BadFile,
        QCoreApplication::translate("services::writeWhole", "“%1” couldn't be written: %2.")
            .arg(path, file.errorString())
            .toStdString());
}

} // namespace

void writeWhole(const QString& path, const QByteArray& bytes)
{
    const auto write = [&](QFileDevice& file) {
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush();
    };
    if (const QFileInfo info(path); info.exists() && !info.isFile()) {
        QFile device(path);
        if (!write(device))
            reject(path, device);
        return;
    }
    QSaveFile file(path);
    if (!write(file) || !file.commit())
        reject(path, file);
}

namespace {

constexpr qint64 maxBytes = 1 << 20;

} // namespace

KeptFile::KeptFile(const QString& path)
    : m_path(path)
{
}

QByteArray KeptFile::read() const
{
    QFile file(m_path);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly) || file.size() > maxBytes) {
        qWarning("%s can't be read or is too long", qPrintable(m_path));
        return {};
    }
    return file.read(maxBytes);
}

void KeptFile::write(const QByteArray& contents)
{
    m_thread.cancel();
    m_thread.post([path = m_path, contents] {
        try {
            writeWhole(path, contents);
        } catch (const std::exception& error) {
            qWarning("%s", error.what());
        }
    });
}

} // namespace services
