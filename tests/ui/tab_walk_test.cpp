#include "services/captions/caption_run.h"
#include "tests/services/network/fake_host.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_audit.h"
#include "tests/ui/window_support.h"
#include "ui/captions/captions_page.h"
#include "ui/catalog/catalog_card.h"
#include "ui/catalog/get_models.h"
#include "ui/catalog/model_pages.h"
#include "ui/catalog/offer_view.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/documents/library/documents_page.h"
#include "ui/documents/passages/found_passages.h"
#include "ui/page.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/pages.h"

#include <QAccessible>
#include <QApplication>
#include <QFileInfo>
#include <QListView>
#include <QScrollBar>
#include <QTest>

#include <algorithm>

using services::Conversation;
using services::MessageId;
using tests::walkByTab;

/// The whole window by Tab alone, as somebody without a mouse meets it: every control is come to, in
/// the order in which it is read, there and back, and shows that it has the focus. A screen reader
/// meets everything in the same order.
class TabWalkTest : public QObject {
    Q_OBJECT

private slots:
    // A screen reader runs from the first widget on and asks for each at once.
    void initTestCase()
    {
        QAccessible::setActive(true);
        QAccessible::installUpdateHandler(
            [](QAccessibleEvent* event) { event->accessibleInterface(); });
    }
    void cleanupTestCase() { QAccessible::installUpdateHandler(nullptr); }

