#include "services/text.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::visibleText;

// What the user is asked about cannot hide anything.
class VisibleTextTest : public QObject {
    Q_OBJECT

private slots:
    void whatCanBeSeenStays_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString& text : {QString(), QString("a b~!\\"), u"Übung 翻译 עברית عربى"_qs,
                 QString::fromUtf8("😀"), QString("\\n")})
            QTest::newRow(qPrintable(text)) << text;
    }
    void whatCanBeSeenStays()
    {
        QFETCH(QString, text);
        QCOMPARE(visibleText(text), text);
    }

    void whatCannotBeSeenIsEscaped_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("visible");
        const auto row = [](const char* name, const QString& text, const QString& visible) {
            QTest::newRow(name) << text << visible;
        };
        row("line breaks", "a\nb\r\nc\td", "a\\nb\\r\\nc\\td");
        row("other separators", u"a\u2028b\u2029c\u0085d"_qs, "a\\u{2028}b\\u{2029}c\\u{0085}d");
        row("right-to-left override", u"gpj.\u202Eexe"_qs, "gpj.\\u{202E}exe");
        row("isolates", u"\u2066a\u2069"_qs, "\\u{2066}a\\u{2069}");
        row("marks", u"\u200E\u200F\u061C"_qs, "\\u{200E}\\u{200F}\\u{061C}");
        row("nothing wide", u"a\u200Bb\u00ADc\uFEFFd"_qs, "a\\u{200B}b\\u{00AD}c\\u{FEFF}d");
        row("terminal", "\x1b[2J", "\\u{001B}[2J");
        row("a null", QString(QChar(0)), "\\u{0000}");
        row("tags", QString::fromUcs4(U"\U000E0041"), "\\u{E0041}");
        row("half of a character", QString(QChar(0xD800)) + 'a', "\\u{D800}a");
        row("private", u"\uE000"_qs, "\\u{E000}");
    }
    void whatCannotBeSeenIsEscaped()
    {
        QFETCH(QString, text);
        QFETCH(QString, visible);
        QCOMPARE(visibleText(text), visible);
        QCOMPARE(visibleText(visible), visible);
    }
};

TESTS(VisibleTextTest);
#include "visible_text_test.moc"
