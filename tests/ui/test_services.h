#pragma once

#include "services/captions/caption_library.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/documents/document_gatherer.h"
#include "services/conversations/file_gatherer.h"
#include "services/documents/library/document_library.h"
#include "services/downloads/model_downloads.h"
#include "services/generation/model_pool.h"
#include "services/hub/token_keeper.h"
#include "services/models/installed_models.h"
#include "services/network/network.h"
#include "services/planner/planner.h"
#include "services/presets/presets.h"
#include "services/remote/providers.h"
#include "services/serving/pool_models.h"
#include "services/serving/program_server.h"
#include "services/settings/settings.h"
#include "services/tools/box/tool_box.h"
#include "tests/support/made_up_keyring.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

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
        , m_installed(m_settings, m_folder.filePath("models"))
        , m_captions(m_models, m_folder.filePath("captions.sqlite"))
        , m_keep(keep)
    {
        QObject::connect(&m_downloads, &services::ModelDownloads::finished, &m_installed,
            &services::InstalledModels::refresh);
        m_attachments.setReader(reader());
        m_models.setRemoteFactory(m_providers.engines());
        startAnew();
    }

    operator ui::Services() // NOLINT: that is what it is for
    {
        return {m_models, m_installed, m_settings, m_captions, *m_conversations, *m_answers,
            m_attachments, m_presets, m_tokens, m_hosts, m_downloads, m_planner, m_documents,
            m_pictureTexts, m_providers, m_store.get(), m_folder.filePath("catalogue.json"),
            &m_tools, &m_server};
    }

    // Does what the next start of the program does: only saved conversations remain. No window may
    // be left.
    void startAnew()
    {
        m_answers.reset();
        m_conversations.reset();
        m_store.reset();
        if (m_keep == Keep::Conversations)
            m_store = std::make_unique<services::ConversationStore>(
                m_folder.filePath("conversations.sqlite"));
        m_conversations = std::make_unique<services::ConversationList>(m_store.get());
        m_answers = std::make_unique<services::AnswerWriter>(m_models, m_settings);
        m_answers->setInstalled(m_installed);
        m_answers->addGatherer(m_fileGatherer);
        m_answers->addGatherer(m_documentGatherer);
        m_answers->addGatherer(m_pictureTextGatherer);
        m_answers->setTools(m_tools);
    }

    QString file(const QString& name) const { return m_folder.filePath(name); }
    services::Settings& settings() { return m_settings; }
    services::TokenKeeper& tokens() { return m_tokens; }
    MadeUpKeyring& keyring() { return m_keyring; }
    services::Presets& presets() { return m_presets; }
    services::ModelPool& models() { return m_models; }
    services::Providers& providers() { return m_providers; }
    ui::Theme& theme() { return m_theme; }
    services::CaptionLibrary& captions() { return m_captions; }
    services::InstalledModels& installed() { return m_installed; }
    services::ContactedHosts& hosts() { return m_hosts; }
    services::ModelDownloads& downloads() { return m_downloads; }
    services::ConversationList& conversations() { return *m_conversations; }
    services::AnswerWriter& answers() { return *m_answers; }
    services::AttachmentLoader& attachments() { return m_attachments; }
    services::DocumentLibrary& documents() { return m_documents; }
    services::PictureTexts& pictureTexts() { return m_pictureTexts; }
    services::ConversationStore* store() { return m_store.get(); }
    services::ToolBox& tools() { return m_tools; }
    services::ProgramServer& server() { return m_server; }

private:
    // The reader is in the programs' folder; for a test that was started by hand, in the folder
    // next to its own.
    static QString reader()
    {
        const QString beside = QCoreApplication::applicationDirPath() + "/../bin";
        return qEnvironmentVariable("VIGNETTE_BIN", beside) + "/vignette-reader";
    }

    QTemporaryDir m_folder;
    services::Settings m_settings;
    ui::Theme m_theme;
    MadeUpKeyring m_keyring;
    services::Providers m_providers{m_settings, m_keyring.store()};
    services::ModelPool m_models;
    services::InstalledModels m_installed;
    services::CaptionLibrary m_captions;
    services::AttachmentLoader m_attachments;
    services::Presets m_presets{m_folder.filePath("presets")};
    services::FileGatherer m_fileGatherer{m_attachments};
    services::PictureTexts m_pictureTexts{[] {
        services::ReaderProcess process = services::pictureTextReader();
        process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
        return process;
    }()};
    services::PictureTextGatherer m_pictureTextGatherer{m_pictureTexts, m_settings};
    services::TokenKeeper m_tokens{m_settings, m_keyring.store()};
    services::ContactedHosts m_hosts{m_folder.filePath("hosts.json")};
    services::ModelDownloads m_downloads{
        m_folder.filePath("models"), m_folder.filePath("downloads.json")};
    services::Planner m_planner{m_folder.filePath("speed.json")};
    services::DocumentLibrary m_documents{m_settings,
        services::OwnDocumentsLocation{
            m_folder.filePath("own.sqlite"), m_folder.filePath("documents.sqlite")},
        reader()};
    services::DocumentGatherer m_documentGatherer{m_models, m_installed, m_documents, m_settings};
    services::ToolBox m_tools{m_settings, {.callSeconds = 20}, m_keyring.store()};
    services::PoolModels m_servedModels{m_models, m_installed, m_settings};
    services::ProgramServer m_server{m_servedModels, m_settings, m_keyring.store()};
    const Keep m_keep;
    std::unique_ptr<services::ConversationStore> m_store;
    std::unique_ptr<services::ConversationList> m_conversations;
    std::unique_ptr<services::AnswerWriter> m_answers;
};

} // namespace tests
