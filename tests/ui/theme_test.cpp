#include "ui/theme/theme.h"

#include <QTest>

#include <cmath>

using ui::Colours;
using ui::Scheme;

namespace {

// Relative luminance and contrast as WCAG 2.2 defines them.
double luminance(const QColor& colour)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void textCanBeReadOnEverySurface_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void textCanBeReadOnEverySurface()
    {
        QFETCH(int, scheme);
        const Colours& colour = ui::colours(Scheme(scheme));

        for (const QColor& surface : {colour.window, colour.sidebar, colour.raised, colour.bubble,
                 colour.code, colour.hover})
            QVERIFY(contrast(colour.text, surface) >= 4.5);
        for (const QColor& surface : {colour.window, colour.sidebar, colour.raised, colour.code})
            QVERIFY(contrast(colour.mutedText, surface) >= 4.5);
        QVERIFY(contrast(colour.accent, colour.window) >= 4.5);
        QVERIFY(contrast(colour.accentText, colour.accent) >= 4.5);
        QVERIFY(contrast(colour.error, colour.errorSurface) >= 4.5);
        QVERIFY(contrast(colour.control, colour.raised) >= 3);
        QVERIFY(contrast(colour.control, colour.window) >= 3);
    }

    void theDesktopIsFollowedUntilTheUserChooses()
    {
        ui::Theme theme;
        theme.followDesktop(Scheme::Dark);
        QCOMPARE(theme.scheme(), Scheme::Dark);

        theme.toggle();
        theme.followDesktop(Scheme::Dark);

        QCOMPARE(theme.scheme(), Scheme::Light);
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
