#include "services/documents/picture_texts.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::inRows;
using services::PictureText;
using services::PictureWord;
using After = services::PictureWord::After;

namespace {

// A column of lines, one below the other, that begins at `x`; as wide as it has letters.
void add(PictureText& text, const QStringList& lines, double x, double firstY = 0.1)
{
    for (qsizetype line = 0; line < lines.size(); ++line) {
        double left = x;
        for (const QString& word : lines[line].split(' ')) {
            const double width = 0.01 * double(word.size());
            text.words << PictureWord{
                word, {left, firstY + 0.05 * double(line), width, 0.03}, After::Space};
            left += width + 0.01;
        }
        text.words.last().after = After::Line;
    }
}

} // namespace

// Tests the order in which columns are read.
class PictureRowsTest : public QObject {
    Q_OBJECT

private slots:
    void pricesStandBehindWhatTheyBuy()
    {
        PictureText text;
        add(text, {"Cafe Harbour", "Two cups of coffee", "Apple cake", "Total"}, 0.1);
        add(text, {"7.80", "3.90", "11.70"}, 0.8, 0.15);

        QCOMPARE(inRows(text).text(),
            "Cafe Harbour\nTwo cups of coffee 7.80\nApple cake 3.90\nTotal 11.70");
    }

    void aThirdColumnGoesBehindTheSecond()
    {
        PictureText text;
        add(text, {"Coffee", "Cake"}, 0.1);
        add(text, {"2", "1"}, 0.5);
        add(text, {"7.80", "3.90"}, 0.8);
        add(text, {"Thank you"}, 0.1, 0.3);

        QCOMPARE(inRows(text).text(), "Coffee 2 7.80\nCake 1 3.90\n\nThank you");
    }

    void columnsOfAPageStayAsTheyAre()
    {
        PictureText text;
        const QStringList left{
            "Books are returned before the", "library closes, which is at", "end."};
        const QStringList right{
            "Nobody eats among the shelves", "and whoever is hungry finds", "a bench."};
        add(text, left, 0.05);
        add(text, right, 0.55);

        QCOMPARE(inRows(text).text(), left.join('\n') + "\n\n" + right.join('\n'));
    }

    void shortLinesThatStandBesideNothingStay()
    {
        PictureText text;
        add(text, {"One", "Two", "Three"}, 0.1);
        add(text, {"Four", "Five", "Six"}, 0.6, 0.125);

        QCOMPARE(inRows(text).text(), "One\nTwo\nThree\n\nFour\nFive\nSix");
        QVERIFY(inRows({}).isEmpty());
    }
};

TESTS(PictureRowsTest, QCoreApplication);
#include "picture_rows_test.moc"
