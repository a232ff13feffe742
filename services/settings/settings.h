#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <limits>
#include <mutex>
#include <optional>

namespace services {

/// A setting: where it is kept, and its value until the user changes it. `T` is bool, int, double,
/// QString or QStringList.
template <typename T>
struct Setting {
    const char* key; ///< "group/name" in the settings file
    T fallback;

    bool accepts(const T&) const { return true; }
};

/// A number may have limits.
template <>
struct Setting<int> {
    const char* key;
    int fallback;
    int least = std::numeric_limits<int>::min();
    int most = std::numeric_limits<int>::max();

    bool accepts(int value) const { return value >= least && value <= most; }
};

/// A text may be one of a few choices.
template <>
struct Setting<QString> {
    const char* key;
    QString fallback;
    QStringList choices = {}; ///< empty: any text is accepted

    bool accepts(const QString& value) const
    {
        return choices.isEmpty() || choices.contains(value);
    }
};

/// Converts a value of the file; returns nothing if it is of another type.
template <typename T>
std::optional<T> valueFrom(const QVariant& value);

template <>
std::optional<bool> valueFrom(const QVariant& value);
template <>
std::optional<int> valueFrom(const QVariant& value);
template <>
std::optional<double> valueFrom(const QVariant& value);
template <>
std::optional<QString> valueFrom(const QVariant& value);
template <>
std::optional<QStringList> valueFrom(const QVariant& value);

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

/// What pages remember between starts, apart from the settings on the settings page.

namespace services::settings {

inline const Setting<QStringList> removedModels{
    "model/removed", {}}; ///< paths that the list of models leaves out
inline const Setting<QStringList> projectors{
    "model/projectors", {}}; ///< path of a model, path of its vision part, and so on
inline const Setting<bool> hubTokenIsKept{
    "model/hubTokenIsKept", false}; ///< there is one in the keyring
inline const Setting<QStringList> modelNames{"model/names",
    {}}; ///< path of a model, its name where that of its file tells nothing, and so on
inline const Setting<QStringList> providers{
    "remote/endPoints", {}}; ///< each a JSON object, see Providers; no keys
inline const Setting<bool> serverKeyIsKept{"server/keyIsKept", false}; ///< in the keyring
inline const Setting<bool> documentsPaused{"documents/paused", false};
inline const Setting<bool> documentsAsked{"documents/asked", false}; ///< by new chats
inline const Setting<QStringList> askedRoots{
    "documents/askedRoots", {}}; ///< of the library, by new chats; empty: all
inline const Setting<QStringList> languagesToldMissing{
    "pictures/languagesToldMissing", {}}; ///< data of Tesseract, by its names; "": there were none
inline const Setting<QString> mcpServers{"tools/servers", {}}; ///< JSON, see McpSettings
inline const Setting<QStringList> toolPermissions{
    "tools/permissions", {}}; ///< id of a tool, its permission (see ToolBox), and so on
inline const Setting<QString> savedPrompts{"writing/prompts", {}}; ///< JSON, see SavedPrompt
inline const Setting<QStringList> recentFiles{
    "writing/recentFiles", {}}; ///< paths that were attached, the latest first
inline const Setting<QString> presetOfNewChats{"answers/preset", {}}; ///< its name; empty: none

} // namespace services::settings
