#include "tests/support/test_program.h"
#include "ui/markdown/math/formula.h"
#include "ui/markdown/math/math_layout.h"
#include "ui/markdown/math/math_node.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

using ui::Formula;
using ui::MathBox;

namespace {

MathBox layOut(const QString& latex, bool displayed = true)
{
    QFont font;
    font.setPixelSize(20);
    return ui::layOutMath(ui::parseMath(latex), font, displayed);
}

} // namespace

class FormulaTest : public QObject {
    Q_OBJECT

private slots:
    void latexBecomesATree_data()
    {
        QTest::addColumn<QString>("latex");
        QTest::addColumn<QString>("tree");
        QTest::newRow("letters") << "a+b"
                                 << "a+b";
        QTest::newRow("minus") << "a-b" << u"a−b"_qs;
        QTest::newRow("fraction") << R"(\frac{a}{b+c})"
                                  << "frac{a}{b+c}";
        QTest::newRow("short fraction") << R"(\frac12)"
                                        << "frac{1}{2}";
        QTest::newRow("binomial") << R"(\binom{n}{k})"
                                  << "fence[({stack{n}{k}})]";
        QTest::newRow("scripts") << "x_i^{2n}"
                                 << "x_{i}^{2n}";
        QTest::newRow("scripts the other way") << "x^2_i"
                                               << "x_{i}^{2}";
        QTest::newRow("primes") << "f''(x)" << u"f_{}^{′′}(x)"_qs;
        QTest::newRow("prime and power") << "f'^2" << u"f_{}^{′2}"_qs;
        QTest::newRow("root") << R"(\sqrt[3]{x})"
                              << "root{x}{3}";
        QTest::newRow("sum") << R"(\sum_{i=1}^n i)" << u"∑_{i=1}^{n}i"_qs;
        QTest::newRow("limits") << R"(\lim_{x \to 0} \sin x)" << u"lim_{x→0}^{}sinx"_qs;
        QTest::newRow("greek") << R"(\alpha\Omega)" << u"αΩ"_qs;
        QTest::newRow("fences") << R"(\left(\frac{a}{b}\right]^2)"
                                << "fence[({frac{a}{b}}]]_{}^{2}";
        QTest::newRow("one fence") << R"(\left. a \right|_0)"
                                   << "fence[{a}|]_{0}^{}";
        QTest::newRow("matrix") << R"(\begin{pmatrix} a & b \\ c & d \end{pmatrix})"
                                << "grid[(cc)]{a}{b}{c}{d}";
        QTest::newRow("cases") << R"(\begin{cases} a & b \\ c \end{cases})"
                               << "grid[{ll]{a}{b}{c}{}";
        QTest::newRow("aligned") << R"(\begin{aligned} a &= b \\ &= c \end{aligned})"
                                 << "grid[rl]{a}{=b}{}{=c}";
        QTest::newRow("array") << R"(\begin{array}{l|r} a & b \end{array})"
                               << "grid[lr]{a}{b}";
        QTest::newRow("accents") << R"(\hat{x}\vec v\overline{AB})"
                                 << "hat{x}vec{v}overline{AB}";
        QTest::newRow("brace") << R"(\underbrace{a}_{n})"
                               << "underbrace{a}_{n}^{}";
        QTest::newRow("text") << R"(x \text{ if } y)"
                              << "x if y";
        QTest::newRow("fonts") << R"(\mathbb{R}\mathcal{L}\mathfrak{g}\mathbf{v})" << u"ℝℒ𝔤v"_qs;
        QTest::newRow("operator name") << R"(\operatorname{rot} x)"
                                       << "rotx";
        QTest::newRow("stack") << R"(a \overset{!}{=} b)"
                               << "a=_{}^{!}b";
        QTest::newRow("not") << R"(a \not= b)" << u"a≠b"_qs;
        QTest::newRow("spaces") << R"(a\,b\quad c~d)"
                                << "abcd";
        QTest::newRow("percent") << R"(5\%)"
                                 << "5%";
        QTest::newRow("comment") << "a % b\nc"
                                 << "ac";
        QTest::newRow("unknown command") << R"(\foo{x})"
                                         << R"(?\foo?x)";
        QTest::newRow("unknown environment") << R"(\begin{foo}x\end{foo})"
                                             << R"(?\begin{foo}?x?\end?foo)";
        QTest::newRow("unclosed") << R"(\frac{a)"
                                  << "frac{a}{}";
        QTest::newRow("stray brace") << "a}b"
                                     << "a?}?b";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void latexBecomesATree()
    {
        QFETCH(QString, latex);
        QTEST(ui::describe(ui::parseMath(latex)), "tree");
    }

    void fractionsStandAroundTheAxis()
    {
        const MathBox letter = layOut("x"), fraction = layOut("\\frac{a}{b}");
        QVERIFY(fraction.ascent > letter.ascent && fraction.descent > letter.descent);
        QVERIFY(layOut("\\frac{a}{b}", false).height() < fraction.height());
    }

    void scriptsAreSmallAndOutOfTheWay()
    {
        const MathBox base = layOut("x"), above = layOut("x^2"), below = layOut("x_2");
        QVERIFY(above.ascent > base.ascent && below.descent > base.descent);
        QVERIFY(above.width < 2 * base.width + 10);
        QCOMPARE(above.signs.size(), size_t(2));
        QVERIFY(above.signs[1].place.y() < 0);
        QVERIFY(above.signs[1].font.pixelSize() < above.signs[0].font.pixelSize());
    }

    void limitsStandAboveAndBelowWhereThereIsRoom()
    {
        const MathBox displayed = layOut("\\sum_{i}^{n}"), inLine = layOut("\\sum_{i}^{n}", false);
        QVERIFY(displayed.height() > inLine.height());
        QVERIFY(displayed.width < inLine.width + 10);
    }

    void fencesGrow()
    {
        QVERIFY(layOut("\\left(\\frac{\\frac{a}{b}}{c}\\right)").height()
            > layOut("\\left(a\\right)").height() * 1.8);
    }

    void binarySignsHaveSpaceAndOtherOnesDoNot()
    {
        const auto width = [](const QString& latex) { return layOut(latex).width; };
        QVERIFY(width("a+b") > width("a") + width("+") + width("b") + 4);
        QVERIFY(std::abs(width("-b") - width("-") - width("b")) < 0.5);
        QVERIFY(width("a=b") > width("a+b") - width("+") + width("=") - 0.5);
    }

    void everythingIsDrawnWithinItsBox()
    {
        QFont font;
        font.setPixelSize(24);
        const Formula formula(
            R"(\int_0^1 \frac{\sqrt{x}}{\left(1+x\right)} \underbrace{y}_{z} \hat{H})", font,
            Formula::Style::Displayed);
        const int edge = 12;
        QImage image(int(formula.width()) + 2 * edge,
            int(formula.ascent() + formula.descent()) + 2 * edge, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setPen(Qt::black);
        formula.draw(painter, QPointF(edge, edge + formula.ascent()));
        painter.end();

        int inside = 0, outside = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const bool isInk = qGray(image.pixel(x, y)) < 128;
                const bool isEdge = !image.rect().adjusted(8, 8, -8, -8).contains(x, y);
                (isEdge ? outside : inside) += isInk;
            }
        QVERIFY(inside > 200);
        QCOMPARE(outside, 0);
    }
};

TESTS(FormulaTest, QApplication);
#include "formula_test.moc"
