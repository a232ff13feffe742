#include "base/error.h"
#include "base/limited_program.h"
#include "services/pictures/diagram.h"
#include "tests/support/model_copies.h"
#include "tests/support/offline.h"
#include "tests/support/test_program.h"

#include <QBuffer>
#include <QFile>
#include <QGuiApplication>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

/// Diagrams of text, drawn by programs that are installed.
class DiagramTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_path = qgetenv("PATH");
    }
    void init()
    {
        if (!tests::canGoOffline())
            QSKIP("this system doesn't permit user namespaces");
        qputenv("PATH", m_path);
    }

    void aGraphIsDrawn()
    {
        needGraphviz();
        const QImage image = services::drawDiagram("dot", "digraph { a -> b; b -> c }");

        QVERIFY(std::max(image.width(), image.height()) >= 1000);
        QVERIFY(image.height() > 2 * image.width()); // three nodes, one below the other
        QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white));
        QVERIFY(hasInk(image));
    }

    void aGraphThatNamesFilesIsRejected_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("image") << "digraph { a [image=\"/etc/passwd\"] }";
        QTest::newRow("quoted") << "digraph { a [\"image\" = \"/etc/passwd\"] }";
        QTest::newRow("joined") << "digraph { a [\"im\" + \"age\"=\"/etc/passwd\"] }";
        QTest::newRow("continued") << "digraph { a [\"im\\\nage\"=\"/etc/passwd\"] }";
        QTest::newRow("commented") << "digraph { a [image/**/=\"/etc/passwd\"] }";
        QTest::newRow("capital") << "digraph { a [label=<<TABLE><TR><TD><IMG "
                                    "SRC=\"/etc/passwd\"/></TD></TR></TABLE>>] }";
        QTest::newRow("shape") << "digraph { a [shapefile=\"/etc/passwd\"] }";
        QTest::newRow("folder") << "digraph { imagepath=\"/etc\"; a }";
        QTest::newRow("fonts") << "digraph { fontpath=\"/etc\"; a }";
        QTest::newRow("style sheet") << "digraph { stylesheet=\"http://a.example/b.css\"; a }";
    }
    void aGraphThatNamesFilesIsRejected()
    {
        needGraphviz();
        QFETCH(QString, text);
        QCOMPARE(failureOf("dot", text), "The diagram names files, which are not opened.");
    }

    void otherHostileTextsEnd_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("no graph") << "hello";
        QTest::newRow("empty") << "";
        QTest::newRow("unclosed") << "digraph { a [label=\"";
        QTest::newRow("huge")
            << "digraph { size=\"1000000,1000000!\"; a [width=100000, height=1] }";
        QTest::newRow("too long") << QString(services::maxDiagramBytes + 1, 'a');
    }
    void otherHostileTextsEnd()
    {
        needGraphviz();
        QFETCH(QString, text);
        QVERIFY(!failureOf("gv", text).isEmpty());
    }

    // A script stands in for Mermaid's program, which has a browser.
    void aMermaidDiagramIsDrawnByItsProgram()
    {
        const QString picture = m_folder.filePath("a.png");
        QImage red(40, 20, QImage::Format_RGB32);
        red.fill(Qt::red);
        QVERIFY(red.save(picture));
        install("mmdc",
            "test \"$1 $2\" = '--input /dev/fd/3' || exit 3\n"
            "test \"$(cat /dev/fd/3)\" = 'graph TD; A-->B' || exit 4\n"
            "test -w \"$HOME\" || exit 5\n"
            "touch \"$HOME/profile\" || exit 6\n"
            "test -z \"$VIGNETTE_BIN\" || exit 7\n"
            "exec cat '"
                + picture + "'\n");

        const QImage image = services::drawDiagram("Mermaid", "graph TD; A-->B");

        QCOMPARE(image.size(), red.size());
        QCOMPARE(image.pixelColor(5, 5), QColor(Qt::red));
    }

    void aProgramHasNoNetworkButItsOwn()
    {
        const QString picture = m_folder.filePath("b.png");
        QVERIFY(QImage(4, 4, QImage::Format_RGB32).save(picture));
        install("mmdc", "test \"$(grep -c : /proc/net/dev)\" = 1 && exec cat '" + picture + "'");

        QCOMPARE(failureOf("mermaid", "graph TD"), QString());
    }

    void otherOutputIsRejected_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("nothing") << "exit 0";
        QTest::newRow("text") << "echo hello";
        QTest::newRow("failure") << "exit 1";
        QTest::newRow("svg of a file")
            << "echo '<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9000000\" height=\"1\"/>'";
        QTest::newRow("endless") << "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done";
    }
    void otherOutputIsRejected()
    {
        QFETCH(QString, script);
        install("mmdc", script);
        QVERIFY(!failureOf("mermaid", "graph TD").isEmpty());
    }

    void itCanBeStopped()
    {
        install("mmdc", "while :; do sleep 1; done");
        std::stop_source stop;
        stop.request_stop();

        QVERIFY_EXCEPTION_THROWN(
            services::drawDiagram("mermaid", "graph TD", stop.get_token()), base::Error);
    }

    void otherLanguagesAndMissingProgramsCannotBeDrawn()
    {
        qputenv("PATH", m_folder.path().toUtf8());
        QFile::remove(m_folder.filePath("mmdc"));

        QVERIFY(!services::canDrawDiagram("mermaid"));
        QVERIFY(!services::canDrawDiagram("dot"));
        QVERIFY(!services::canDrawDiagram("python"));
        QCOMPARE(failureOf("dot", "graph {}"), "No program that draws “dot” is installed.");
    }

private:
    static void needGraphviz()
    {
        if (!base::LimitedProgram::find("dot"))
            QSKIP("Graphviz is not installed");
    }

    void install(const QString& name, const QString& script)
    {
        const QString path = m_folder.filePath(name);
        tests::writeFile(path, "#!/bin/sh\n" + script.toUtf8() + "\n");
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("PATH", m_folder.path().toUtf8());
    }

    static QString failureOf(const QString& language, const QString& text)
    {
        try {
            services::drawDiagram(language, text);
            return {};
        } catch (const base::Error& error) {
            return QString::fromUtf8(error.what());
        }
    }

    static bool hasInk(const QImage& image)
    {
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (qGray(image.pixel(x, y)) < 100)
                    return true;
        return false;
    }

    QTemporaryDir m_folder;
    QByteArray m_path;
};

TESTS(DiagramTest, QGuiApplication);
#include "diagram_test.moc"
