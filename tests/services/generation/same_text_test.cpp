#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation.h"
#include "services/generation/answer_settings.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/services/generation/pool_support.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int patience = 120'000; // milliseconds

} // namespace

/// vignette-cli chat and the window are asked the same, and say the same, whatever flags are there
/// and whatever flags are absent.
class SameTextTest : public QObject {
    Q_OBJECT

private slots:
    void theCommandLineSaysWhatTheWindowSays_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<services::AnswerSettings>("settings");
        QTest::addColumn<QString>("picture");
        const QString picture = tests::resource("samples/two-1.png");
        QTest::newRow("nothing said") << QStringList() << services::AnswerSettings() << QString();
        QTest::newRow("a picture") << QStringList() << services::AnswerSettings() << picture;
        QTest::newRow("temperature alone")
            << QStringList{"--temperature", "1.5", "--seed", "11"}
            << services::AnswerSettings{.temperature = 1.5f, .seed = 11} << QString();
        QTest::newRow("top-k alone") << QStringList{"--top-k", "3", "--seed", "5"}
                                     << services::AnswerSettings{.topK = 3, .seed = 5} << QString();
        QTest::newRow("all of them") << QStringList{"--temperature", "1.2", "--top-k", "30",
            "--top-p", "0.9", "--min-p", "0.01", "--max-tokens", "9", "--seed", "77"}
                                     << services::AnswerSettings{.maxTokens = 9,
                                            .temperature = 1.2f,
                                            .topK = 30,
                                            .topP = 0.9f,
                                            .minP = 0.01f,
                                            .seed = 77}
                                     << picture;
        QTest::newRow("min-p and length") << QStringList{"--min-p", "0.2", "--temperature", "2",
            "--max-tokens", "20", "--seed", "3"}
                                          << services::AnswerSettings{.maxTokens = 20,
                                                 .temperature = 2.0f,
                                                 .minP = 0.2f,
                                                 .seed = 3}
                                          << QString();
        QTest::newRow("an expression")
            << QStringList{"--regex", "[a-f]{3,9}", "--temperature", "3", "--seed", "8"}
            << services::AnswerSettings{.temperature = 3.0f, .seed = 8, .regex = "[a-f]{3,9}"}
            << picture;
    }
    void theCommandLineSaysWhatTheWindowSays()
    {
        QFETCH(QStringList, flags);
        QFETCH(services::AnswerSettings, settings);
        QFETCH(QString, picture);
        const QString question = "Is there a dog? What is it?";

        const QString window = windowSays(question, picture, settings);
        const QString terminal = terminalSays(question, picture, flags);

        QVERIFY(!window.isEmpty());
        QCOMPARE(terminal, window + '\n');
    }

private:
    // Asks as the window does: through a conversation, the settings page and the pool.
    static QString windowSays(
        const QString& question, const QString& picture, const services::AnswerSettings& settings)
    {
        const QTemporaryDir folder;
        services::Settings kept(folder.filePath("settings.ini"));
        services::Conversation conversation;
        conversation.appendUserMessage({question,
            picture.isEmpty() ? QList<services::Picture>()
                              : QList<services::Picture>{services::decodePictureFile(picture)}});
        conversation.setSettings({.generation = settings});
        services::ModelPool pool{{}};
        services::AnswerStream* stream = tests::ask(pool, {},
            buildAnswerRequest(conversation, conversation.tree().messagesUntil(0), kept, {}),
            &conversation);
        QString text, failure;
        bool hasEnded = false;
        connect(stream, &services::AnswerStream::textAdded, &conversation,
            [&](const QString& words) { text += words; });
        connect(stream, &services::AnswerStream::finished, &conversation, [&] { hasEnded = true; });
        connect(stream, &services::AnswerStream::failed, &conversation,
            [&](const QString& message) { failure = message; });
        if (!QTest::qWaitFor([&] { return hasEnded || !failure.isEmpty(); }, patience))
            qFatal("no answer came");
        if (!failure.isEmpty())
            qFatal("%s", qPrintable(failure));
        return text;
    }

    static QString terminalSays(
        const QString& question, const QString& picture, const QStringList& flags)
    {
        QStringList arguments{"chat"};
        arguments += flags;
        if (!picture.isEmpty())
            arguments += {"--image", picture};
        const tests::ProgramResult result = tests::runCli(arguments << question);
        if (result.exitCode != 0)
            qFatal("%s", result.errors.constData());
        return QString::fromUtf8(result.output);
    }
};

TESTS(SameTextTest, QCoreApplication);
#include "same_text_test.moc"
