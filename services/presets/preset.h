#pragma once

#include "services/conversations/chat_settings.h"

#include <QString>

#include <optional>

namespace services {

class InstalledModels;

inline constexpr QLatin1String presetEnding(".preset.json"); ///< of the names of their files
inline constexpr qint64 largestPreset = 4 << 20; ///< bytes of a file

/// Settings of a conversation under a name, to be chosen for other conversations. A value. Its file
/// is the JSON of the settings with one more field, "name".
struct Preset {
    QString name; ///< as presetName() leaves it, not empty
    ChatSettings settings = {};

    bool operator==(const Preset&) const = default;
};

/// A text as the name of a preset: on one line, at most 80 characters, and without characters that
/// cannot be seen. May be empty.
QString presetName(const QString& text);

/// Reads at most `largestPreset` bytes. Throws Error{BadFile} with a sentence that names the file
/// if it cannot be read, is too large, is no preset, or has a field or a value that is not known
/// here. Any thread may call it.
Preset readPreset(const QString& path);

/// Writes the file completely or, if it throws Error{BadFile}, not at all. Any thread may call it.
void writePreset(const Preset& preset, const QString& path);

/// Whether its model is on a server.
bool namesServer(const Preset& preset);

/// The preset as others get it: it names its model without the folder, which would tell where the
/// user keeps it, and not at all if the model is on a server.
Preset portable(Preset preset);

/// The model that a preset names, if it is installed and can be used; else, for a file, the file of
/// this name that is; else nothing. A preset may come from somebody else, so no other model is asked
/// because of it, on a server least of all.
std::optional<ModelId> modelOf(const Preset& preset, const InstalledModels& installed);

/// What a conversation's settings become when the preset is chosen for it. It keeps its model
/// where modelOf() is nothing.
ChatSettings chosenFor(
    const ChatSettings& conversation, const Preset& preset, const InstalledModels& installed);

} // namespace services
