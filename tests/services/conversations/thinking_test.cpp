#include "services/conversations/thinking.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::splitThinking;
using services::Thinking;

class ThinkingTest : public QObject {
    Q_OBJECT

private slots:
    void theThoughtIsTakenOut_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("thought");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("isOpen");
        QTest::newRow("none") << "Just this."
                              << ""
                              << "Just this." << false;
        QTest::newRow("one") << "<think>\na\n</think>\n\nb"
                             << "a"
                             << "b" << false;
        QTest::newRow("one line") << "<think>a</think>b"
                                  << "a"
                                  << "b" << false;
        QTest::newRow("other mark") << "<thinking>a</thinking>b"
                                    << "a"
                                    << "b" << false;
        QTest::newRow("brackets") << "[THINK]a[/THINK]b"
                                  << "a"
                                  << "b" << false;
        QTest::newRow("channels") << "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|"
                                     "channel|>final<|message|>b"
                                  << "a"
                                  << "b" << false;
        QTest::newRow("open") << "<think>\na"
                              << "a"
                              << "" << true;
        QTest::newRow("empty") << "<think>\n\n</think>\n\nb"
                               << ""
                               << "b" << false;
        QTest::newRow("two") << "<think>a</think>b\n<think>c</think>d"
                             << "a\n\nc"
                             << "b\nd" << false;
        QTest::newRow("no opening") << "a\n</think>\nb"
                                    << "a"
                                    << "b" << false;
        QTest::newRow("in code") << "Use `<think>`:\n```\n<think>\n```\n"
                                 << ""
                                 << "Use `<think>`:\n```\n<think>\n```\n"
                                 << false;
        QTest::newRow("within a line") << "The <think> tag"
                                       << ""
                                       << "The <think> tag" << false;
        QTest::newRow("closing in code") << "<think>\nthe `</think>` tag\n</think>b"
                                         << "the `</think>` tag"
                                         << "b" << false;
        QTest::newRow("open fence") << "<think>\n```\na\n</think>\nb"
                                    << "```\na"
                                    << "b" << false;
        QTest::newRow("half an opening") << "<thi"
                                         << ""
                                         << "" << false;
        QTest::newRow("half a closing") << "<think>\na</thi"
                                        << "a"
                                        << "" << true;
        QTest::newRow("less than") << "a <b"
                                   << ""
                                   << "a <b" << false;
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "" << false;
    }
    void theThoughtIsTakenOut()
    {
        QFETCH(QString, text);
        const Thinking parts = splitThinking(text);
        QTEST(parts.thought, "thought");
        QTEST(parts.answer, "answer");
        QTEST(parts.isOpen, "isOpen");
    }

    // However it is cut, what a stream has shown as answer does not turn out to be a thought.
    void aStreamShowsNoMarks()
    {
        const QString text = "<think>\nfirst `x`\n</think>\n\nThen the answer <b>.";
        for (qsizetype length = 0; length <= text.size(); ++length) {
            const Thinking parts = splitThinking(text.left(length));
            QVERIFY(QString("Then the answer <b>.").startsWith(parts.answer));
            QVERIFY(QString("first `x`").startsWith(parts.thought));
        }
    }

    void longTextsOfMarksAreSplit_data()
    {
        QTest::addColumn<QString>("piece");
        for (const char* piece : {"<think>", "</think>", "`", "``a`", "<think>\n", "```\n", "<"})
            QTest::newRow(piece) << piece;
    }
    void longTextsOfMarksAreSplit()
    {
        QFETCH(QString, piece);
        const QString text = piece.repeated(500'000 / piece.size());
        const Thinking parts = splitThinking(text);
        QVERIFY(parts.thought.size() + parts.answer.size() <= 2 * text.size());
    }
};

TESTS(ThinkingTest);
#include "thinking_test.moc"
