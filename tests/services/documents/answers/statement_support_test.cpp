#include "base/error.h"
#include "kernels/devices/backends.h"
#include "services/documents/answers/chosen_checker.h"
#include "services/documents/answers/statement_support.h"
#include "tests/engine/encoders/synthetic_encoder.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;
using tests::SyntheticEncoder;

namespace {

nlohmann::json classifier(const QStringList& labels)
{
    nlohmann::json names = nlohmann::json::object();
    for (qsizetype label = 0; label < labels.size(); ++label)
        names[std::to_string(label)] = labels[label].toStdString();
    return {{"model_type", "bert"}, {"architectures", {"BertForSequenceClassification"}},
        {"id2label", names}};
}

// The score of a label of that name for a pair.
double scoreOf(const SyntheticEncoder& model, const std::string& name, const engine::TextPair& pair)
{
    const auto processor = kernels::openBackend("cpu", 1, kernels::Products::Fast);
    const auto encoder = engine::Encoder::load(model.folder(), *processor);
    const auto& labels = encoder->config().labels;
    return double(encoder->score({&pair, 1})
                      .front()
                      .scores[size_t(std::ranges::find(labels, name) - labels.begin())]);
}

// Says the same of everything.
class FixedChecker : public StatementChecker {
public:
    explicit FixedChecker(Result result)
        : m_result(result)
    {
    }

    Result check(const std::string& passage, const std::string&) override
    {
        read = passage;
        return m_result;
    }

    std::string read; // the last passage

private:
    Result m_result;
};

} // namespace

// Facts and checkers decide together whether passages support a statement.
class StatementSupportTest : public QObject {
    Q_OBJECT

    static constexpr std::string_view passages[]
        = {"The lamp blinks five times.", "It costs 12.90 euros."};

private slots:
    void withoutACheckerFactsDecide()
    {
        const Support right = checkSupport("It costs €12.90.", passages);
        const Support wrong = checkSupport("In May it costs €12.80.", passages);

        QVERIFY(right.isSupported());
        QCOMPARE(right.score, 1.0);
        QCOMPARE(supportProblem(right), std::string());
        QVERIFY(!wrong.isSupported());
        QCOMPARE(wrong.score, 0.0);
        QCOMPARE(supportProblem(wrong), std::string("12.80 and May aren't in the passage"));
        QCOMPARE(supportProblem(checkSupport("It costs €12.80.", passages)),
            std::string("12.80 isn't in the passage"));
    }

    void aCheckerReadsAllPassages()
    {
        FixedChecker checker({Verdict::Contradicted, 0.1});

        const Support support = checkSupport("It costs €12.90.", passages, &checker);

        QVERIFY(!support.isSupported());
        QCOMPARE(support.score, 0.1);
        QCOMPARE(supportProblem(support), std::string("the passage says otherwise"));
        QCOMPARE(checker.read, std::string("The lamp blinks five times.\n\nIt costs 12.90 euros."));
    }

    void factsAreMissingWhateverACheckerSays()
    {
        FixedChecker sure({Verdict::Supported, 0.9}), unsure({Verdict::NotStated, 0.4});

        QVERIFY(!checkSupport("It costs €12.80.", passages, &sure).isSupported());
        QCOMPARE(supportProblem(checkSupport("It is cheap.", passages, &unsure)),
            std::string("the passage doesn't say so"));
    }

    void labelsAreReadByTheirNames_data()
    {
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("entailment first") << QStringList{"entailment", "neutral", "contradiction"};
        QTest::newRow("entailment last") << QStringList{"CONTRADICTION", "NEUTRAL", "ENTAILMENT"};
        QTest::newRow("two") << QStringList{"not_entailment", "entailment"};
        QTest::newRow("two with another separator") << QStringList{"Entailment", "Not-Entailment"};
    }
    void labelsAreReadByTheirNames()
    {
        QFETCH(QStringList, labels);
        const SyntheticEncoder model(classifier(labels), int(labels.size()));
        const QString entailment = *std::ranges::find_if(labels, [](const QString& label) {
            return label.compare(u"entailment", Qt::CaseInsensitive) == 0;
        });

        EntailmentChecker checker(model.folder().string(), 1);
        const auto result = checker.check("a b c d", "b c");

        const double expected = scoreOf(model, entailment.toStdString(), {"a b c d", "b c"});
        QVERIFY(std::abs(result.score - expected) < 1e-6);
        QCOMPARE(result.verdict == Verdict::Supported, expected > 0.5);
    }

    void otherModelsAreRejected_data()
    {
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("reranker") << QStringList{"LABEL_0"};
        QTest::newRow("moods") << QStringList{"glad", "sad", "neutral"};
        QTest::newRow("no neutral") << QStringList{"entailment", "contradiction"};
        QTest::newRow("a fourth") << QStringList{"entailment", "neutral", "contradiction", "other"};
        QTest::newRow("no names") << QStringList{"LABEL_0", "LABEL_1", "LABEL_2"};
    }
    void otherModelsAreRejected()
    {
        QFETCH(QStringList, labels);
        const auto writeAndLoad = [&labels] {
            const SyntheticEncoder model(classifier(labels), int(labels.size()));
            EntailmentChecker(model.folder().string(), 1);
        };

        QVERIFY_THROWS_EXCEPTION(base::Error, writeAndLoad());
    }

