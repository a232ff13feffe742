#include "services/conversations/conversation_database.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using services::ConversationDatabase;
using services::Message;

namespace {

constexpr int patience = 60'000; // milliseconds
constexpr uid_t nobody = 65534;

Message messageOf(services::MessageId id, const QString& text)
{
    Message message;
    message.id = id;
    message.parent = id - 1;
    message.text = text;
    return message;
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The desktop program as another process, which reaches no other.
class Program {
public:
    explicit Program(const QString& home)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const QString& name : environment.keys())
            if (name.startsWith("XDG_"))
                environment.remove(name);
        environment.insert("HOME", home);
        environment.insert("XDG_RUNTIME_DIR", home + "/run");
        environment.insert("LANG", "C.UTF-8");
        m_process.setProcessEnvironment(environment);
    }

    /// The superuser may write anywhere.
    void becomeNobody()
    {
        if (geteuid() == 0)
            m_process.setChildProcessModifier([] {
                if (setgid(nobody) != 0 || setuid(nobody) != 0)
                    _exit(1);
            });
    }

    void start()
    {
        m_process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette", QStringList());
    }

    bool says(const QString& message)
    {
        return QTest::qWaitFor(
            [&] {
                m_errors += m_process.readAllStandardError();
                return m_errors.contains(message.toUtf8());
            },
            patience);
    }

    bool endsProperly()
    {
        m_process.terminate();
        return m_process.waitForFinished(patience) && m_process.exitStatus() == QProcess::NormalExit
            && m_process.exitCode() == 0;
    }

    const QByteArray& errors() const { return m_errors; }

private:
    QProcess m_process;
    QByteArray m_errors;
};

} // namespace

/// A home that does not take what the program would write: it says so, runs, and touches nothing.
class RefusedHomeTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(data() + "/contexts"));
        QVERIFY(QDir().mkpath(m_home->filePath("run")));
        QFile context(data() + "/contexts/of-another.cache");
        QVERIFY(context.open(QIODevice::WriteOnly) && context.write("context") == 7);
    }

    // This test is the other one.
    void whereAnotherProgramHasTheHome()
    {
        ConversationDatabase first(file());
        first.saveMessage(m_record, messageOf(0, "of the first"));
        Program second(m_home->path());
        second.start();

        QVERIFY2(second.says(
                     "Another Vignette window is using “" + file() + "”. Changes won't be saved."),
            second.errors());
        first.saveMessage(m_record, messageOf(1, "while both run"));
        QVERIFY(second.endsProperly());

        QCOMPARE(contents(data() + "/contexts/of-another.cache"), "context");
        const QList<Message> messages = first.contents("a").messages;
        QCOMPARE(messages.size(), 2);
        QCOMPARE(messages[1].text, "while both run");
    }

    void whereNothingCanBeWritten()
    {
        ConversationDatabase(file()).saveMessage(m_record, messageOf(0, "kept before"));
        const QByteArray before = contents(file());
        setWritable(false);
        Program program(m_home->path());
        program.becomeNobody();
        program.start();

        QVERIFY2(program.says("“" + file() + "” can't be opened for writing."), program.errors());
        QVERIFY2(program.endsProperly(), program.errors());

        setWritable(true);
        QCOMPARE(contents(file()), before);
        QCOMPARE(contents(data() + "/contexts/of-another.cache"), "context");
        QCOMPARE(ConversationDatabase(file()).contents("a").messages[0].text, "kept before");
    }

private:
    // Everybody may look, so that nobody can.
    void setWritable(bool isWritable)
    {
        using enum QFile::Permission;
        const QFile::Permissions write = isWritable ? WriteOwner : QFile::Permissions();
        const QFile::Permissions read = ReadOwner | ReadGroup | ReadOther;
        QStringList folders{m_home->path()};
        for (const char* path : {"/run", "/.local", "/.local/share", "/.local/share/vignette",
                 "/.local/share/vignette/contexts"})
            folders << m_home->path() + path;
        for (const QString& folder : folders)
            QVERIFY(QFile::setPermissions(folder, read | ExeOwner | ExeGroup | ExeOther | write));
        QVERIFY(QFile::setPermissions(file(), read | write));
    }

    QString data() const { return m_home->filePath(".local/share/vignette"); }
    QString file() const { return data() + "/conversations.sqlite"; }

    const services::ConversationRecord m_record{
        .id = "a", .title = "a", .created = 1, .changed = 1, .leaf = 0};
    std::unique_ptr<QTemporaryDir> m_home;
};

TESTS(RefusedHomeTest, QCoreApplication);
#include "refused_home_test.moc"
