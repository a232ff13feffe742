#include "tests/support/test_program.h"
#include "ui/commands/command_palette.h"

#include <QTest>

using ui::fuzzyMatch;

class FuzzyMatchTest : public QObject {
    Q_OBJECT

private slots:
    void allLettersMustBeThereInOrder()
    {
        QVERIFY(fuzzyMatch("nch", "New chat"));
        QVERIFY(fuzzyMatch("NEW", "New chat"));
        QVERIFY(fuzzyMatch("new chat", "New chat"));
        QVERIFY(!fuzzyMatch("newx", "New chat"));
        QVERIFY(!fuzzyMatch("tahc", "New chat"));
        QVERIFY(fuzzyMatch("", "New chat"));
        QVERIFY(!fuzzyMatch("a", ""));
    }

    void accentsDoNotMatter()
    {
        QVERIFY(fuzzyMatch("uber", "Über die Brücke"));
        QVERIFY(fuzzyMatch("brücke", "Uber die Brucke"));
    }

    // Each first name is the better one.
    void betterNamesScoreMore_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        QTest::newRow("beginnings of words") << "st"
                                             << "Smaller text"
                                             << "Last answer";
        QTest::newRow("in a row") << "set"
                                  << "Settings"
                                  << "Some extra text";
        QTest::newRow("the start of the name") << "co"
                                               << "Copy the answer"
                                               << "Do not continue";
        QTest::newRow("the shorter of two alike") << "chat"
                                                  << "chat"
                                                  << "chat with a long name";
    }
    void betterNamesScoreMore()
    {
        QFETCH(QString, typed);
        QFETCH(QString, better);
        QFETCH(QString, worse);

        QVERIFY(fuzzyMatch(typed, better) > fuzzyMatch(typed, worse));
    }

    void aNameWithoutEndIsLookedAtInPart()
    {
        QVERIFY(fuzzyMatch("aa", QString(10'000'000, u'a')));
        QVERIFY(!fuzzyMatch("b", QString(10'000'000, u'a')));
    }
};

TESTS(FuzzyMatchTest, QCoreApplication);
#include "fuzzy_match_test.moc"
