#include "base/error.h"
#include "services/documents/answers/whole_document.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;
using tests::ScriptedEngine;

namespace {

constexpr int64_t context = 400; // words

// Pages of sixty words; page 3 begins "Page 3 has".
WholeDocument manual(const std::string& name, int pages)
{
    WholeDocument result{name, {}};
    result.document.isPaged = true;
    for (int page = 1; page <= pages; ++page) {
        DocumentPart part;
        part.width = part.height = 100;
        part.text
            = "Page " + std::to_string(page) + " has the number " + std::to_string(page * 7) + ".";
        while (tests::wordsIn(part.text) < 60)
            part.text += " Some words follow.";
        part.blocks.push_back({BlockKind::Paragraph, 0, {0, part.text.size()}, {}});
        result.document.append(part);
    }
    return result;
}

bool isNoting(const std::string& text)
{
    return text.find("Note down briefly") != std::string::npos;
}

std::string brief(const std::string& text)
{
    return isNoting(text) ? "It has numbers."
                          : "Page 1 has the number 7 [1]. Page 2 has the number 99 [1].";
}

} // namespace

// Questions about all of a document, which are answered by reading all of it.
class WholeDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void questionsAboutAllOfADocumentAreKnown_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<bool>("isWhole");
        QTest::newRow("English") << "Summarise this" << true;
        QTest::newRow("American") << "please summarize the report" << true;
        QTest::newRow("two") << "Compare these two contracts." << true;
        QTest::newRow("German") << "Fass das zusammen" << true;
        QTest::newRow("German two") << "Vergleiche die beiden Angebote" << true;
        QTest::newRow("French") << "Résume ce document" << true;
        QTest::newRow("Spanish") << "Haz un resumen" << true;
        QTest::newRow("Chinese") << "请总结这份文件" << true;
        QTest::newRow("one thing") << "What does the lamp mean?" << false;
        QTest::newRow("facade") << "Welche Farbe hat die Fassade?" << false;
        QTest::newRow("nothing") << "" << false;
    }
    void questionsAboutAllOfADocumentAreKnown()
    {
        QFETCH(QString, question);
        QFETCH(bool, isWhole);

        QCOMPARE(isAboutWholeDocument(question.toStdString()), isWhole);
    }

    void whatFitsIsReadAtOnce()
    {
        ScriptedEngine engine(context, brief);

        const auto answer
            = answerAboutWhole(engine, "Summarise this", std::vector{manual("a.pdf", 2)});

        QCOMPARE(engine.asked().size(), size_t(1));
        const std::string asked = tests::writtenText(engine.asked().front());
        QVERIFY(asked.starts_with("[1] a.pdf, pages 1–2\n"));
        QVERIFY(asked.find("Page 1 has") < asked.find("Page 2 has"));
        QVERIFY(asked.ends_with("Summarise this"));
        QCOMPARE(answer.parts, (std::vector<WholePart>{{0, 1, 2, answer.parts.at(0).bytes}}));
    }

    void aLongDocumentIsReadInStretchesAtOnceAndInOrder()
    {
        ScriptedEngine engine(context, brief);
        engine.answerTogether(4);
        const auto document = manual("a.pdf", 12);
        std::vector<size_t> done;
        WholeReading reading;
        reading.progress = [&done](size_t ended, size_t) { done.push_back(ended); };

        const auto answer
            = answerAboutWhole(engine, "Summarise this", std::vector{document}, reading);

        QCOMPARE(engine.asked().size(), size_t(5));
        std::string all;
        for (size_t stretch = 0; stretch < 4; ++stretch) {
            QVERIFY(isNoting(tests::writtenText(engine.asked()[stretch])));
            all += std::get<runtime::Passage>(engine.asked()[stretch].messages[0].parts[0]).text;
        }
        QCOMPARE(all, document.document.text);
        const std::string last = tests::writtenText(engine.asked().back());
        QVERIFY(last.find("[1] a.pdf, pages 1–") < last.find("[4] a.pdf, pages "));
        QVERIFY(!isNoting(last));
        QCOMPARE(done, (std::vector<size_t>{0, 1, 2, 3, 4, 0, 1}));
        QCOMPARE(answer.parts.size(), size_t(4));
        QCOMPARE(answer.parts.back().lastPage, size_t(12));
    }

    void everyRequestFitsTheContext()
    {
        for (const int pages : {1, 5, 30, 120}) {
            ScriptedEngine engine(context, brief);

            answerAboutWhole(engine, "Summarise this", std::vector{manual("a.pdf", pages)});

            for (const auto& request : engine.asked())
                QVERIFY(tests::wordsIn(tests::writtenText(request)) + *request.settings.maxTokens
                    <= context);
        }
    }

    void citationsAreCheckedAgainstWhatStandsInTheDocument()
    {
        ScriptedEngine engine(context, brief);

        const auto answer
            = answerAboutWhole(engine, "Summarise this", std::vector{manual("a.pdf", 12)});

        QCOMPARE(answer.citations.size(), size_t(2));
        QVERIFY(answer.citations[0].isSupported);
        QVERIFY(!answer.citations[1].isSupported);
    }

    void twoDocumentsAreCompared()
    {
        ScriptedEngine engine(context, brief);

        const auto answer = answerAboutWhole(
            engine, "Compare these two", std::vector{manual("old.pdf", 6), manual("new.pdf", 6)});

        const std::string last = tests::writtenText(engine.asked().back());
        QVERIFY(last.find("] old.pdf, page") < last.find("] new.pdf, page"));
        QVERIFY(last.find("] new.pdf, page") != std::string::npos);
        QCOMPARE(answer.parts.front().document, size_t(0));
        QCOMPARE(answer.parts.back().document, size_t(1));
    }

    void whatFailsFailsTheAnswer()
    {
        ScriptedEngine engine(context, brief);
        engine.failAt("Page 9 has");

        QVERIFY_EXCEPTION_THROWN(
            answerAboutWhole(engine, "Summarise this", std::vector{manual("a.pdf", 12)}),
            base::Error);
    }

    void itCanBeStopped()
    {
        ScriptedEngine engine(context, brief);
        std::stop_source stop;
        WholeReading reading;
        reading.stop = stop.get_token();
        reading.progress = [&stop](size_t done, size_t) {
            if (done == 2)
                stop.request_stop();
        };

        try {
            answerAboutWhole(engine, "Summarise this", std::vector{manual("a.pdf", 60)}, reading);
            QFAIL("it was not stopped");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Cancelled);
        }
        QVERIFY(engine.asked().size() < 20);
    }

    void nothingToReadAndNoRoomAreSaid()
    {
        ScriptedEngine engine(context, brief), small(40, brief);

        QVERIFY_EXCEPTION_THROWN(
            answerAboutWhole(engine, "Summarise this", std::vector{WholeDocument{"a.txt", {}}}),
            base::Error);
        QVERIFY_EXCEPTION_THROWN(
            answerAboutWhole(small, "Summarise this", std::vector{manual("a.pdf", 2)}),
            base::Error);
    }
};

TESTS(WholeDocumentTest);
#include "whole_document_test.moc"
