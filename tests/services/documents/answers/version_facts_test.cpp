#include "services/documents/answers/version_facts.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTest>

using services::DisputedFact;
using services::findDisputedFacts;

namespace {

// "12.80: 3 of 4", in the order of the answer.
QStringList disputedIn(const QString& answer, const QStringList& others)
{
    QStringList found;
    for (const DisputedFact& fact : findDisputedFacts(answer, others)) {
        if (answer.mid(fact.begin, fact.end - fact.begin) != fact.text)
            return {"the range is not that of the text"};
        found << QString("%1: %2 of %3").arg(fact.text).arg(fact.agreeing).arg(fact.versions);
    }
    return found;
}

} // namespace

// The facts in which several answers to one question differ.
class VersionFactsTest : public QObject {
    Q_OBJECT

private slots:
    void whatSomeVersionsSayOtherwiseIsDisputed()
    {
        const QString answer = "The total is 12.80 EUR, paid on March 3, 2026.";
        QCOMPARE(disputedIn(answer,
                     {"It comes to 12.80 EUR on March 3, 2026.", "12.80, on March 3, 2026",
                         "The total is 12.30 EUR, paid on March 3, 2026."}),
            QStringList{"12.80: 3 of 4"});
        QCOMPARE(disputedIn("The total is 12.30 EUR.", {answer, answer, answer}),
            QStringList{"12.30: 1 of 4"});
    }

    void whatIsWrittenOtherwiseIsTheSame()
    {
        QCOMPARE(disputedIn("Due on March 3, 2026: 1,280.50 EUR.",
                     {"Due on 3 March 2026: EUR 1280.50.", "2026-03-03: 1.280,50 EUR"}),
            QStringList());
    }

    void namesAreComparedToo()
    {
        QCOMPARE(disputedIn("It is signed by Anna Lindqvist.",
                     {"It is signed by Anna Lindqvist.", "It is signed by Ana Lindstrom."}),
            QStringList{"Anna Lindqvist: 2 of 3"});
    }

    void withoutOthersNothingIsDisputed()
    {
        QCOMPARE(disputedIn("The total is 12.80.", {}), QStringList());
        QCOMPARE(disputedIn("Yes, of course.", {"No, never."}), QStringList());
    }
};

TESTS(VersionFactsTest, QCoreApplication);

#include "version_facts_test.moc"
