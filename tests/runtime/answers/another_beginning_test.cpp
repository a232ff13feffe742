#include "runtime/answers/another_beginning.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::anotherBeginning;
using runtime::TokenDetail;

// Tests where an answer can be left to say something else.
class AnotherBeginningTest : public QObject {
    Q_OBJECT

private slots:
    void theLikeliestPlaceComesFirst()
    {
        const std::vector<TokenDetail> answer{
            {{" A", 0.9F}, {{" A", 0.9F}, {" The", 0.06F}, {"  A ", 0.05F}}},
            {{" red", 0.7F}, {{" red", 0.7F}, {" blue", 0.2F}, {"", 0.1F}}},
            {{" boat", 1.0F}, {{" boat", 1.0F}, {" ship", 0.0F}}}};

        QCOMPARE(anotherBeginning(answer, 0), std::optional<std::string>("A blue"));
        QCOMPARE(anotherBeginning(answer, 1), std::optional<std::string>("The"));
        QCOMPARE(anotherBeginning(answer, 2), std::nullopt);
        QCOMPARE(anotherBeginning({}, 0), std::nullopt);
    }

    void halvesOfCharactersAreNoBeginning()
    {
        const std::vector<TokenDetail> answer{{{"\xc3", 0.5F}, {{"\xc3", 0.5F}, {"\xe6", 0.4F}}},
            {{"\xa4", 0.5F}, {{"\xa4", 0.5F}, {"\xb6", 0.3F}}}};

        QCOMPARE(anotherBeginning(answer, 0), std::optional<std::string>("\xc3\xb6"));
        QCOMPARE(anotherBeginning(answer, 1), std::nullopt);
    }
};

TESTS(AnotherBeginningTest);
#include "another_beginning_test.moc"
