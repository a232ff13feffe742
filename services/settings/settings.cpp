#include "services/settings/settings.h"

namespace services {

Settings::Settings(const QString& path, QObject* parent)
    : QObject(parent)
    , m_file(path, QSettings::IniFormat)
{
}

QVariant Settings::read(const QString& key) const
{
    const std::lock_guard lock(m_mutex);
    return m_file.value(key);
}

// A fallback is not written, so that a better one of a later version reaches the user.
void Settings::write(const QString& key, const QVariant& value, bool isFallback)
{
    {
        const std::lock_guard lock(m_mutex);
        if (isFallback)
            m_file.remove(key);
        else
            m_file.setValue(key, value);
    }
    emit changed(key);
}

} // namespace services
