#pragma once

#include "services/settings/setting.h"

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