    void init()
    {
        QApplication::setCursorFlashTime(0);
        m_services.startAnew();
        m_window = std::make_unique<ui::MainWindow>(m_services, m_services.theme());
        m_window->resize(1120, 780);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void everyControlIsComeTo_data() { addScenes(); }
    void everyControlIsComeTo()
    {
        QFETCH(Scene, scene);
        show(scene);

        const tests::TabWalk there = walkByTab(*m_window);
        const tests::TabWalk back = walkByTab(*m_window, tests::Direction::Backwards);

        QVERIFY2(there.missed.isEmpty(), qPrintable(there.missed.join('\n')));
        QVERIFY2(there.unread.isEmpty(), qPrintable(there.unread.join('\n')));
        QVERIFY2(back.missed.isEmpty(), qPrintable(back.missed.join('\n')));
        QVERIFY(there.stops.size() > 8);
    }

    void theFocusCanBeSeen_data() { addScenes(); }
    void theFocusCanBeSeen()
    {
        QFETCH(Scene, scene);
        show(scene);

        const QStringList found = tests::stopsWithoutRing(*m_window);
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    // The walk leads from the box for the message through the whole window and back to it.
    void theOrderIsTheOneOfReading()
    {
        show(Scene::Chat);
        m_window->promptBox()->edit()->setFocus();

        QStringList there = walkByTab(*m_window).stops;

        const QStringList expected{"Send options", "Chat list menu", "New chat", "Search", "Chats",
            "Caption pictures", "Models", "Settings", "Show or hide chats", "Model: Built-in model",
            "Chat settings", "Your message", "Copy message", "Edit", "More", "Answer",
            "Previous version", "Compare versions", "Copy answer", "Regenerate", "More",
            "Attach files", "Message"};
        QStringList missing, met = there;
        for (const QString& name : expected) {
            const qsizetype place = met.indexOf(name);
            if (place < 0)
                missing << name;
            else
                met.remove(0, place + 1);
        }
        QVERIFY2(missing.isEmpty(),
            qPrintable(
                "not met in this order: " + missing.join(", ") + "; of " + there.join(", ")));

        m_window->promptBox()->edit()->setFocus();
        QStringList back = walkByTab(*m_window, tests::Direction::Backwards).stops;
        back.prepend(back.takeLast()); // both end where they began
        std::reverse(back.begin(), back.end());
        for (QStringList* walked : {&there, &back})
            walked->removeAll("Scroll to latest message"); // comes and goes with the scrolling
        QCOMPARE(back, there);
    }

    void aScreenReaderMeetsThingsInTheOrderOfReading()
    {
        show(Scene::Chat);
        Conversation* conversation = m_window->conversation();
        conversation->showMessage(
            conversation->tree().versions(conversation->message(1).id).first());
        QTRY_COMPARE(m_window->chatView()->viewOf(1)->message().text, "One.");

        QVERIFY(isInReadingOrder(*m_window->centralWidget()));
        QVERIFY(isInReadingOrder(*m_window->sidebar()));
        QVERIFY(isInReadingOrder(*m_window->chatView()->viewOf(0)));
        QVERIFY(isInReadingOrder(*m_window->chatView()->viewOf(1)));
        QVERIFY(isInReadingOrder(*m_window->chatView()->viewport()));
    }

    void f6ShowsWhereItWent()
    {
        show(Scene::Chat);
        m_window->promptBox()->edit()->setFocus();

        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_F6);

        QCOMPARE(QApplication::focusWidget(), m_window->sidebar()->list());
        QVERIFY(m_window->sidebar()->list()->currentIndex().isValid());
        for (const ui::PageRow& page : ui::pages()) {
            m_window->showPage(page.id);
            for (int pane = 0; pane < 4; ++pane) {
                QTest::keyClick(m_window.get(), Qt::Key_F6);
                const QWidget* focused = QApplication::focusWidget();
                QVERIFY2(focused->focusPolicy() & Qt::TabFocus
                        || qobject_cast<const ui::MessageView*>(focused),
                    focused->metaObject()->className());
            }
        }
    }

    // What is not so any longer is not found where a screen reader looks for news.
    void whatWasSaidIsTakenBackWhenItIsNotSo()
    {
        show(Scene::Chat);
        ui::UndoBar* undo = m_window->sidebar()->undoBar();
        undo->offer(
            "Deleted “A chat”", [] {}, [] {});
        const auto* said = undo->findChild<ui::Announcer*>();
        QCOMPARE(said->text(), "Deleted “A chat”");
        undo->withdraw();
        QCOMPARE(said->text(), QString());

        m_window->promptBox()->showNotice("The file cannot be read.");
        const auto* news = m_window->promptBox()->findChild<ui::Announcer*>(
            QString(), Qt::FindDirectChildrenOnly);
        QCOMPARE(news->text(), "The file cannot be read.");
        QTest::mouseClick(tests::button(m_window->promptBox(), "Dismiss"), Qt::LeftButton);
        QCOMPARE(news->text(), QString());
    }

private:
    enum class Scene {
        Welcome,
        Chat,
        Searching,
        Finding,
        Settings,
        Comparing,
        Editing,
        ScrolledUp,
        Captions,
        Models,
        GetModels,
        Documents,
        Passages,
        Table,
    };

    static void addScenes()
    {
        QTest::addColumn<Scene>("scene");
        QTest::newRow("welcome") << Scene::Welcome;
        QTest::newRow("chat") << Scene::Chat;
        QTest::newRow("searching") << Scene::Searching;
        QTest::newRow("finding") << Scene::Finding;
        QTest::newRow("settings of a chat") << Scene::Settings;
        QTest::newRow("comparing") << Scene::Comparing;
        QTest::newRow("editing") << Scene::Editing;
        QTest::newRow("scrolled up") << Scene::ScrolledUp;
        QTest::newRow("captions") << Scene::Captions;
        QTest::newRow("models") << Scene::Models;
        QTest::newRow("get models") << Scene::GetModels;
        QTest::newRow("documents") << Scene::Documents;
        QTest::newRow("passages") << Scene::Passages;
        QTest::newRow("a table") << Scene::Table;
    }

    void show(Scene scene)
    {
        if (scene == Scene::Welcome)
            m_window->setSamples(
                {tests::resource("samples/one-1.png"), tests::resource("samples/two-2.png")});
        else
            fillChat();
        switch (scene) {
        case Scene::Searching:
            m_window->sidebar()->searchField()->setText("picture");
            break;
        case Scene::Finding:
            trigger("chat.find");
            break;
        case Scene::Settings:
            trigger("chat.settings");
            break;
        case Scene::Comparing:
            QTest::mouseClick(
                tests::button(m_window->chatView()->viewOf(1), "Compare versions"), Qt::LeftButton);
            break;
        case Scene::Editing:
            QTest::mouseClick(
                tests::button(m_window->chatView()->viewOf(0), "Edit"), Qt::LeftButton);
            break;
        case Scene::ScrolledUp:
            for (int turn = 0; turn < 4; ++turn)
                m_window->conversation()->appendUserMessage({QString("A line\n").repeated(20)});
            QVERIFY(QTest::qWaitFor(
                [this] { return m_window->chatView()->verticalScrollBar()->maximum() > 800; }));
            m_window->chatView()->verticalScrollBar()->setValue(800);
            break;
        case Scene::Captions:
            showCaptions();
            break;
        case Scene::Models:
            m_window->showPage(ui::page_id::models);
            break;
        case Scene::GetModels:
            showGetModels();
            break;
        case Scene::Documents:
            showDocuments();
            break;
        case Scene::Passages: {
            ui::DocumentsPage* page = showDocuments();
            page->ask("octopus");
            QVERIFY(QTest::qWaitFor([page] { return page->found()->hits().rowCount() > 0; }));
            break;
        }
        case Scene::Table:
            QTest::mouseClick(
                tests::buttonSaying(*showDocuments(), "Extract data to table"), Qt::LeftButton);
            break;
        default:
            break;
        }
        QCoreApplication::processEvents();
    }

    // Two conversations; in the second an image, a link, code and two versions of an answer.
    void fillChat()
    {
        m_window->conversation()->appendUserMessage({"An older chat"});
        m_window->newChat();
        Conversation* conversation = m_window->conversation();
        const MessageId question = conversation->appendUserMessage({"What is in this picture?",
            {services::decodePictureFile(tests::resource("samples/two-2.png"))}});
        for (const char* text :
            {"One.", "Two: see [the manual](https://example.org).\n\n```\ncode\n```\n"}) {
            services::OpenReply answer
                = std::move(conversation->appendReplies(question, {{}}).front());
            answer.append(text);
            answer.finish();
        }
        m_window->promptBox()->attachPicture(
            services::decodePictureFile(tests::resource("samples/one-1.png")));
        m_window->promptBox()->edit()->setPlainText("And here?");
        QVERIFY(QTest::qWaitFor([this] { return m_window->chatView()->viewOf(1); }));
        QVERIFY(QTest::qWaitFor(
            [this] { return m_window->chatView()->viewOf(1)->readableText().contains("code"); }));
    }

    void showCaptions()
    {
        m_window->openFiles({QFileInfo(tests::resource("samples/one-1.png")).absolutePath()});
        m_window->showPage(ui::page_id::captions);
        const auto* page
            = static_cast<ui::CaptionsPage*>(m_window->page(ui::page_id::captions)->widget());
        QVERIFY(QTest::qWaitFor([page] {
            return page->run() && !page->run()->isLooking() && page->run()->size() > 0;
        }));
    }

    // Shows the page with an open row; the hub has no models.
    void showGetModels()
    {
        qputenv("HF_ENDPOINT", QByteArray::fromStdString(m_hub.url("")));
        m_window->showPart(ui::page_id::models, ui::ModelPages::toGet);
        const auto* page = static_cast<ui::ModelPages*>(m_window->page(ui::page_id::models));
        QVERIFY(QTest::qWaitFor([page] { return !page->getModels()->cards().isEmpty(); }));
        ui::CatalogCard* card = page->getModels()->cards().first();
        card->setOpen(true);
        QVERIFY(QTest::qWaitFor(
            [card] { return !card->offer()->againButton()->isHidden(); }, 60'000));
    }

    // One that was read, and one that cannot be.
    ui::DocumentsPage* showDocuments()
    {
        const QDir folder(m_services.file("manuals"));
        folder.mkpath(".");
        for (const char* name : {"octopus.txt", "empty.txt"}) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly) && name[0] == 'o')
                file.write("The octopus has eight arms.");
        }
        m_window->showPage(ui::page_id::documents);
        auto* page = static_cast<ui::DocumentsPage*>(m_window->page(ui::page_id::documents));
        page->add({folder.path()});
        const services::DocumentLibrary& library = m_services.documents();
        const auto isRead
            = [&library] { return library.isResting() && library.counts().read == 1; };
        if (!QTest::qWaitFor(isRead, tests::patience))
            qWarning("The documents were not read.");
        QTest::qWait(0);
        return page;
    }

    void trigger(const char* command)
    {
        m_window->commands().find(QLatin1String(command))->trigger();
    }

    // Each child of the accessible tree that can be seen is below or next to the one before.
    static bool isInReadingOrder(QWidget& widget)
    {
        QAccessibleInterface* parent = QAccessible::queryAccessibleInterface(&widget);
        QRect before;
        for (int i = 0; i < parent->childCount(); ++i) {
            QAccessibleInterface* child = parent->child(i);
            const QRect place = child->rect();
            if (child->state().invisible || place.width() <= 1)
                continue;
            const bool isBehind = place.top() > before.top()
                || (place.top() >= before.top() - before.height() && place.left() > before.left());
            if (before.isValid() && !isBehind) {
                qWarning() << child->text(QAccessible::Name) << place << "comes after" << before;
                return false;
            }
            before = place;
        }
        return parent->childCount() > 0;
    }

    tests::FakeHost m_hub;
    tests::TestServices m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(TabWalkTest, QApplication);
#include "tab_walk_test.moc"
