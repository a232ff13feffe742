#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

#include <limits>
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
inline const Setting<QStringList> endPoints{
    "remote/endPoints", {}}; ///< each a JSON object, see EndPoints; no keys
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
inline const Setting<QString> presetOfNewChats{"answers/preset", {}}; ///< its name; empty: none

} // namespace services::settings
