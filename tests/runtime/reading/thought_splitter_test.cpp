#include "runtime/reading/thought_splitter.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::AnswerForm;
using runtime::AnswerPart;
using runtime::ThoughtSplitter;

// However an answer is cut into pieces, its thoughts and words are the same.
class ThoughtSplitterTest : public QObject {
    Q_OBJECT

    struct Told {
        std::string thought, words;
    };

    static Told told(const AnswerForm& form, const std::string& answer, size_t step)
    {
        ThoughtSplitter splitter(form);
        Told told;
        const auto take = [&told](const std::vector<AnswerPart>& parts) {
            for (const AnswerPart& part : parts)
                (part.kind == AnswerPart::Kind::Thought ? told.thought : told.words) += part.text;
        };
        for (size_t at = 0; at < answer.size(); at += step)
            take(splitter.push(std::string_view(answer).substr(at, step)));
        take(splitter.finish());
        return told;
    }

private slots:
    void thoughtsAreToldFromWords_data()
    {
        QTest::addColumn<bool>("channels");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("thought");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, bool channels, const char* answer,
                             const char* thought, const char* words) {
            QTest::newRow(name) << channels << QByteArray(answer) << QByteArray(thought)
                                << QByteArray(words);
        };
        row("words only", false, "A heron < a stork.\n", "", "A heron < a stork.\n");
        row("a thought first", false, "<think>\nHm.\n</think>\n\nYes.", "Hm.\n", "Yes.");
        row("an empty thought", false, "<think>\n\n</think>\n\nYes.", "", "Yes.");
        row("a thought that breaks off", false, "<think>Hm. </thi", "Hm. </thi", "");
        row("a mark among the words", false, "Write <think> there.", "", "Write <think> there.");
        row("the beginning of a mark", false, "<thin", "", "<thin");
        row("channels", true,
            "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>"
            "Yes.",
            "Hm.", "Yes.");
        row("channels that nobody keeps to", true, "Yes.", "", "Yes.");
        row("nothing", false, "", "", "");
        row("brackets", false, "[THINK]a[/THINK]b", "a", "b");
    }
    void thoughtsAreToldFromWords()
    {
        QFETCH(bool, channels);
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, thought);
        QFETCH(QByteArray, words);

        for (const size_t step : {size_t(1), size_t(2), size_t(5), size_t(1000)}) {
            const Told parts = told({channels}, answer.toStdString(), step);

            QCOMPARE(QByteArray::fromStdString(parts.thought), thought);
            QCOMPARE(QByteArray::fromStdString(parts.words), words);
        }
    }

    void whatAPromptOpensIsFound()
    {
        QVERIFY(runtime::thoughtOpenedAtEnd("assistant: <think>\n") == "<think>\n");
        QVERIFY(runtime::thoughtOpenedAtEnd("assistant: [THINK]") == "[THINK]");
        QVERIFY(runtime::thoughtOpenedAtEnd("<think>\n\n</think>\n\n") == "");
        QVERIFY(runtime::thoughtOpenedAtEnd("<think>a") == "");
        QVERIFY(runtime::thoughtOpenedAtEnd("") == "");
        QVERIFY(runtime::thoughtOpenedAtBegin("\n<think>\n a") == "\n<think>\n ");
        QVERIFY(runtime::thoughtOpenedAtBegin("a <think>") == "");
        QVERIFY(runtime::thoughtClose("<think>\n") == "</think>");
        QVERIFY(runtime::thoughtClose("") == "");
    }

    void wordsAreToldAtOnce()
    {
        ThoughtSplitter splitter(AnswerForm{});

        QCOMPARE(splitter.push("A ").size(), size_t(1));
        QCOMPARE(splitter.push("heron").front().text, std::string("heron"));
    }
};

TESTS(ThoughtSplitterTest);
#include "thought_splitter_test.moc"
