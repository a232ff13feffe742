#include "services/system/terminal_text.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using services::escapedForTerminal;
using services::TerminalEncoder;

class TerminalTextTest : public QObject {
    Q_OBJECT

private slots:
    void onlyUnsafeCharactersAreEscaped_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("escaped");
        QTest::newRow("plain") << "a\tb\nc"
                               << "a\tb\nc";
        QTest::newRow("other scripts") << u"Grüße, 你好, שלום, 👩‍🔬 é"_qs
                                       << u"Grüße, 你好, שלום, 👩‍🔬 é"_qs;
        QTest::newRow("escape") << "a\x1b[2Jb"
                                << "a\\u001b[2Jb";
        QTest::newRow("NUL, bell and DEL") << u"a\0b\a\u007f"_qs << "a\\u0000b\\u0007\\u007f";
        QTest::newRow("C1") << u"a\u009b2Jb\u0085"_qs << "a\\u009b2Jb\\u0085";
        QTest::newRow("backspace and return") << "rm\b\blsa\rb"
                                              << "rm\\u0008\\u0008lsa\\u000db";
        QTest::newRow("lines of Windows") << "a\r\nb\r\r\n"
                                          << "a\nb\\u000d\n";
        QTest::newRow("directions") << u"a\u202eb\u2066c"_qs << "a\\u202eb\\u2066c";
    }
    void onlyUnsafeCharactersAreEscaped()
    {
        QFETCH(QString, text);
        QFETCH(QString, escaped);

        QCOMPARE(escapedForTerminal(text), escaped);
    }

    void jsonKeepsItsValue()
    {
        QString text;
        for (char16_t code = 1; code < 0x2070; ++code)
            text += QChar(code);
        const QJsonObject object{{text, text}};

        const QString escaped
            = escapedForTerminal(QJsonDocument(object).toJson(QJsonDocument::Compact));

        QCOMPARE(QJsonDocument::fromJson(escaped.toUtf8()).object(), object);
    }

    void charactersMayBeDividedAnywhere()
    {
        const std::string text = "Grüße\u009b,\r\n你好 👩‍🔬\u202e!\r.";
        const std::string whole = escapedForTerminal(QString::fromStdString(text)).toStdString();
        TerminalEncoder encoder;

        std::string encoded;
        for (const char byte : text)
            encoded += encoder.encode({byte});

        QCOMPARE(encoded, whole);
    }

    void whatIsNoUtf8IsReplaced()
    {
        TerminalEncoder encoder;

        QCOMPARE(encoder.encode("a\xff\x9b"
                                "b\xe4"),
            std::string("a\uFFFD\uFFFDb"));
        QCOMPARE(encoder.encode("\n"), std::string("\uFFFD\n"));
    }
};

TESTS(TerminalTextTest);
#include "terminal_text_test.moc"
