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
        QTest::addColumn<bool>("begins");
        QTest::addColumn<bool>("channels");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("thought");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, bool begins, bool channels, const char* answer,
                             const char* thought, const char* words) {
            QTest::newRow(name) << begins << channels << QByteArray(answer) << QByteArray(thought)
                                << QByteArray(words);
        };
        row("words only", false, false, "A heron < a stork.\n", "", "A heron < a stork.\n");
        row("a thought first", false, false, "<think>\nHm.\n</think>\n\nYes.", "\nHm.\n", "Yes.");
        row("a thought that breaks off", false, false, "<think>Hm. </thi", "Hm. </thi", "");
        row("the prompt opened it", true, false, "Hm.</think>Yes.", "Hm.", "Yes.");
        row("a mark among the words", false, false, "Write <think> there.", "",
            "Write <think> there.");
        row("the beginning of a mark", false, false, "<thin", "", "<thin");
        row("channels", false, true,
            "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>"
            "Yes.",
            "Hm.", "Yes.");
        row("channels that nobody keeps to", false, true, "Yes.", "", "Yes.");
        row("nothing", false, false, "", "", "");
        row("brackets", false, false, "[THINK]a[/THINK]b", "a", "b");
    }
    void thoughtsAreToldFromWords()
    {
        QFETCH(bool, begins);
        QFETCH(bool, channels);
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, thought);
        QFETCH(QByteArray, words);

        for (const size_t step : {size_t(1), size_t(2), size_t(5), size_t(1000)}) {
            const Told parts = told({begins, channels}, answer.toStdString(), step);

            QCOMPARE(QByteArray::fromStdString(parts.thought), thought);
            QCOMPARE(QByteArray::fromStdString(parts.words), words);
        }
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
