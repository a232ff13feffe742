#include "runtime/prompt/message_json.h"
#include "services/documents/answers/citations.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;

namespace {

size_t words(std::string_view text)
{
    return size_t(std::ranges::count(text, ' ') + std::ranges::count(text, '\n')) + 1;
}

std::vector<runtime::Passage> threePassages()
{
    std::string text = "One";
    for (int sentence = 0; sentence < 20; ++sentence)
        text += " sentence has five words. One";
    return {{{"a.pdf", "page 1"}, text}, {{"b.pdf", "page 2"}, text}, {{"c.txt"}, text}};
}

std::string written(const CitedQuestion& question)
{
    std::string text;
    for (const runtime::Part& part : question.parts) {
        const auto* passage = std::get_if<runtime::Passage>(&part);
        text += passage ? runtime::passageText(*passage) : std::get<std::string>(part);
    }
    return text;
}

} // namespace

// What a model is asked about passages.
class CitedQuestionTest : public QObject {
    Q_OBJECT

private slots:
    void passagesAreNumberedAndStandBeforeTheQuestion()
    {
        const auto question = citedQuestion("How many words?", threePassages(), 10'000, words);

        QCOMPARE(question.passages, size_t(3));
        QCOMPARE(question.leftOut, size_t(0));
        const std::string text = written(question);
        QVERIFY(text.starts_with("[1] a.pdf, page 1\n"));
        QVERIFY(text.find("[2] b.pdf, page 2\n") < text.find("[3] c.txt\n"));
        QVERIFY(text.ends_with("\n\nHow many words?"));
    }

    void whatDoesNotFitIsLeftOutAndTold()
    {
        const auto passages = threePassages();
        const size_t all = words(written(citedQuestion("How?", passages, 10'000, words)));

        for (size_t tokens = 0; tokens <= all + 5; ++tokens) {
            const auto question = citedQuestion("How?", passages, tokens, words);

            QCOMPARE(question.passages + question.leftOut, passages.size());
            QCOMPARE(question.parts.size(), question.passages + 1);
            QVERIFY(question.passages == 0 || words(written(question)) <= tokens + 3);
            QVERIFY(!question.isCut || question.passages == 1);
        }
        QCOMPARE(citedQuestion("How?", passages, all + 5, words).leftOut, size_t(0));
        QVERIFY(citedQuestion("How?", passages, all / 2, words).leftOut > 0);
    }

    void ofALongPassageTheBeginningIsRead()
    {
        const size_t frame = words(citedQuestionText("How?"));

        const auto question = citedQuestion("How?", threePassages(), frame + 50, words);

        QVERIFY(question.isCut);
        QCOMPARE(question.passages, size_t(1));
        const auto& passage = std::get<runtime::Passage>(question.parts.front());
        QVERIFY(passage.text.starts_with("One sentence has five words."));
        QVERIFY(passage.text.ends_with("words. ") || passage.text.ends_with("words."));
    }

    void withoutRoomThereIsTheQuestionAlone()
    {
        const auto question = citedQuestion("How?", threePassages(), 3, words);

        QCOMPARE(question.parts.size(), size_t(1));
        QCOMPARE(question.leftOut, size_t(3));
        QVERIFY(!question.isCut);
    }
};

TESTS(CitedQuestionTest);
#include "cited_question_test.moc"
