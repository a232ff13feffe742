#pragma once

#include "services/settings/setting.h"

#include <QObject>
#include <QSettings>
#include <QVariant>

#include <mutex>

namespace services {

/// The user's settings, in an INI file of the application's own. Lives in the window's thread; any
/// thread may read them.
/// settings_table.h lists them all. A setting that is not in the file, or whose value there has
/// another type or is out of its limits, has its fallback.
class Settings : public QObject {
    Q_OBJECT

public:
    /// The file is created when something is set for the first time. The signal `changed` is sent
    /// for every change that is made through this object.
    explicit Settings(const QString& path, QObject* parent = nullptr);

    template <typename T>
    T get(const Setting<T>& setting) const
    {
        const std::optional<T> value = valueFrom<T>(read(QLatin1String(setting.key)));
        return value && setting.accepts(*value) ? *value : setting.fallback;
    }

    template <typename T>
    void set(const Setting<T>& setting, const T& value)
    {
        write(QLatin1String(setting.key), QVariant::fromValue(value), value == setting.fallback);
    }

    template <typename T>
    void reset(const Setting<T>& setting)
    {
        set(setting, setting.fallback);
    }

    /// True if the setting has the value that it had before the user changed anything.
    template <typename T>
    bool isFallback(const Setting<T>& setting) const
    {
        return get(setting) == setting.fallback;
    }

    QString path() const { return m_file.fileName(); }

signals:
    void changed(const QString& key);

private:
    QVariant read(const QString& key) const;
    void write(const QString& key, const QVariant& value, bool isFallback);

    mutable std::mutex m_mutex; // guards the file
    QSettings m_file;
};

} // namespace services