    void aLanguageModelAnswersInThreeWays_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<Verdict>("verdict");
        QTest::newRow("yes") << "Yes" << Verdict::Supported;
        QTest::newRow("yes without a regular expression")
            << " **yes**, it does" << Verdict::Supported;
        QTest::newRow("no") << "No" << Verdict::NotStated;
        QTest::newRow("contradicts") << "Contradicts" << Verdict::Contradicted;
    }
    void aLanguageModelAnswersInThreeWays()
    {
        QFETCH(QString, answer);
        QFETCH(Verdict, verdict);
        tests::ScriptedEngine engine(
            2048, [&answer](const std::string&) { return answer.toStdString(); });
        ModelChecker checker(engine);

        QCOMPARE(checker.check("The lamp blinks.", "The lamp is on.").verdict, verdict);
        QCOMPARE(checker.check("", "The lamp is on.").verdict, Verdict::NotStated);
        QCOMPARE(engine.asked().size(), size_t(1));
        const std::string asked = tests::writtenText(engine.asked()[0]);
        QVERIFY(asked.find("The lamp blinks.") < asked.find("Statement: The lamp is on."));
        QCOMPARE(engine.asked()[0].settings.regex, std::string("Yes|No|Contradicts"));
    }

    void anotherAnswerIsNoVerdict_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::newRow("words") << "I was shown a passage.";
        QTest::newRow("a longer word") << "Yesterday";
        QTest::newRow("nothing") << "";
        QTest::newRow("signs") << "…?";
    }
    void anotherAnswerIsNoVerdict()
    {
        QFETCH(QString, answer);
        tests::ScriptedEngine engine(
            2048, [&answer](const std::string&) { return answer.toStdString(); });
        ModelChecker checker(engine);

        QVERIFY_THROWS_EXCEPTION(base::Error, checker.check("The lamp blinks.", "The lamp is on."));
    }

    void citationsHaveTheVerdict()
    {
        FixedChecker checker({Verdict::NotStated, 0.2});
        const std::vector<std::string> cited{"The lamp blinks five times."};

        const auto citations
            = citationsIn("The lamp is broken [1]. It blinks 5 times [2].", cited, &checker);

        QCOMPARE(citations.size(), size_t(2));
        QVERIFY(!citations[0].isSupported && citations[0].missing.empty());
        QCOMPARE(citations[0].verdict, Verdict::NotStated);
        QCOMPARE(citations[1].verdict, Verdict::Supported); // there is no second passage to read
        QVERIFY(!citations[1].isSupported);
        QCOMPARE(checker.read, cited[0]);
        QCOMPARE(citations[0].score, 0.2);
        QCOMPARE(citationProblem(citations[0]), "the passage doesn't say so");
        QCOMPARE(citationProblem(citations[1]), "5 isn't in the passage");
        QCOMPARE(citationProblem(citationsIn("It is broken [2].", cited)[0]),
            "there is no such passage");
    }

    void theChosenCheckerIsUsed()
    {
        const SyntheticEncoder model(classifier({"entailment", "neutral", "contradiction"}), 3);
        const QString path = QString::fromStdString(model.folder().string());
        EntailmentChecker checker(path.toStdString());
        const std::vector<std::string> cited{"a b c d"};

        QVERIFY(answerChecker().isEmpty());
        QVERIFY(checkCitations("B c d [1].", cited, answerChecker())[0].isSupported);
        chooseAnswerChecker(path);
        QCOMPARE(answerChecker(), path);
        QCOMPARE(checkCitations("B c d [1].", cited, answerChecker()),
            citationsIn("B c d [1].", cited, &checker));
        QCOMPARE(checkByChosen("B c d [1].", cited), citationsIn("B c d [1].", cited, &checker));
        chooseAnswerChecker("/no/such/folder");
        QVERIFY(checkCitations("B c d [1].", cited, answerChecker())[0].isSupported);
        chooseAnswerChecker({});
        QCOMPARE(checkByChosen("B c d [1].", cited), citationsIn("B c d [1].", cited));
    }

    void longPassagesAreReadInParts()
    {
        const SyntheticEncoder model(classifier({"entailment", "neutral", "contradiction"}), 3);
        EntailmentChecker checker(model.folder().string(), 1);
        std::string passage; // the model reads 40 tokens
        for (char letter = 'a'; letter <= 'z'; ++letter)
            passage += std::string(1, letter) + " b c.\n";

        const double best = checker.check(passage, "x y z").score;

        const double beginning = scoreOf(model, "entailment", {passage, "x y z"});
        QVERIFY(best >= 0 && best <= 1);
        QVERIFY(std::abs(best - beginning) > 1e-6);
        QCOMPARE(checker.check("", "x").score, 0.0);
        QCOMPARE(checker.check("a b", passage).score >= 0, true);
    }
};

TESTS(StatementSupportTest);
#include "statement_support_test.moc"
