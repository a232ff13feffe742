#include "base/error.h"
#include "services/conversations/documents/document_question.h"
#include "services/conversations/documents/passage_store.h"
#include "services/conversations/documents/question_of_conversation.h"
#include "tests/services/conversations/documents/made_up_manual.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

using namespace services;
using tests::manual;
using tests::ScriptedEngine;
using Reading = Source::Reading;

namespace {

constexpr int64_t large = 4000, small = 700; // words of context
const std::string color = "The warning lamp of the boiler is violet.";

std::string noted(const std::string&)
{
    return "It says where things are.";
}

DocumentQuestion questionAbout(const QList<TextAttachment>& documents, const QString& text)
{
    DocumentQuestion question;
    question.text = text;
    question.documents = question.meant = documents;
    question.settings.maxTokens = 64;
    return question;
}

bool areAll(const QList<Source>& sources, Reading reading)
{
    return std::ranges::all_of(
        sources, [reading](const Source& source) { return source.reading == reading; });
}

} // namespace

/// What a model is given to read of documents, and what it is not asked at all.
class DocumentQuestionTest : public QObject {
    Q_OBJECT

private slots:
    void aDocumentThatFitsIsReadWholeInItsOrder()
    {
        const TextAttachment document = manual("boiler.pdf", 5, {{3, color}});

        const DocumentAnswer answer
            = ask(questionAbout({document}, "Which colour is the lamp?"), large);

        QVERIFY(answer.text.isEmpty());
        QVERIFY(answer.note.isEmpty());
        QCOMPARE(answer.sources, passageSources(document));
        QVERIFY(areAll(answer.sources, Reading::WithQuestion));
        QCOMPARE(answer.sources.last().page, 5);
        QCOMPARE(answer.sources.last().rectangles, QList<QRectF>{QRectF(10, 20, 60, 12)});
    }

    void whatWasReadBeforeAnEarlierQuestionIsNotReadAgain()
    {
        const TextAttachment document = manual("boiler.pdf", 5), other = manual("pump.pdf", 2);
        DocumentQuestion question = questionAbout({document, other}, "And the second one?");
        question.earlier = passageSources(document);
        question.history = {runtime::textMessage(runtime::Role::User, "Which colour is it?"),
            runtime::textMessage(runtime::Role::Assistant, "Violet [1].")};

        const DocumentAnswer answer = ask(question, large);

        const qsizetype first = passageSources(document).size();
        QCOMPARE(answer.sources.size(), first + passageSources(other).size());
        QVERIFY(areAll(answer.sources.first(first), Reading::Earlier));
        QVERIFY(areAll(answer.sources.mid(first), Reading::WithQuestion));
        QCOMPARE(answer.sources[first].title, "pump.pdf");
    }

    void ofALongOneTheBestPassagesAreRead()
    {
        const TextAttachment document = manual("boiler.pdf", 60, {{41, color}});

        const DocumentAnswer answer = ask(
            questionAbout({document}, "Which colour has the warning lamp of the boiler?"), large);

        QVERIFY(!answer.sources.isEmpty() && answer.sources.size() <= 8);
        QCOMPARE(answer.sources.first().page, 41);
        QCOMPARE(answer.sources.first().title, "boiler.pdf");
        QCOMPARE(answer.sources.first().address, "/nowhere/boiler.pdf");
        QVERIFY(answer.sources.first().passage.startsWith(QString::fromStdString(color)));
        QVERIFY(areAll(answer.sources, Reading::WithQuestion));
        QVERIFY2(answer.note.contains("most relevant passages"), qPrintable(answer.note));
    }

    void whatThereIsNoRoomForIsSaid()
    {
        const std::string lamp = "The warning lamp of the boiler is violet or red.";
        const TextAttachment document
            = manual("boiler.pdf", 60, {{5, lamp}, {25, lamp}, {41, lamp}, {50, lamp}, {55, lamp}});

        const DocumentAnswer answer = ask(
            questionAbout({document}, "Which colour has the warning lamp of the boiler?"), small);

        QVERIFY(!answer.sources.isEmpty());
        QVERIFY2(answer.note.contains("left out"), qPrintable(answer.note));
    }

    void wherePassagesSayNothingNoModelIsAsked()
    {
        const TextAttachment document = manual("boiler.pdf", 60, {{41, color}});

        const DocumentAnswer answer
            = ask(questionAbout({document}, "Who was the first emperor of Rome?"), large);

        QVERIFY2(answer.text.startsWith("Your documents don't contain an answer to this question."),
            qPrintable(answer.text));
        QVERIFY(areAll(answer.sources, Reading::Never));
        QCOMPARE(m_asked, size_t(0));
    }

