#include "base/error.h"
#include "services/documents/read_document.h"
#include "tests/support/documents.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTest>

namespace {

services::ReaderProcess reader()
{
    services::ReaderProcess process;
    process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
    return process;
}

QString sentenceOf(const QString& path)
{
    try {
        services::readDocument(path, {}, reader());
        return {};
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }
}

} // namespace

// Broken, hostile and empty files: one message each, that says what is wrong.
class HostileDocumentsTest : public QObject {
    Q_OBJECT

private slots:
    void eachIsRefusedInOneSentence_data()
    {
        QTest::addColumn<QString>("words");
        const std::pair<const char*, QStringList> expected[] = {
            {"is empty", {"empty.pdf", "empty.txt"}},
            {"contains no text", {"spaces.txt", "pages.pdf", "no_body.docx", "outside.epub"}},
            {"is damaged",
                {"head_only.pdf", "cut.pdf", "cut.docx", "cut.epub", "noise.docx", "not_xml.docx",
                    "cycle.pdf", "picture.pdf", "text.pdf"}},
            {"isn't a supported document", {"noise.txt", "plain.zip", "old.doc"}},
            {"password-protected", {"locked.docx", "locked.pdf", "locked.odt", "locked.epub"}},
            {"too large when unpacked", {"bomb.docx"}},
            {"nested too deeply",
                {"deep.docx", "deep.odt", "deep.html", "deep.json", "deep.md", "deep.rtf",
                    "deep.xhtml", "deep.fodt", "deep.mbox", "deep_parts.eml", "deep_messages.eml"}},
        };
        for (const auto& [words, files] : expected)
            for (const QString& file : files)
                QTest::newRow(qPrintable(file)) << words;
    }
    void eachIsRefusedInOneSentence()
    {
        QFETCH(QString, words);
        const QString name = QTest::currentDataTag();

        const QString sentence = sentenceOf(m_documents.path("hostile/" + name));

        QVERIFY2(sentence.contains(words), qPrintable(name + ": " + sentence));
        QVERIFY(sentence.startsWith("“" + name + "”"));
        QCOMPARE(sentence.count(u'\n'), 0);
    }

    void aFileCutAnywhereIsReadOrRefused_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"two_columns.pdf", "letter.docx", "talk.pptx", "prices.xlsx",
                 "hours.odt", "book.epub", "museum.html", "meeting.eml"})
            QTest::newRow(name) << name;
    }
    void aFileCutAnywhereIsReadOrRefused()
    {
        QFETCH(QString, name);
        QFile whole(m_documents.path(name));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray bytes = whole.readAll();
        constexpr int cuts = 6;

        for (int cut = 1; cut < cuts; ++cut) {
            const QString path = m_documents.path("cut." + name);
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes.first(bytes.size() * cut / cuts));
            file.close();

            QVERIFY2(!sentenceOf(path).contains("the reader crashed"), qPrintable(path));
        }
    }

    void aListOfManyObjectsIsReadInAsManySteps()
    {
        QFile file(m_documents.path("many.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[" + QByteArray("{},").repeated(1'000'000) + R"({"word": "heron"}])");
        file.close();

        const services::Document document = services::readDocument(file.fileName(), {}, reader());

        QVERIFY(document.text.find("word: heron") != std::string::npos);
    }

    void aMillionObjectsAreNoTrouble()
    {
        const services::Document document
            = services::readDocument(m_documents.path("hostile/million.pdf"), {}, reader());

        QCOMPARE(document.text, std::string("one in a million\n"));
    }

    void entitiesAreNotExpanded()
    {
        for (const char* name : {"hostile/laughs.docx", "hostile/laughs.xhtml"}) {
            const services::Document document
                = services::readDocument(m_documents.path(name), {}, reader());

            QCOMPARE(document.text, std::string("seen &l19; &f;\n"));
        }
    }

    // Cells that span a billion others, quotations that are never closed, files within files.
    void whatPretendsToBeHugeIsReadInTime_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("spans.html") << "x";
        QTest::newRow("spans.xlsx") << "x";
        QTest::newRow("quotes.csv") << "a | \"b";
        QTest::newRow("attached.eml") << "Attachment: m.eml";
    }
    void whatPretendsToBeHugeIsReadInTime()
    {
        QFETCH(QString, words);
        services::ReaderProcess process = reader();
        process.time = std::chrono::seconds(20);

        const services::Document document = services::readDocument(
            m_documents.path(QString("hostile/") + QTest::currentDataTag()), {}, process);

        QVERIFY(QString::fromStdString(document.text).contains(words));
    }

    void aSheetOfAMillionColumnsIsCutOff()
    {
        const services::Document document
            = services::readDocument(m_documents.path("hostile/cells.ods"), {}, reader());

        QVERIFY(!document.isWhole);
        QVERIFY(document.text.size() <= size_t(65) << 20);
    }

    void whatIsNoFileIsSaid()
    {
        QVERIFY(sentenceOf(m_documents.path()).contains("is a folder"));
        QVERIFY(sentenceOf("/dev/null").contains("isn't a regular file"));
        QVERIFY(sentenceOf(m_documents.path("nobody.pdf")).contains("can't be read"));
    }

private:
    tests::MadeUpDocuments m_documents;
};

TESTS(HostileDocumentsTest, QCoreApplication);
#include "hostile_documents_test.moc"
