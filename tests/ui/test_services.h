#pragma once

#include "services/captions/caption_library.h"
#include "services/conversations/conversation_store.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "ui/services.h"
#include "ui/theme/theme.h"

#include <QTemporaryDir>

#include <memory>

// Everything a window needs, real, in a folder of its own.
namespace tests {

enum class Keep { Nothing, Conversations };

class TestServices {
public:
    explicit TestServices(Keep keep = Keep::Nothing)
        : m_settings(m_folder.filePath("settings.ini"))
        , m_models(services::LoadOptions{})
        , m_installed(m_settings)
        , m_captions(m_models, m_folder.filePath("captions.sqlite"))
    {
        if (keep == Keep::Conversations)
            openStore();
    }

    operator ui::Services() // NOLINT: that is what it is for
    {
        return {m_models, m_installed, m_settings, m_captions, m_theme, m_store.get()};
    }

    // The next window finds what the last one kept.
    void openStore()
    {
        m_store.reset();
        m_store = std::make_unique<services::ConversationStore>(
            m_folder.filePath("conversations.sqlite"));
    }

    QString file(const QString& name) const { return m_folder.filePath(name); }
    services::Settings& settings() { return m_settings; }
    services::ModelPool& models() { return m_models; }
    ui::Theme& theme() { return m_theme; }
    services::ConversationStore* store() { return m_store.get(); }

private:
    QTemporaryDir m_folder;
    services::Settings m_settings;
    ui::Theme m_theme;
    services::ModelPool m_models;
    services::InstalledModels m_installed;
    services::CaptionLibrary m_captions;
    std::unique_ptr<services::ConversationStore> m_store;
};

} // namespace tests
