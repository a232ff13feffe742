#include "services/presets/saved_prompts.h"
#include "services/settings/settings.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/documents_button.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_completion.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/prompt_parts.h"
#include "ui/chat/queue_strip.h"
#include "ui/presets/preset_choice.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTest>

using services::Conversation;
using tests::keepPicture;
using ui::CompletionTrigger;
using Kind = ui::CompletionTrigger::Kind;

/// "/" and "@" in the message box: first what counts as one, then the whole window.
class PromptCompletionTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->resize(1120, 780);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->newChat();
    }

    void cleanup()
    {
        m_window.reset();
        m_services->theme().setScheme(ui::Scheme::Light);
        m_services.reset();
    }

    void signsAreFound_data()
    {
        QTest::addColumn<QString>("text"); // up to the cursor
        QTest::addColumn<int>("begin"); // -1: none
        QTest::addColumn<QString>("typed");
        QTest::newRow("nothing") << "" << -1 << "";
        QTest::newRow("slash") << "/" << 0 << "";
        QTest::newRow("command") << "/sum" << 0 << "sum";
        QTest::newRow("slash later") << "and/or" << -1 << "";
        QTest::newRow("slash after a space") << "see /sum" << -1 << "";
        QTest::newRow("path") << "/home/me" << -1 << "";
        QTest::newRow("sentence") << "/sum up" << -1 << "";
        QTest::newRow("at") << "@" << 0 << "";
        QTest::newRow("at later") << "look at @man" << 8 << "man";
        QTest::newRow("at in a new line") << "look\n@man" << 5 << "man";
        QTest::newRow("address") << "me@example" << -1 << "";
        QTest::newRow("sentence behind") << "@man and" << -1 << "";
        QTest::newRow("folder") << "@/home/my files/a" << 0 << "/home/my files/a";
        QTest::newRow("home") << "see @~/a" << 4 << "~/a";
        QTest::newRow("address in a path") << "@/home/me@example" << 0 << "/home/me@example";
        QTest::newRow("second at") << "@a @b" << 3 << "b";
        QTest::newRow("line behind") << "@/a\nb" << -1 << "";
    }
    void signsAreFound()
    {
        QFETCH(QString, text);
        QFETCH(int, begin);
        QFETCH(QString, typed);

        const auto found = ui::findTrigger(text + " rest", text.size());
        QCOMPARE(found ? int(found->begin) : -1, begin);
        if (found)
            QCOMPARE(found->typed, typed);
    }

    void namesMatchByTheBeginningsOfTheirWords()
    {
        QCOMPARE(ui::matchesWord("", "Summarize text"), 2);
        QCOMPARE(ui::matchesWord("sum", "Summarize text"), 2);
        QCOMPARE(ui::matchesWord("SummarizeT", "Summarize text"), 2);
        QCOMPARE(ui::matchesWord("te", "Summarize text"), 1);
        QCOMPARE(ui::matchesWord("ext", "Summarize text"), std::nullopt);
        QCOMPARE(ui::matchesWord("tmp", "New temporary chat"), std::nullopt);
        QCOMPARE(ui::matchesWord("uber", "Über alles"), 2);
        QCOMPARE(ui::matchesWord("话", "导出对话"), 1);
    }

    void slashOffersPromptsAndCommands()
    {
        QTest::keyClicks(edit(), "/");
        QVERIFY(isOpen());
        QVERIFY(names().contains("Summarize"));
        QVERIFY(names().contains("New temporary chat"));
        QVERIFY(list()->announcement().contains("suggestions"));
        keepPicture(*m_window, "slash-light.png");

        QTest::keyClicks(edit(), "sum");
        QCOMPARE(names(), QStringList{"Summarize"});
        QTest::keyClick(edit(), Qt::Key_Return);

        QVERIFY(!isOpen());
        QCOMPARE(prompt()->text(), "Summarize this.");
        QCOMPARE(m_window->conversation()->rowCount(), 0); // nothing was sent
        QTest::keyClick(edit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(prompt()->text(), "/sum");
    }

    void arrowsSelectAndTabChooses()
    {
        QTest::keyClicks(edit(), "/");
        const QString second = names().value(1);
        QTest::keyClick(edit(), Qt::Key_Down);
        QVERIFY2(list()->announcement().startsWith(second), qPrintable(list()->announcement()));
        QVERIFY(list()->announcement().contains(QString("2 of %1").arg(names().size())));
        QTest::keyClick(edit(), Qt::Key_Up);
        QTest::keyClick(edit(), Qt::Key_Up); // to the last
        QCOMPARE(list()->current(), int(names().size()) - 1);
        QTest::keyClick(edit(), Qt::Key_Down);
        QTest::keyClick(edit(), Qt::Key_Tab);

        QVERIFY(edit()->hasFocus());
        QVERIFY(!isOpen());
        QCOMPARE(prompt()->text(), "Summarize this.");
    }

    void escapeClosesTheListAndNothingElse()
    {
        QTest::keyClicks(edit(), "/s");
        QVERIFY(isOpen());
        QTest::keyClick(edit(), Qt::Key_Escape);
        QVERIFY(!isOpen());
        QTest::keyClicks(edit(), "u"); // not for this sign again
        QVERIFY(!isOpen());
        QCOMPARE(prompt()->text(), "/su");
        QTest::keyClicks(edit(), " @");
        QVERIFY(isOpen());
    }

    void whatMatchesNothingIsSentAsItIs()
    {
        for (const char* text : {"/tmp", "/etc/passwd", "me@example.com", "@nobody hello"}) {
            edit()->clear();
            QTest::keyClicks(edit(), text);
            QVERIFY2(!isOpen(), text);
        }
        QTest::keyClick(edit(), Qt::Key_Return);
        QTRY_COMPARE(m_window->conversation()->message(0).text, "@nobody hello");
    }

    void aDraftThatIsShownOpensNothing()
    {
        QTest::keyClicks(edit(), "/su");
        m_window->newChat(); // the same, for it is empty
        Conversation* first = m_window->conversation();
        first->appendUserMessage({"Hello"});
        m_window->newChat();
        QVERIFY(!isOpen());
        m_window->chatPage()->showConversation(first);
        edit()->setFocus();
        QCOMPARE(prompt()->text(), "/su");
        QVERIFY(!isOpen());
    }

    void commandsAreCarriedOut()
    {
        QTest::keyClicks(edit(), "/tempor");
        QCOMPARE(names(), QStringList{"New temporary chat"});
        QTest::keyClick(edit(), Qt::Key_Return);
        QVERIFY(m_window->conversation()->isTemporary());
        QVERIFY(prompt()->text().isEmpty());
    }

    void presetsAreChosen()
    {
        services::ChatSettings settings;
        settings.systemPrompt = "Translate everything.";
        m_services->presets().save({"Translator", settings});
        QTest::keyClicks(edit(), "/translator");
        QTest::keyClick(edit(), Qt::Key_Return);
        QCOMPARE(m_window->conversation()->settings().systemPrompt, "Translate everything.");
        QVERIFY(prompt()->text().isEmpty());
    }

    void aMessageIsSavedAsAPromptAndInsertedAgain()
    {
        QTest::keyClicks(edit(), "Correct this: {{clipboard}}");
        QMenu* menu = prompt()->sendMenu()->popup();
        menu->actions().last()->trigger();
        menu->close();
        auto* dialog = m_window->findChild<ui::PresetNameDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->field()->accessibleName(), "Prompt name");
        dialog->field()->setText("Proofread");
        dialog->acceptButton()->click();
        QCOMPARE(services::savedPrompts(m_services->settings()).size(), 1);
        QApplication::clipboard()->setText("teh text");

        edit()->clear();
        QTest::keyClicks(edit(), "/proof");
        QTest::keyClick(edit(), Qt::Key_Return);
        QCOMPARE(prompt()->text(), "Correct this: teh text");

        edit()->clear();
        QTest::keyClicks(edit(), "/proof");
        QTest::keyClick(edit(), Qt::Key_Delete, Qt::ShiftModifier);
        QVERIFY(services::savedPrompts(m_services->settings()).isEmpty());
        QVERIFY(!isOpen());

        QAbstractButton* undo = tests::buttonSaying(*prompt()->queueStrip(), "Undo");
        QVERIFY(undo && undo->isVisible());
        QTest::mouseClick(undo, Qt::LeftButton);
        QCOMPARE(services::savedPrompts(m_services->settings()).value(0).name, "Proofread");
    }

    void filesAreFoundByTheirPath()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("my pictures"));
        const QString picture = folder.filePath("my pictures/one.png");
        QVERIFY(QFile::copy(tests::resource("samples/one-1.png"), picture));
        QTest::keyClicks(edit(), "What is @" + folder.path() + "/my");
        QTRY_COMPARE(names(), QStringList{"my pictures/"});
        QTest::keyClick(edit(), Qt::Key_Tab);
        QTRY_COMPARE(names(), QStringList{"one.png"});
        QTest::keyClick(edit(), Qt::Key_Return);

        QCOMPARE(prompt()->text(), "What is");
        QTRY_COMPARE(prompt()->pictures().size(), 1);
        QTest::keyClicks(edit(), "@one"); // and offered again
        QCOMPARE(names().value(0), "one.png");
        QCOMPARE(m_services->settings().get(services::settings::recentFiles), QStringList{picture});
        QTest::keyClick(edit(), Qt::Key_Escape);

        m_window->chatPage()->newTemporaryChat();
        prompt()->attachFile(tests::resource("samples/one-2.png"));
        QCOMPARE(m_services->settings().get(services::settings::recentFiles), QStringList{picture});
    }

    void documentsAndCollectionsLimitTheQuestion()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("Manuals"));
        for (const char* name : {"Manuals/boiler.md", "Manuals/lamp.md"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("# Title\n\nThe lamp is violet.\n");
        }
        m_services->documents().start();
        m_services->documents().add({folder.filePath("Manuals")});
        QTRY_COMPARE_WITH_TIMEOUT(m_services->documents().counts().read, 2, tests::patience);
        const QString root = m_services->documents().roots()[0].path;

        m_services->theme().setScheme(ui::Scheme::Dark);
        QTest::keyClicks(edit(), "@boi");
        QCOMPARE(names(), QStringList{"boiler.md"});
        QTest::keyClick(edit(), Qt::Key_Return);
        QCOMPARE(asked(), QStringList{root + "/boiler.md"});
        QVERIFY(prompt()->text().isEmpty());
        QTest::keyClicks(edit(), "@manu");
        QCOMPARE(names(), QStringList{"Manuals"});
        keepPicture(*m_window, "at-dark.png");
        QTest::keyClick(edit(), Qt::Key_Return);
        QCOMPARE(asked(), (QStringList{root + "/boiler.md", root}));
    }

    void aModelIsChosenForThisChat()
    {
        tests::StarterCopy copy;
        const services::ModelId file = services::parseModelId(copy.write());
        m_services->installed().add({services::toString(file)});
        QTRY_VERIFY(m_services->installed().find(file));
        const QString name = m_services->installed().displayName(file);

        QTest::keyClicks(edit(), "@" + name.left(4));
        QVERIFY(names().contains(name));
        while (list()->entries()[list()->current()].name != name)
            QTest::keyClick(edit(), Qt::Key_Down);
        QTest::keyClick(edit(), Qt::Key_Return);

        QCOMPARE(m_window->conversation()->settings().model, file);
        QVERIFY(m_services->models().current() != file); // others keep theirs
    }

    void aClickChooses()
    {
        QTest::keyClicks(edit(), "/compa");
        const QModelIndex first = list()->view()->model()->index(0, 0);
        QTest::mouseClick(list()->view()->viewport(), Qt::LeftButton, {},
            list()->view()->visualRect(first).center());
        QCOMPARE(prompt()->text(), "Compare these two.");
        QVERIFY(edit()->hasFocus());
    }

private:
    ui::PromptBox* prompt() const { return m_window->promptBox(); }
    ui::PromptEdit* edit() const { return prompt()->edit(); }
    ui::CompletionList* list() const { return m_window->findChild<ui::CompletionList*>(); }
    bool isOpen() const { return list()->isVisible(); }
    QStringList asked() const
    {
        return m_window->conversation()->settings().documents.value_or(QStringList());
    }

    QStringList names() const
    {
        QStringList names;
        if (isOpen())
            for (const ui::PaletteEntry& entry : list()->entries())
                names << entry.name;
        return names;
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(PromptCompletionTest, QApplication);
#include "prompt_completion_test.moc"
