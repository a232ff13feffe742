#include "services/remote/answer_piece.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::RepeatedBeginning;

// What a model repeats of its answer is left out, and nothing else, however the words arrive.
class RepeatedBeginningTest : public QObject {
    Q_OBJECT

private slots:
    void repetitionsAreLeftOut_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("expected");
        const QString given = "The lighthouse stands on a rock and";
        QTest::newRow("it goes on") << given << " shines at night."
                                    << " shines at night.";
        QTest::newRow("all of it again") << given << given + " shines."
                                         << " shines.";
        QTest::newRow("the end of it again") << given << "on a rock and shines."
                                             << "on a rock and shines.";
        QTest::newRow("a long end again") << given << "stands on a rock and shines."
                                          << " shines.";
        QTest::newRow("another beginning") << given << "The lighthouse is old."
                                           << "The lighthouse is old.";
        QTest::newRow("it begins like the end") << given << "and rock"
                                                << "and rock";
        QTest::newRow("nothing was given") << QString() << "One."
                                           << "One.";
        QTest::newRow("nothing more") << given << given.left(20) << given.left(20);
        QTest::newRow("letters of several bytes") << "Grüße aus Köln und Umgebung, wo"
                                                  << "aus Köln und Umgebung, wo es"
                                                  << " es";
    }
    void repetitionsAreLeftOut()
    {
        QFETCH(QString, given);
        QFETCH(QString, said);
        QFETCH(QString, expected);
        const std::string words = said.toStdString();
        for (const size_t size : {size_t(1), size_t(2), size_t(7), words.size()}) {
            RepeatedBeginning repeated(given.toStdString());
            std::string rest;
            for (size_t place = 0; place < words.size(); place += size)
                rest += repeated.take(std::string_view(words).substr(place, size));
            rest += repeated.end();
            QCOMPARE(QString::fromStdString(rest), expected);
        }
    }
};

TESTS(RepeatedBeginningTest);
#include "repeated_beginning_test.moc"