    void aQuestionWithAPictureIsAskedAllTheSame()
    {
        DocumentQuestion question
            = questionAbout({manual("boiler.pdf", 60)}, "Who was the first emperor of Rome?");
        question.mayDoWithout = true;

        const DocumentAnswer answer = ask(question, large);

        QVERIFY(answer.text.isEmpty());
        QVERIFY(answer.sources.isEmpty());
    }

    void aFollowUpIsSearchedForWithTheQuestionBefore()
    {
        QCOMPARE(searchedFor("And the second one?", "Which colour has the lamp?"),
            QStringList{"Which colour has the lamp?\nAnd the second one?"});
        QCOMPARE(searchedFor("And the second one?", ""), QStringList{"And the second one?"});
        QCOMPARE(
            searchedFor("How is the pressure valve of the boiler cleaned?", "Which colour?").size(),
            1);
        QCOMPARE(searchedFor("Since when?", "Which colour has the lamp?").size(), 2);
    }

    void aSummaryOfALongOneIsMadeOfNotesOnAllOfIt()
    {
        const TextAttachment document = manual("boiler.pdf", 60);
        QStringList waits;

        const DocumentAnswer answer
            = ask(questionAbout({document}, "Summarise this"), small, &waits);

        QVERIFY(m_asked > 5);
        QVERIFY(!answer.sources.isEmpty());
        QCOMPARE(answer.sources.first().page, 1);
        QCOMPARE(answer.sources.first().begin, 0);
        QCOMPARE(answer.sources.last().title, "boiler.pdf");
        for (const Source& source : answer.sources)
            QVERIFY(!source.notes.isEmpty() && !source.passage.isEmpty());
        QVERIFY(answer.note.contains("based on notes"));
        QVERIFY(answer.text
                    .isEmpty()); // the model is asked as ever, and its words are seen as they come
        QVERIFY2(waits.last().startsWith("Reading everything: "), qPrintable(waits.last()));
    }

    void twoThatFitAreComparedByAllTheirWords()
    {
        const QList<TextAttachment> both{manual("one.pdf", 2), manual("other.pdf", 2)};

        const DocumentAnswer answer = ask(questionAbout(both, "Compare these two"), large);

        QCOMPARE(answer.sources, passageSources(both[0]) + passageSources(both[1]));
        QCOMPARE(m_asked, size_t(0));
    }

