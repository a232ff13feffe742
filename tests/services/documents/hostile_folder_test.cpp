#include "tests/support/documents.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTest>

// A folder of 500 broken, hostile and empty files, as somebody might index it.
class HostileFolderTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_documents.path("traced/data")));
        const QString script = QString::fromStdString(
            (tests::dataFolder() / "../support/documents/make_hostile_files.py").string());
        const QStringList arguments{
            "-B", script, m_documents.path(), folder(), QString::number(fileCount)};
        QCOMPARE(QProcess::execute("/usr/bin/python3", arguments), 0);
        QCOMPARE(QDir(folder()).entryList(QDir::Files).size(), fileCount);

        QFile secret(m_documents.path("secret.txt"));
        QVERIFY(secret.open(QIODevice::WriteOnly));
        secret.write("Nobody is to read this.");
        secret.close();
        QVERIFY(secret.link(folder() + "/a link.txt"));
        QVERIFY(QFile::link(m_documents.path("hostile"), folder() + "/a link"));
        QVERIFY(QFile::link(folder(), folder() + "/a circle"));
    }

    void eachIsToldOf()
    {
        const tests::ProgramResult result = tests::runCli(
            {"index", folder(), "--store", m_documents.path("store"), "--json"}, indexingTime);

        QCOMPARE(result.exitCode, 0);
        QSet<QString> told;
        QMap<QString, int> errors;
        int wasRead = 0;
        for (const QJsonObject& file : result.jsonLines()) {
            const QString name = QFileInfo(file["file"].toString()).fileName();
            QVERIFY2(!told.contains(name), qPrintable(name));
            told << name;
            const QString error = file["error"].toString();
            wasRead += error.isEmpty();
            ++errors[error.section("”", -1)];
            QVERIFY2(error.isEmpty() || (error.startsWith("“") && !error.contains('\n')),
                qPrintable(error));
            QVERIFY2(!error.contains("the reader crashed") && !error.contains("too long"),
                qPrintable(error));
        }
        QCOMPARE(told, filesOf(folder()));
        QVERIFY2(wasRead > 100 && wasRead < 300, qPrintable(QString::number(wasRead)));
        QVERIFY2(errors.size() >= 7, qPrintable(QStringList(errors.keys()).join('\n')));
    }

    void nothingOutsideIsReadAndNothingIsAsked()
    {
        if (QStandardPaths::findExecutable("strace").isEmpty())
            QSKIP("strace is not installed.");
        const QString calls = m_documents.path("calls"), few = someFiles();
        QDir().mkpath(calls);
        QDir().mkpath(m_documents.path("traced")); // SQLite opens the folder of the store, too
        const QStringList arguments{"-ff", "-qq", "-s", "4096", "-o", calls + "/of", "-e",
            "trace=open,openat,openat2,creat,socket,connect,bind,sendto,execve",
            QDir(qEnvironmentVariable("VIGNETTE_BIN")).canonicalPath() + "/vignette-cli", "index",
            few, "--store", m_documents.path("traced/store"), "--json"};
        QProcess strace;
        strace.start("strace", arguments);
        QVERIFY(strace.waitForFinished(indexingTime));
        if (strace.readAllStandardError().contains("ptrace"))
            QSKIP("This system lets nobody be traced.");
        QCOMPARE(strace.exitCode(), 0);
        QVERIFY(strace.readAllStandardOutput().contains("fine.txt"));

        int documents = 0;
        for (const QString& line : linesOf(calls)) {
            QVERIFY2(!line.contains(QRegularExpression("\\b(socket|connect|bind|sendto)\\(")),
                qPrintable(line));
            if (line.contains(" = -1 ") || !line.contains('"'))
                continue;
            const QString path = line.section('"', 1, 1);
            documents += path.startsWith(few + '/');
            QVERIFY2(mayBeOpened(path, few), qPrintable(line));
        }
        QVERIFY2(documents >= filesOf(few).size(), qPrintable(QString::number(documents)));
    }

private:
    static constexpr int fileCount = 500;
    static constexpr int indexingTime = 900'000; // milliseconds

    QString folder() { return m_documents.path("folder"); }

    static QSet<QString> filesOf(const QString& folder)
    {
        const QStringList names = QDir(folder).entryList(QDir::Files | QDir::NoSymLinks);
        return QSet<QString>(names.begin(), names.end());
    }

    // The lines of all files in a folder, one after the other.
    static QStringList linesOf(const QString& folder)
    {
        QStringList lines;
        for (const QFileInfo& info : QDir(folder).entryInfoList(QDir::Files))
            if (QFile file(info.filePath()); file.open(QIODevice::ReadOnly))
                lines += QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        return lines;
    }

    // A folder with every twelfth of them, one that is fine, a scan and the links.
    QString someFiles()
    {
        const QString few = m_documents.path("few");
        QDir().mkpath(few);
        const QStringList names
            = QDir(folder()).entryList(QDir::Files | QDir::NoSymLinks, QDir::Name);
        for (int i = 0; i < names.size(); i += 12)
            QFile::copy(folder() + '/' + names[i], few + '/' + names[i]);
        QFile::copy(folder() + "/dashes.png", few + "/dashes.png");
        QFile::copy(m_documents.path("two_columns.pdf"), few + "/fine.pdf");
        QFile::copy(m_documents.path("plan.md"), few + "/fine.txt");
        QFile::link(m_documents.path("secret.txt"), few + "/a link.txt");
        QFile::link(m_documents.path("hostile"), few + "/a link");
        return few;
    }

    // The given files, the store, and what the system, its libraries and Tesseract's data are.
    bool mayBeOpened(const QString& path, const QString& given)
    {
        for (const QString& folder :
            {given, m_documents.path("traced"), QString("/usr"), QString("/lib"), QString("/etc"),
                QString("/proc"), QString("/sys"), QString("/dev/null"), QString("/dev/urandom"),
                QString("/var/lib/dbus/machine-id"), // what the list of own documents is known by
                QString("/var/cache/fontconfig"), // the list of fonts
                QDir(qEnvironmentVariable("VIGNETTE_BIN")).canonicalPath()})
            if (path == folder || path.startsWith(folder + '/'))
                return path != "/etc/passwd" && path != "/etc/shadow";
        return false;
    }

    tests::MadeUpDocuments m_documents;
};

TESTS(HostileFolderTest, QCoreApplication);
#include "hostile_folder_test.moc"
