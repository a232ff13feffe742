#include "runtime/memory/remembered_files.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/remembered_upkeep.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <memory>

namespace fs = std::filesystem;
using runtime::RememberedFiles;
using services::Conversation;
using services::ConversationList;
using services::RememberedUpkeep;

namespace {

constexpr engine::Fingerprint model{.low = 1, .high = 2};

} // namespace

// What models keep of conversations is there as long as they are, and as much as the user lets it.
class RememberedUpkeepTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_files = std::make_shared<RememberedFiles>(
            fs::path(m_folder->path().toStdU16String()) / "contexts");
    }

    void whatIsKeptGoesWithItsConversation()
    {
        services::ConversationStore store(m_folder->filePath("a.sqlite"));
        ConversationList list(&store);
        Conversation* gone = newConversation(list);
        Conversation* here = newConversation(list);
        const RememberedUpkeep upkeep(m_files, list, *m_settings);
        QTRY_VERIFY(put(gone->id()));
        QVERIFY(put(here->id()));

        list.remove(gone);

        QTRY_VERIFY(!has(gone->id()));
        QVERIFY(has(here->id()));
        QVERIFY(!put(gone->id()));
        list.putBack(gone);
        QTRY_VERIFY(put(gone->id()));
    }

    void whatIsKeptGoesWithAMessageThatIsRemoved()
    {
        services::ConversationStore store(m_folder->filePath("a.sqlite"));
        ConversationList list(&store);
        Conversation* talk = newConversation(list);
        const RememberedUpkeep upkeep(m_files, list, *m_settings);
        QTRY_VERIFY(put(talk->id()));
        const runtime::RememberedUse before{{talk->id().toStdString()}, 0};

        talk->removeMessage(0);

        QVERIFY(!m_files->makeRoom(
            before, m_files->filePath(talk->id().toStdString(), model), 10)); // at once
        QTRY_VERIFY(!has(talk->id()));
        QVERIFY(put(talk->id()));
    }

    void nothingIsLeftWhereNoConversationIs()
    {
        m_files->setLimit(1000);
        QVERIFY(put("unknown"));
        services::ConversationStore store(m_folder->filePath("a.sqlite"));
        ConversationList list(&store);
        const RememberedUpkeep upkeep(m_files, list, *m_settings);
        QTRY_VERIFY(!has("unknown"));
    }

    void whereConversationsCannotBeReadNothingIsKeptAndNothingTouched()
    {
        m_files->setLimit(1000);
        QVERIFY(put("another program's"));
        m_files = std::make_shared<RememberedFiles>(
            fs::path(m_folder->path().toStdU16String()) / "contexts");
        QVERIFY(QDir(m_folder->path()).mkdir("a.sqlite")); // a folder
        services::ConversationStore store(m_folder->filePath("a.sqlite"));
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        {
            const RememberedUpkeep upkeep(m_files, list, *m_settings);
            QTRY_COMPARE(restored.count(), 1);
            m_settings->set(services::settings::keptContextGigabytes, 5);
        } // has done all it had to do

        QVERIFY(has("another program's"));
        QVERIFY(!put("a"));
    }

    void onlyWhatBelongsToKeptConversationsIsThereAfterAStart()
    {
        QString here;
        {
            services::ConversationStore store(m_folder->filePath("a.sqlite"));
            ConversationList list(&store);
            here = newConversation(list)->id();
        }
        m_files->setLimit(1000);
        QVERIFY(put(here) && put("unknown"));

        services::ConversationStore store(m_folder->filePath("a.sqlite"));
        ConversationList list(&store);
        const RememberedUpkeep upkeep(m_files, list, *m_settings);

        QTRY_VERIFY(!has("unknown"));
        QVERIFY(has(here));
    }

    void theSettingBoundsThem()
    {
        services::ConversationStore store(m_folder->filePath("a.sqlite"));
        ConversationList list(&store);
        const RememberedUpkeep upkeep(m_files, list, *m_settings);
        QTRY_VERIFY(put("a"));

        m_settings->set(services::settings::keptContextGigabytes, 0);

        QTRY_VERIFY(!has("a"));
        QVERIFY(!put("a"));
    }

private:
    static Conversation* newConversation(ConversationList& list)
    {
        Conversation* conversation = list.newConversation();
        conversation->appendUserMessage({"Hello"});
        return conversation;
    }

    bool put(const QString& conversation)
    {
        const std::string id = conversation.toStdString();
        const fs::path file = m_files->filePath(id, model);
        if (!m_files->makeRoom({{.conversation = id}, m_files->removals(id)}, file, 10))
            return false;
        std::ofstream(file) << "0123456789";
        return has(conversation);
    }
    bool has(const QString& conversation) const
    {
        return fs::exists(m_files->filePath(conversation.toStdString(), model));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::shared_ptr<RememberedFiles> m_files;
};

TESTS(RememberedUpkeepTest, QCoreApplication);
#include "remembered_upkeep_test.moc"