    void workThatIsStoppedEnds()
    {
        std::stop_source stop;
        ScriptedEngine engine(small, noted);
        PassageStore store;
        const DocumentQuestion question = questionAbout({manual("a.pdf", 60)}, "Summarise this");
        DocumentAnswerProgress progress{
            [&stop](const QString&) { stop.request_stop(); }, stop.get_token()};

        try {
            documentAnswer(question, engine, store, progress);
            QFAIL("it went on");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Cancelled);
        }
    }

    void theBuiltInModelShowsThePassagesThemselves()
    {
        const std::string words = "The lamp of the boiler is [7] violet *or* red.";
        DocumentQuestion question = questionAbout(
            {manual("boiler.pdf", 3, {{2, words}})}, "Is the lamp of the boiler violet or red?");
        question.isByBuiltIn = true;

        const DocumentAnswer answer = ask(question, large);

        QVERIFY(!answer.sources.isEmpty() && answer.sources.size() <= 3);
        QCOMPARE(answer.sources.first().page, 2);
        QVERIFY(areAll(answer.sources, Reading::Never));
        QVERIFY2(answer.text.contains("violet \\*or\\* red"), qPrintable(answer.text));
        QVERIFY(answer.text.contains("[1]"));
        QVERIFY(!answer.text.contains("[7]")); // which would be a citation
        QCOMPARE(m_asked, size_t(0));
    }

    void theLibraryStandsBesideWhatIsAttached()
    {
        const TextAttachment document = manual("boiler.pdf", 2);
        DocumentQuestion question = questionAbout({document}, "Which colour is it?");
        question.library = {{"/books/Guide.pdf", {}, {.page = 7, .text = "It is violet."}, 0.9}};

        const DocumentAnswer answer = ask(question, large);

        QCOMPARE(answer.sources.size(), passageSources(document).size() + 1);
        QCOMPARE(answer.sources.last().title, "Guide.pdf");
    }

    void aModelThatReadsWhatWasFoundPutsWhatAnswersFirst()
    {
        DocumentQuestion question = questionAbout({}, "How many goats are in the herd?");
        question.library = {found("The herd has a new shed.", 0.6),
            found("The herd has grown to twelve goats.", 0.55)};
        QCOMPARE(ask(question, large).sources.first().passage, "The herd has a new shed.");
        question.isJudged = true;
        QStringList waits;

        const DocumentAnswer answer = ask(question, large, &waits, saysYesTo("twelve"));

        QCOMPARE(m_asked, size_t(2));
        QCOMPARE(answer.sources.first().passage, "The herd has grown to twelve goats.");
        QVERIFY(waits.contains("Reading the most relevant passages…"));
    }

    void theThresholdSaysWhatAnswers()
    {
        DocumentQuestion question = questionAbout({}, "How many goats are in the herd?");
        question.library = {found("The herd has a new shed.", 0.6)};

        question.threshold = 0.61;
        const DocumentAnswer nothing = ask(question, large);
        question.threshold = 0.6;
        const DocumentAnswer answer = ask(question, large);

        QVERIFY2(nothing.text.startsWith("Your documents don't contain an answer"),
            qPrintable(nothing.text));
        QVERIFY(answer.text.isEmpty());
    }

    void whatItDoesNotFindAnsweredIsNot()
    {
        DocumentQuestion question = questionAbout({}, "How many goats are in the herd?");
        question.library = {found("The herd has a new shed.", 0.6)};
        question.isJudged = true;

        const DocumentAnswer answer = ask(question, large, nullptr, saysYesTo("twelve"));

        QVERIFY2(answer.text.startsWith("Your documents don't contain an answer to this question."),
            qPrintable(answer.text));
        QCOMPARE(answer.sources.first().passage, "The herd has a new shed.");
    }

    void itReadsAFollowUpWithTheQuestionBefore()
    {
        DocumentQuestion question = questionAbout({}, "And in the other one?");
        question.before = "How many goats are in the first herd?";
        question.library = {found("The other herd has twelve goats.", 0.6)};
        question.isJudged = true;

        ask(question, large, nullptr, saysYesTo("How many goats are in the first herd?"));

        QCOMPARE(m_asked, size_t(1));
        QVERIFY(m_saidYes);
    }

    void besideWholeDocumentsOnlyWhatAnswersStands()
    {
        const TextAttachment document = manual("boiler.pdf", 2);
        DocumentQuestion question = questionAbout({document}, "Which colour is it?");
        question.library = {found("It is heavy.", 0.9)};
        question.isJudged = true;

        const DocumentAnswer answer = ask(question, large, nullptr, saysYesTo("violet"));

        QCOMPARE(answer.sources, passageSources(document));
    }

    void aDocumentOfTheSameWordsElsewhereKeepsItsName()
    {
        const TextAttachment one = manual("one.pdf", 60, {{41, color}});
        TextAttachment other = one;
        other.name = "other.pdf";
        other.path = "/elsewhere/other.pdf";

        const DocumentAnswer answer = ask(
            questionAbout({one, other}, "Which colour has the warning lamp of the boiler?"), large);

        QStringList names;
        for (const Source& source : answer.sources.first(2))
            names << source.title;
        names.sort();
        QCOMPARE(names, (QStringList{"one.pdf", "other.pdf"}));
    }

private:
    static DocumentHit found(const std::string& passage, double score)
    {
        return {"/home/anna/herd.md", {}, {.text = passage}, score};
    }

    // A model that is sure, and says Yes only to what has these words.
    ScriptedEngine::Choices saysYesTo(const std::string& words)
    {
        m_saidYes = false;
        return [this, words](const std::string& text) {
            const bool isYes = text.find(words) != std::string::npos;
            m_saidYes = m_saidYes || isYes;
            const float yes = isYes ? 0.95F : 0.05F;
            return std::vector<runtime::TokenDetail::Choice>{{"No", 1 - yes}, {"Yes", yes}};
        };
    }

    DocumentAnswer ask(const DocumentQuestion& question, int64_t context,
        QStringList* waits = nullptr, const ScriptedEngine::Choices& judge = {})
    {
        ScriptedEngine engine(context, noted);
        if (judge)
            engine.chooseFrom(judge);
        PassageStore store;
        const DocumentAnswer answer
            = documentAnswer(question, engine, store, {[waits](const QString& sentence) {
                  if (waits)
                      *waits << sentence;
              }});
        m_asked = engine.asked().size();
        return answer;
    }

    size_t m_asked = 0; // requests to the engine
    bool m_saidYes = false;
};

TESTS(DocumentQuestionTest, QCoreApplication);
#include "document_question_test.moc"
