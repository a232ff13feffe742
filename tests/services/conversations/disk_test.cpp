#include "services/captions/caption_library.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/generation/model_pool.h"
#include "tests/support/largest_file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <cstring>
#include <memory>
#include <sys/mount.h>
#include <unistd.h>

using services::Conversation;
using services::ConversationDatabase;
using services::ConversationList;
using services::ConversationRecord;
using services::ConversationStore;
using services::Message;

namespace {

constexpr int patience = 20'000; // milliseconds

/// Takes the superuser's rights to write from all threads while it exists.
class AsNobody {
public:
    AsNobody()
    {
        if (m_isRoot && setresuid(nobody, nobody, 0) != 0)
            qFatal("cannot become nobody");
    }
    ~AsNobody()
    {
        if (m_isRoot && setresuid(0, 0, 0) != 0)
            qFatal("cannot become root again");
    }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    static constexpr uid_t nobody = 65534;
    const bool m_isRoot = geteuid() == 0;
};

/// A disk of a few megabytes, as long as it lives.
class SmallDisk {
public:
    explicit SmallDisk(const QString& folder)
        : m_folder(QFile::encodeName(folder))
        , m_error(::mount("tmpfs", m_folder, "tmpfs", 0, "size=4m") == 0 ? 0 : errno)
    {
    }
    ~SmallDisk()
    {
        if (isThere())
            ::umount2(m_folder, MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool isThere() const { return m_error == 0; }
    QString reason() const { return QString::fromLocal8Bit(std::strerror(m_error)); }

private:
    const QByteArray m_folder;
    const int m_error;
};

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What the user reads where the disk does not take what is written, and that nothing is lost that
/// was there.
class DiskTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(m_home->isValid());
    }

    void aHomeThatCannotBeWrittenToIsToldOf()
    {
        keepOneConversation();
        const QByteArray before = contents(file());
        forbidWriting(true);
        {
            const AsNobody nobody;
            ConversationStore store(file());
            QSignalSpy failed(&store, &ConversationStore::failed);
            ConversationList list(&store);
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);
            list.newConversation()->appendUserMessage({"It can still be talked"});

            QTRY_COMPARE(failed.count(), 1);
            QCOMPARE(failed[0][0].toString(),
                QString("“%1” can't be opened for writing. Its contents are unchanged but not "
                        "shown, and new data won't be saved.")
                    .arg(file()));
            QCOMPARE(restored[0][0].toBool(), false);
            QCOMPARE(list.rowCount(), 1);
        }
        forbidWriting(false);
        QCOMPARE(contents(file()), before);
        QCOMPARE(wordsKept(), QStringList{"kept before"});
    }

    void anEmptyHomeThatCannotBeWrittenToIsToldOf()
    {
        forbidWriting(true);
        {
            const AsNobody nobody;
            ConversationStore store(file());
            QSignalSpy failed(&store, &ConversationStore::failed);
            services::ModelPool models{services::LoadOptions{}};
            services::CaptionLibrary captions(models, m_home->filePath("captions.sqlite"));
            QSignalSpy captionsFailed(&captions, &services::CaptionLibrary::failed);

            QTRY_COMPARE(failed.count(), 1);
            QTRY_COMPARE(captionsFailed.count(), 1);
            QVERIFY(failed[0][0].toString().contains("can't be opened for writing"));
            QVERIFY(captionsFailed[0][0].toString().contains("captions.sqlite"));
        }
        forbidWriting(false);
    }

    void aFullDiskKeepsWhatItHolds()
    {
        const SmallDisk disk(m_home->path());
        if (!disk.isThere())
            QSKIP(qPrintable("A small disk cannot be mounted here: " + disk.reason() + '.'));
        keepOneConversation();
        {
            ConversationStore store(file());
            QSignalSpy failed(&store, &ConversationStore::failed);
            ConversationList list(&store);
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);
            fillUp();
            list.newConversation()->appendUserMessage({QString(100'000, u'x')});
            QTRY_VERIFY_WITH_TIMEOUT(failed.count() > 0, patience);
            QCOMPARE(failed[0][0].toString(),
                QString("The disk with “%1” is full. Existing data is safe, but new data won't be "
                        "saved until you free disk space.")
                    .arg(file()));

            QSignalSpy saved(&store, &ConversationStore::saved);
            QVERIFY(QFile::remove(m_home->filePath("filler")));
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, patience); // by itself
        }
        QCOMPARE(wordsKept(), (QStringList{QString(100'000, u'x'), "kept before"}));
    }

    // Erasing writes, too: what a full disk keeps from being erased goes at the end.
    void whatAFullDiskDoesNotEraseIsErasedWhenThereIsRoom()
    {
        keepOneConversation();
        {
            ConversationDatabase database(file());
            database.saveMessages({.id = "gone", .title = "gone", .created = 1, .changed = 1},
                {messageOf(QString(200'000, u'y'))});
            {
                const tests::LargestFile full(4096);
                QVERIFY_EXCEPTION_THROWN(database.erase("gone"), std::exception);
            }
            QCOMPARE(database.conversations().size(), 2);
        }
        QVERIFY(!contents(file()).contains("yyyyyyyy"));
        QCOMPARE(wordsKept(), QStringList{"kept before"});
    }

    void aConversationThatCannotBeErasedHoldsUpNoOther()
    {
        keepOneConversation();
        ConversationDatabase database(file());
        database.saveMessages({.id = "large", .title = "large", .created = 2, .changed = 2},
            {messageOf(QString(1'000'000, u'y'))});
        database.saveMessages(
            {.id = "small", .title = "small", .created = 3, .changed = 3}, {messageOf("zebra")});
        {
            const tests::LargestFile nearlyFull(
                rlim_t(QFileInfo(file() + "-wal").size()) + 300'000);
            QVERIFY_EXCEPTION_THROWN(database.erase("large"), std::exception);
            QVERIFY_EXCEPTION_THROWN(database.erase("small"), std::exception); // for the other
        }
        QStringList titles;
        for (const ConversationRecord& record : database.conversations())
            titles << record.title;
        QCOMPARE(titles, (QStringList{"large", "a"}));
    }

private:
    static Message messageOf(const QString& text)
    {
        Message message;
        message.id = 0;
        message.text = text;
        return message;
    }

    void keepOneConversation()
    {
        ConversationDatabase database(file());
        database.saveMessages({.id = "a", .title = "a", .created = 1, .changed = 1, .leaf = 0},
            {messageOf("kept before")});
    }

    QStringList wordsKept()
    {
        ConversationDatabase database(file());
        QStringList words;
        for (const ConversationRecord& record : database.conversations())
            for (const Message& message : database.contents(record.id).messages)
                words << message.text;
        return words;
    }

    void forbidWriting(bool isForbidden)
    {
        using enum QFile::Permission;
        const auto all = ReadOwner | ReadGroup | ReadOther;
        const auto write = isForbidden ? QFile::Permissions() : QFile::Permissions(WriteOwner);
        QFile::setPermissions(file(), all | write);
        QFile::setPermissions(m_home->path(), all | ExeOwner | ExeGroup | ExeOther | write);
    }

    void fillUp()
    {
        QFile filler(m_home->filePath("filler"));
        QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        const QByteArray part(4096, 'f');
        while (filler.write(part) == part.size()) { }
    }

    QString file() const { return m_home->filePath("conversations.sqlite"); }

    std::unique_ptr<QTemporaryDir> m_home;
};

TESTS(DiskTest, QCoreApplication);
#include "disk_test.moc"
