#pragma once

#include <QList>
#include <QString>

namespace services {

class Settings;

/// A text that the user saved to be inserted into messages.
struct SavedPrompt {
    QString name; ///< as presetName() leaves it, not empty; unique
    QString text;

    bool operator==(const SavedPrompt&) const = default;
};

inline constexpr qsizetype maxPrompts = 200;
inline constexpr qsizetype maxPromptLength = 20'000; ///< characters

/// The saved prompts by name. What cannot be read in the settings is left out.
QList<SavedPrompt> savedPrompts(const Settings& settings);

/// Saves a prompt in place of the one of its name, if there is one. Throws Error{BadFile} with a
/// message if it is too long or there are too many; then all is as before.
void savePrompt(Settings& settings, const SavedPrompt& prompt);
void removePrompt(Settings& settings, const QString& name);

/// The text with `clipboard` in place of each {{clipboard}}.
QString filledIn(const QString& text, const QString& clipboard);

} // namespace services
