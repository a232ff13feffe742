#pragma once

#include <QStringList>

#include <optional>

namespace services {

class Conversation;
class InstalledModels;
class Presets;
class Settings;

/// The settings that new chats begin with: a preset, and the documents that the last chat was about.
class NewChatDefaults {
public:
    /// All of them must outlive this object.
    NewChatDefaults(Settings& settings, const Presets& presets, const InstalledModels& installed)
        : m_settings(settings)
        , m_presets(presets)
        , m_installed(installed)
    {
    }

    /// Makes new chats ask these folders of the library (empty: all of it); null: no documents.
    void setDocuments(const std::optional<QStringList>& roots);

    /// Sets up a conversation that has no messages; others stay as they are.
    void apply(Conversation& conversation) const;

    /// Applies the preset alone, unless the conversation has settings of its own. Called again, it
    /// chooses the model that the preset names if that was installed since.
    void applyPreset(Conversation& conversation) const;

private:
    void applyDocuments(Conversation& conversation) const;

    Settings& m_settings;
    const Presets& m_presets;
    const InstalledModels& m_installed;
};

} // namespace services
