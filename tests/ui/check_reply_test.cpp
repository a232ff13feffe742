#include "services/conversations/message.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/evidence/check_reply_dialog.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

using tests::patience;
using tests::ScriptedEngine;

/// A model is asked whether the cited passages support a reply.
class CheckReplyTest : public QObject {
    Q_OBJECT

    static services::Message reply(const QString& text)
    {
        services::Message message;
        message.text = text;
        services::Source source;
        source.title = "boiler.pdf";
        source.passage = "The pressure is 1.8 bar when cold.";
        message.sources = {source};
        return message;
    }

    static ui::CheckReplyDialog::MakeChecker checkerOf(std::shared_ptr<ScriptedEngine> engine)
    {
        return [engine = std::move(engine)](const std::stop_token& stop) {
            return std::make_unique<services::ModelChecker>(*engine, stop);
        };
    }

private slots:
    void eachStatementIsJudged()
    {
        const auto engine = std::make_shared<ScriptedEngine>(4000, [](const std::string& text) {
            const bool isDenied = text.find("isn't 1.8 bar") != std::string::npos;
            const bool isSaid = text.find("It is 1.8 bar") != std::string::npos;
            return std::string(isDenied ? "Contradicts" : isSaid ? "Yes" : "No");
        });
        ui::CheckReplyDialog dialog(
            reply("It is 1.8 bar [1]. It isn't 1.8 bar [1]. The pipes are red [1]. It is old [2]."),
            "Small model", checkerOf(engine));
        dialog.show();
        QVERIFY2(dialog.message().startsWith("“Small model” will be asked whether 4 statements"),
            qPrintable(dialog.message()));
        QVERIFY(engine->asked().empty()); // before the user wants it

        QTest::mouseClick(tests::buttonSaying(dialog, "Check"), Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isWorking(), patience);
        const QStringList results = dialog.results();
        QCOMPARE(results.size(), 4);
        QVERIFY2(results[0].startsWith("✓ It is 1.8 bar"), qPrintable(results[0]));
        QVERIFY2(results[1].startsWith("✗ The passage says otherwise: It isn't"),
            qPrintable(results[1]));
        QVERIFY2(results[2].startsWith("✗ The passage doesn't say so: The pipes"),
            qPrintable(results[2]));
        QVERIFY2(results[3].startsWith("✗"), qPrintable(results[3]));
        QVERIFY2(dialog.message().startsWith("3 "), qPrintable(dialog.message()));
        tests::keepPicture(dialog, "check-reply.png");
    }

    void aReplyWithoutCitationsCannotBeChecked()
    {
        ui::CheckReplyDialog dialog(reply("It is 1.8 bar."), "Small model",
            checkerOf(
                std::make_shared<ScriptedEngine>(4000, [](const std::string&) { return "Yes"; })));
        dialog.show();

        QCOMPARE(
            dialog.message(), QString("There is nothing to check: this reply cites no passage."));
        const QPushButton* check = qobject_cast<QPushButton*>(tests::buttonSaying(dialog, "Check"));
        QVERIFY(!check || !check->isVisible());
    }

    void aFailureIsSaid()
    {
        const auto engine
            = std::make_shared<ScriptedEngine>(4000, [](const std::string&) { return "Yes"; });
        engine->failAt("1.8");
        ui::CheckReplyDialog dialog(reply("It is 1.8 bar [1]."), "Small model", checkerOf(engine));
        dialog.show();

        QTest::mouseClick(tests::buttonSaying(dialog, "Check"), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(dialog.message(), QString("It is broken."), patience);
        QVERIFY(dialog.results().isEmpty());
    }
};

TESTS(CheckReplyTest, QApplication);
#include "check_reply_test.moc"
