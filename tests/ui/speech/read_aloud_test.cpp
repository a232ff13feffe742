#include "tests/support/test_program.h"
#include "ui/speech/read_aloud.h"
#include "ui/speech/spoken_text.h"

#include <QGuiApplication>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using ui::ReadAloud;

namespace {

/// Notes what it shall say.
class FakeSpeech : public ui::SpeechEngine {
public:
    void say(int number, const QString& text, QLocale::Language language, double rate) override
    {
        last = number;
        said << text;
        languages << language;
        lastRate = rate;
    }
    void stop() override { ++stops; }

    int last = 0, stops = 0;
    double lastRate = 0;
    QStringList said;
    QList<QLocale::Language> languages;
};

} // namespace

/// Answers that are read aloud.
class ReadAloudTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_made = 0;
        m_aloud = std::make_unique<ReadAloud>([this] {
            auto engine = std::make_unique<FakeSpeech>();
            m_engine = engine.get();
            ++m_made;
            return engine;
        });
    }

    void textIsSaidWithoutMarks_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("marks")
            << "# A *title*\n\n**Two** [words](https://example.org) [1, 2].\n\n- it"
            << QStringList{"A title", "Two words.", "it"};
        QTest::newRow("code") << "See `x`:\n\n```c\nint x;\n```\n\n$$x^2$$\n\nand $y$."
                              << QStringList{"See x:", "code", "formula", "and formula."};
        QTest::newRow("long code")
            << "```\n" + QString("line\n").repeated(100) + "```" << QStringList{"code"};
        QTest::newRow("table") << "| a | b |\n|---|---|\n| c | d |" << QStringList{"a, b. c, d"};
        QTest::newRow("thoughts") << "<think>\nhm\n</think>\n\nYes." << QStringList{"Yes."};
        QTest::newRow("nothing") << "---" << QStringList{};
    }
    void textIsSaidWithoutMarks()
    {
        QFETCH(QString, markdown);
        QFETCH(QStringList, parts);
        QCOMPARE(ui::spokenParts(markdown), parts);
    }

    void longParagraphsAreSaidInParts()
    {
        const QString text = QStringLiteral("This is a sentence of some words. ").repeated(200);

        const QStringList parts = ui::spokenParts(text);

        QVERIFY(parts.size() > 5);
        for (const QString& part : parts) {
            QVERIFY(part.size() <= 1010);
            QVERIFY2(part.endsWith('.'), qPrintable(part.right(20)));
        }
        QCOMPARE(parts.join(' '), text.trimmed());
        QCOMPARE(ui::spokenParts(QString(5000, 'x')).join("").size(), 5000);
    }

    void theLanguageIsThatOfTheText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("language");
        QTest::newRow("English") << "This is the answer to the question that you have asked."
                                 << int(QLocale::English);
        QTest::newRow("German") << "Das ist die Antwort auf die Frage, die Sie mir gestellt haben."
                                << int(QLocale::German);
        QTest::newRow("Chinese") << "这是对您的问题的回答。" << int(QLocale::Chinese);
        QTest::newRow("Japanese") << "これは質問の答えです。" << int(QLocale::Japanese);
        QTest::newRow("Russian") << "Это ответ на ваш вопрос." << int(QLocale::Russian);
    }
    void theLanguageIsThatOfTheText()
    {
        QFETCH(QString, text);
        QFETCH(int, language);
        QCOMPARE(int(ui::spokenLanguage(text)), language);
    }

    void theVoiceIsOfTheLanguage()
    {
        const QLocale british(QLocale::English, QLocale::UnitedKingdom);
        const QLocale american(QLocale::English, QLocale::UnitedStates);
        const QLocale german(QLocale::German, QLocale::Germany);
        const QList<QLocale> available{german, british, american};

        QCOMPARE(ui::chooseVoice(available, QLocale::English, american), american);
        QCOMPARE(ui::chooseVoice(available, QLocale::English, german), british);
        QCOMPARE(ui::chooseVoice(available, QLocale::French, german), german);
    }

    void partsAreSaidOneAfterTheOther()
    {
        QSignalSpy changed(m_aloud.get(), &ReadAloud::changed);
        m_aloud->read(7, "One.\n\nTwo.", 0.4);

        QCOMPARE(m_aloud->message(), services::MessageId(7));
        QCOMPARE(m_engine->said, QStringList{"One."});
        QCOMPARE(m_engine->lastRate, 0.4);
        emit m_engine->ended(m_engine->last);
        QCOMPARE(m_engine->said, (QStringList{"One.", "Two."}));
        emit m_engine->ended(m_engine->last);

        QCOMPARE(m_aloud->message(), services::noMessage);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(m_engine->said.size(), 2);
    }

    void readingCanBeStopped()
    {
        m_aloud->read(7, "One.\n\nTwo.", 0);
        const int said = m_engine->last;

        m_aloud->stop();
        emit m_engine->ended(said);

        QCOMPARE(m_engine->stops, 1);
        QCOMPARE(m_aloud->message(), services::noMessage);
        QCOMPARE(m_engine->said.size(), 1);
    }

    void anotherAnswerEndsTheFirst()
    {
        m_aloud->read(7, "One.\n\nTwo.", 0);
        const int said = m_engine->last;
        m_aloud->read(9, "Eins.", 0);
        emit m_engine->ended(said);

        QCOMPARE(m_made, 1);
        QCOMPARE(m_aloud->message(), services::MessageId(9));
        QCOMPARE(m_engine->said, (QStringList{"One.", "Eins."}));
    }

    void aFailureIsToldAndEndsReading()
    {
        QSignalSpy failed(m_aloud.get(), &ReadAloud::failed);
        m_aloud->read(7, "One.", 0);

        emit m_engine->failed("No sound.");

        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), "No sound.");
        QCOMPARE(m_aloud->message(), services::noMessage);
    }

    void withoutVoicesItSaysWhy()
    {
        ReadAloud mute([] { return nullptr; });
        QSignalSpy failed(&mute, &ReadAloud::failed);

        mute.read(7, "One.", 0);

        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), ui::missingSpeechText());
        QCOMPARE(mute.message(), services::noMessage);
    }

private:
    QPointer<FakeSpeech> m_engine;
    int m_made = 0;
    std::unique_ptr<ReadAloud> m_aloud;
};

TESTS(ReadAloudTest, QGuiApplication);
#include "read_aloud_test.moc"
