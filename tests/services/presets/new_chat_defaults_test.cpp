#include "services/conversations/conversation.h"
#include "services/models/installed_models.h"
#include "services/presets/presets.h"
#include "services/settings/settings.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

using services::ChatSettings;
using services::Conversation;
using services::NewChatDefaults;

/// What new chats begin with: the documents that were asked last and the preset of new chats.
class NewChatDefaultsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_home->filePath("settings.ini"));
        m_presets = std::make_unique<services::Presets>(m_home->filePath("presets"));
        m_installed = std::make_unique<services::InstalledModels>(*m_settings);
    }

    void cleanup()
    {
        m_installed.reset();
        m_presets.reset();
        m_settings.reset();
    }

    void newChatsAskTheDocumentsThatWereAskedLast()
    {
        Conversation before, after;

        defaults().setDocuments(QStringList{"/books"});
        defaults().apply(before);
        defaults().setDocuments(std::nullopt);
        defaults().apply(after);

        QCOMPARE(before.settings().documents, QStringList{"/books"});
        QVERIFY(!after.settings().documents);
    }

    void aChatWithMessagesKeepsItsSettings()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        usePreset({.systemPrompt = "Translate."});
        defaults().setDocuments(QStringList{});

        defaults().apply(conversation);

        QCOMPARE(conversation.settings(), ChatSettings());
    }

    void thePresetIsAppliedWithTheDocuments()
    {
        Conversation conversation;
        usePreset({.systemPrompt = "Translate."});
        defaults().setDocuments(QStringList{"/books"});

        defaults().apply(conversation);

        QCOMPARE(conversation.settings().systemPrompt, QString("Translate."));
        QCOMPARE(conversation.settings().documents, QStringList{"/books"});
    }

    void whatWasSetBeforeIsNotReplacedByThePreset()
    {
        Conversation conversation;
        conversation.setSettings({.systemPrompt = "Be brief."});
        usePreset({.systemPrompt = "Translate."});

        defaults().apply(conversation);

        QCOMPARE(conversation.settings().systemPrompt, QString("Be brief."));
    }

private:
    NewChatDefaults defaults() { return {*m_settings, *m_presets, *m_installed}; }

    void usePreset(const ChatSettings& settings)
    {
        m_presets->save({"Mine", settings});
        m_settings->set(services::settings::presetOfNewChats, QString("Mine"));
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<services::Presets> m_presets;
    std::unique_ptr<services::InstalledModels> m_installed;
};

TESTS(NewChatDefaultsTest, QCoreApplication);
#include "new_chat_defaults_test.moc"
