#include "services/storage/kept_file.h"

#include "services/storage/whole_file.h"

#include <QFile>

#include <exception>

namespace services {

namespace {

constexpr qint64 mostBytes = 1 << 20;

} // namespace

KeptFile::KeptFile(const QString& path)
    : m_path(path)
{
    m_thread.setMaxThreadCount(1);
}

QByteArray KeptFile::read() const
{
    QFile file(m_path);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly) || file.size() > mostBytes) {
        qWarning("%s cannot be read, or is too long", qPrintable(m_path));
        return {};
    }
    return file.read(mostBytes);
}

void KeptFile::write(const QByteArray& contents)
{
    m_thread.clear();
    m_thread.start([path = m_path, contents] {
        try {
            writeWhole(path, contents);
        } catch (const std::exception& error) {
            qWarning("%s", error.what());
        }
    });
}

} // namespace services
