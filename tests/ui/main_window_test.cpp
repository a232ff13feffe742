#include "tests/services/conversations/slow_gatherer.h"
#include "tests/support/documents.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"
#include "tests/support/vision_models.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/captions/captions_page.h"
#include "ui/catalog/catalog_card.h"
#include "ui/catalog/get_models.h"
#include "ui/catalog/model_pages.h"
#include "ui/chat/attachment_strip.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/source_cards.h"
#include "ui/chat/welcome_view.h"
#include "ui/documents/viewer/document_viewer.h"
#include "ui/models/model_header.h"
#include "ui/page.h"
#include "ui/pictures/picture_canvas.h"
#include "ui/pictures/picture_viewer.h"
#include "ui/sidebar/sidebar.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/pages.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using services::Conversation;
using services::Message;
using tests::drop;
using tests::keepPicture;
using tests::lastMessage;
using tests::patience;
using tests::trueCaption;

/// The real window with the real generator and the built-in model.
class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_services.models().registry().load({});
        QTRY_COMPARE_WITH_TIMEOUT(m_services.models().registry().state({}).stage,
            services::ModelState::Stage::Ready, patience);
    }

    void init()
    {
        m_services.startAnew();
        m_window = std::make_unique<ui::MainWindow>(m_services, m_services.theme());
        m_window->show();
    }

    void cleanup() { m_window.reset(); }

    void aDroppedPictureIsCaptionedAfterEnter()
    {
        drop(*m_window, {tests::resource("samples/one-1.png")});
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);

        const Conversation& conversation = *m_window->conversation();
        QTRY_COMPARE(conversation.rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(
            lastMessage(conversation).state, Message::State::Complete, patience);

        QCOMPARE(lastMessage(conversation).text.trimmed(), trueCaption("one-1.png"));
        QVERIFY(conversation.message(0).text.isEmpty());
        ui::MessageView* view = m_window->chatView()->viewOf(1);
        QVERIFY(view);
        QTRY_COMPARE(view->readableText(), trueCaption("one-1.png"));
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(view);
        QVERIFY(accessible->textInterface());
        QCOMPARE(accessible->textInterface()->text(0, -1 + 1'000'000), trueCaption("one-1.png"));
    }

    void aChosenRowReadsAsFocusedOnlyIfItsListHasTheFocus()
    {
        ask("Hello");
        QListView* list = m_window->sidebar()->list();
        QTRY_VERIFY(list->currentIndex().isValid());
        QAccessibleInterface* read = QAccessible::queryAccessibleInterface(list);
        QCOMPARE(read->role(), QAccessible::List);
        QCOMPARE(read->childCount(), list->model()->rowCount());
        QAccessibleInterface* row = read->child(list->currentIndex().row());
        QVERIFY(row);
        QCOMPARE(read->indexOfChild(row), list->currentIndex().row());
        QCOMPARE(row->role(), QAccessible::ListItem);
        QVERIFY(row->text(QAccessible::Name).contains("Hello"));

        m_window->promptBox()->edit()->setFocus();
        QVERIFY(row->state().selected);
        QVERIFY(!row->state().focused);
        QVERIFY(!read->focusChild());
        m_window->activateWindow();
        list->setFocus();
        QTRY_VERIFY(list->hasFocus());
        QVERIFY(row->state().focused);
        QCOMPARE(read->focusChild(), row);
    }

    void theSettingsOfAChatFitIntoANarrowWindow()
    {
        for (const int width : {640, 800, 1000, 1280}) {
            m_window->resize(width, 600);
            auto* panel = m_window->findChild<ui::ChatSettingsPanel*>();
            QTest::mouseClick(tests::button(m_window.get(), "Chat settings"), Qt::LeftButton);
            QTRY_VERIFY(panel->isVisible());
            QCoreApplication::processEvents(); // layouts
            QCOMPARE(m_window->width(), width);
            const QRect shown(panel->mapTo(m_window.get(), QPoint()), panel->size());
            QVERIFY2(m_window->rect().contains(shown), qPrintable(QString::number(width)));
            keepPicture(*m_window, QString("chat-settings-%1.png").arg(width));
            QAbstractButton* close = tests::button(panel, "Close (Esc)");
            QVERIFY(close && close->visibleRegion().boundingRect() == close->rect());
            QTest::mouseClick(close, Qt::LeftButton);
            QTRY_VERIFY(!panel->isVisible());
        }
    }

    void newsOfOneChatDoesNotFollowIntoAnother()
    {
        m_window->conversation()->appendUserMessage({"Hello"});
        m_window->promptBox()->showNotice("Imported 1 chats.", ui::Tone::News);
        m_window->promptBox()->showNotice("It could not be saved.");
        const auto notices = [this] {
            QStringList shown;
            for (const ui::Notice* each : m_window->promptBox()->findChildren<ui::Notice*>())
                if (!each->isHidden())
                    shown << each->message();
            return shown;
        };
        QCOMPARE(notices().size(), 2);

        m_window->newChat();

        QCOMPARE(notices(), QStringList{"It could not be saved."});
    }

    void exportingOnAnotherPageDoesNotExportTheLastChat()
    {
        m_window->conversation()->appendUserMessage({"Hello"});
        m_window->showPage(ui::page_id::captions);
        QSignalSpy exported(m_window->findChild<ui::Sidebar*>(), &ui::Sidebar::exportRequested);

        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QCOMPARE(exported.count(), 0);
    }

    // A screen reader finds nothing of what the viewer covers.
    void nothingIsReadBelowTheViewer()
    {
        ask("Hello");
        QAccessibleInterface* central
            = QAccessible::queryAccessibleInterface(m_window->centralWidget());
        QVERIFY(central->childCount() > 0);
        ui::PictureViewer viewer(m_services.models(), m_window.get());

        viewer.open({services::decodePictureFile(tests::resource("samples/one-1.png"))}, 0, {});

        QVERIFY(viewer.isVisible());
        QCOMPARE(central->childCount(), 0);
        viewer.hide();
        QVERIFY(central->childCount() > 0);
    }

    // A page of text is never said to show toilets.
    void anyOtherPictureThanADrawingLeadsToOtherModels()
    {
        const auto page = tests::dataFolder() / "foreign" / "like_a_page.png";
        drop(*m_window, {QString::fromStdString(page.string())});
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        const Conversation& conversation = *m_window->conversation();
        for (const int rows : {2, 4}) {
            QTRY_COMPARE(conversation.rowCount(), rows);
            QTRY_COMPARE_WITH_TIMEOUT(
                lastMessage(conversation).state, Message::State::Complete, patience);
            const QString said = lastMessage(conversation).text;
            QVERIFY2(said.contains("I can only describe drawings"), qPrintable(said));
            if (rows == 2)
                ask("How many dogs are there?"); // about the same image
        }
        keepPicture(*m_window, "foreign-picture.png");

        QAbstractButton* models = nullptr;
        QTRY_VERIFY(
            models = tests::buttonSaying(*m_window->chatView()->viewOf(3), "Other models…"));
        qputenv("HF_ENDPOINT", "http://127.0.0.1:9"); // where nobody is
        QTest::mouseClick(models, Qt::LeftButton);

        QTRY_COMPARE(m_window->currentPage(), QString(ui::page_id::models));
        const ui::GetModels* shown
            = static_cast<ui::ModelPages*>(m_window->page(ui::page_id::models))->getModels();
        QTRY_VERIFY_WITH_TIMEOUT(!shown->cards().isEmpty(), patience);
        const QList<ui::CatalogCard*> cards = shown->cards();
        QVERIFY(std::any_of(cards.begin(), cards.end(),
            [](const ui::CatalogCard* card) { return card->isOpen() && card->row().canSee; }));
    }

    // Tests the way from the drop to the clipboard.
    void theTextInAReceiptIsTheBuiltInModelsAnswer()
    {
        if (m_services.pictureTexts().languages().names.isEmpty())
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
        const QTemporaryDir folder;
        QVERIFY(tests::receipt().save(folder.filePath("receipt.png")));
        drop(*m_window, {folder.filePath("receipt.png")});
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        const Conversation& conversation = *m_window->conversation();
        QTRY_COMPARE(conversation.rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(
            lastMessage(conversation).state, Message::State::Complete, patience);

        const QString said = lastMessage(conversation).text;
        QVERIFY2(said.startsWith("I can only describe drawings. Text found in the picture:"),
            qPrintable(said));
        QVERIFY2(said.contains("Total 14.60 EUR"), qPrintable(said));
        keepPicture(*m_window, "receipt.png");
        auto* tile = m_window->chatView()->viewOf(0)->findChild<ui::PictureTile*>();
        QVERIFY(tile);
        QTest::mouseClick(tile, Qt::LeftButton);
        auto* canvas = m_window->findChild<ui::PictureCanvas*>();
        QVERIFY(canvas && canvas->isVisible());
        QTest::keyClick(canvas, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(canvas, Qt::Key_C, Qt::ControlModifier);
        keepPicture(*m_window, "receipt-selected.png");
        QVERIFY(QApplication::clipboard()->text().endsWith("Thank you for your visit"));
    }

    // The text in a receipt is the answer of the built-in model only; any other model reads it
    // itself.
    void aVisionModelIsAskedAboutAReceipt_data() { tests::addVisionModelRows(m_copy.write()); }
    void aVisionModelIsAskedAboutAReceipt()
    {
        FETCH_VISION_MODEL(model);
        const QTemporaryDir folder;
        QVERIFY(tests::receipt().save(folder.filePath("receipt.png")));
        m_services.models().setCurrent(services::parseModelId(model));
        m_services.models().registry().load(services::parseModelId(model));
        QTRY_COMPARE_WITH_TIMEOUT(
            m_services.models().registry().state(services::parseModelId(model)).stage,
            services::ModelState::Stage::Ready, patience);
        Conversation& conversation = *m_window->conversation();
        services::AnswerSettings brief;
        brief.maxTokens = 8;
        conversation.setSettings({.generation = brief});
        drop(*m_window, {folder.filePath("receipt.png")});
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        for (const int rows : {2, 4}) {
            QTRY_COMPARE_WITH_TIMEOUT(conversation.rowCount(), rows, patience);
            QTRY_VERIFY_WITH_TIMEOUT(!lastMessage(conversation).isOpen(), patience);
            const Message& answer = lastMessage(conversation);
            QVERIFY2(answer.state == Message::State::Complete, qPrintable(answer.error));
            QCOMPARE(services::toString(answer.model), model);
            QVERIFY2(
                !answer.text.contains("I can only describe drawings"), qPrintable(answer.text));
            QVERIFY(answer.statistics.promptTokens > 0 && answer.statistics.tokens > 0);
            QVERIFY(answer.statistics.isSure);
            QVERIFY(!tests::buttonSaying(*m_window->chatView()->viewOf(rows - 1), "Other models…"));
            if (rows == 2)
                ask("And the total?");
        }
        QVERIFY(m_services.pictureTexts().languages().names.isEmpty()
            || conversation.message(0).pictures.first().text->text().contains("Total 14.60 EUR"));
        keepPicture(*m_window, "receipt-of-a-vision-model.png");
        m_services.models().setCurrent({});
    }

    void escapeStopsTheAnswerAndKeepsItsText()
    {
        Conversation& conversation = *m_window->conversation();
        services::AnswerSettings endless; // so that there is something left to stop
        endless.schema = R"({"type": "array", "items": {"type": "integer"}, "minItems": 2000})";
        endless.maxTokens = 4000;
        conversation.setSettings({.generation = endless});
        ask("Count.");
        QTRY_COMPARE(conversation.rowCount(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(!lastMessage(conversation).text.isEmpty(), patience);

        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!lastMessage(conversation).isOpen(), patience);

        const Message& answer = lastMessage(conversation);
        QCOMPARE(answer.statistics.end, services::AnswerStatistics::End::Stopped);
        QVERIFY(answer.statistics.tokens > 0);
        QVERIFY(answer.statistics.tokens < endless.maxTokens);
        QVERIFY(answer.text.startsWith('['));
    }

    void aBrokenPictureIsExplainedWhereItWasDropped()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("broken.png"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x89PNG\r\n\x1a\nnothing");
        file.close();

        drop(*m_window, {file.fileName()});

        QTRY_COMPARE(m_window->findChildren<ui::Notice*>().size(), 1);
        const auto* notice = m_window->findChild<ui::Notice*>();
        QVERIFY(notice->isVisible());
        QVERIFY(notice->message().size() > 10);
        QVERIFY(m_window->conversation()->isEmpty());
    }

    void aMessageThatGathersSaysWhatItWaitsForAndIsStoppedByEscape()
    {
        tests::SlowGatherer gatherer;
        m_services.answers().addGatherer(gatherer);
        QWidget* edit = m_window->promptBox()->edit();
        drop(*m_window, {tests::resource("samples/one-1.png")});
        QTest::keyClicks(edit, "What is it?");
        QTest::keyClick(edit, Qt::Key_Return);

        const Conversation& conversation = *m_window->conversation();
        QCOMPARE(conversation.rowCount(), 2); // at once, whatever is still read
        QVERIFY(m_window->promptBox()->text().isEmpty());
        QTRY_COMPARE(gatherer.begun.size(), 1); // the image was read
        QCOMPARE(conversation.message(0).pictures.size(), 1);
        QTRY_VERIFY(m_window->chatView()->viewOf(1));
        QTRY_COMPARE(m_window->chatView()->viewOf(1)->readableText(), "Looking it up");
        QTRY_VERIFY(m_window->chatView()->viewOf(0)->findChild<ui::PictureTile*>());
        keepPicture(*m_window, "window-gathering.png");
        QTest::keyClick(edit, Qt::Key_Escape);

        QVERIFY(!conversation.isWriting());
        QVERIFY(gatherer.begun[0]->isDropped);
        QCOMPARE(
            lastMessage(conversation).statistics.end, services::AnswerStatistics::End::Stopped);
        QTRY_VERIFY(tests::button(m_window->chatView()->viewOf(1), "Regenerate"));
        QTest::mouseClick(
            tests::button(m_window->chatView()->viewOf(1), "Regenerate"), Qt::LeftButton);
        QCOMPARE(gatherer.begun.size(), 2); // it is asked again
        m_services.answers().stop(*m_window->conversation());
    }

    void theSourcesOfAnAnswerAreListedBelowIt()
    {
        tests::SlowGatherer gatherer;
        m_services.answers().addGatherer(gatherer);
        ask("Hello");
        gatherer.begun[0]->events.done({{.title = "Birds of the coast",
                                            .address = "/home/me/books/birds.pdf",
                                            .page = 12,
                                            .passage = "The gull is loud."},
            {.title = "<b>Notes</b>", .passage = "More."}});
        const Conversation& conversation = *m_window->conversation();
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);

        const auto text = [this] { return m_window->chatView()->viewOf(1)->readableText(); };
        const QString list = "\nSources\n1. Birds of the coast, page 12\n2. <b>Notes</b>";
        QTRY_VERIFY2(text().endsWith(list), qPrintable(text()));
        keepPicture(*m_window, "window-sources.png");
    }

    void aSourceOpensBesideTheConversationAndGivesTheFocusBack()
    {
        tests::MadeUpDocuments documents;
        tests::SlowGatherer gatherer;
        m_services.answers().addGatherer(gatherer);
        auto* viewer = m_window->findChild<ui::DocumentViewer*>();
        viewer->setReader(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader");
        ask("Hello");
        const QRectF place(70, 90, 200, 12); // points
        gatherer.begun[0]->events.done({{.title = "Columns.pdf",
            .address = documents.path("two_columns.pdf"),
            .page = 2,
            .passage = "Title 2 across both columns",
            .rectangles = {place}}});
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->conversation()->isWriting(), patience);
        QTRY_VERIFY(m_window->chatView()->viewOf(1)->findChild<ui::SourceCard*>());
        auto* card = m_window->chatView()->viewOf(1)->findChild<ui::SourceCard*>();
        card->setFocus(Qt::TabFocusReason);

        QTest::keyClick(card, Qt::Key_Return);

        QTRY_COMPARE_WITH_TIMEOUT(viewer->pageCount(), 3, patience);
        QVERIFY(viewer->isVisible());
        QCOMPARE(viewer->page(), 2);
        const QWidget* page = QApplication::focusWidget();
        QVERIFY(viewer->isAncestorOf(page));
        QTRY_VERIFY_WITH_TIMEOUT(
            page->accessibleDescription().contains("Title 2 across both columns"), patience);
        keepPicture(*m_window, "window-document.png");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(viewer->isHidden());
        QVERIFY(card->hasFocus());
    }

    void aConversationThatGathersIsDeleted()
    {
        tests::SlowGatherer gatherer;
        m_services.answers().addGatherer(gatherer);
        Conversation* conversation = m_window->conversation();
        ask("Hello");
        QVERIFY(conversation->isWriting());

        emit m_window->sidebar()->conversationDeleted(conversation);

        QVERIFY(gatherer.begun[0]->isDropped);
        QVERIFY(!conversation->isWriting());
        QVERIFY(m_window->conversation() != conversation);
    }

    void everyPageTakesItsPartOfWhatIsOpened()
    {
        const QTemporaryDir folder;
        const QString sample = tests::resource("samples/one-1.png");
        QVERIFY(QFile::copy(sample, folder.filePath("one.png")));

        m_window->openFiles({folder.path(), sample});

        QCOMPARE(m_window->currentPage(), QString(ui::page_id::chat)); // which stays in view
        QTRY_COMPARE(m_window->promptBox()->pictures().size(), 1);
        const auto* captions
            = qobject_cast<ui::CaptionsPage*>(m_window->page(ui::page_id::captions)->widget());
        QVERIFY(captions);
        QTRY_VERIFY(captions->run());
    }

    void escapeLeadsBackToTheFirstPage()
    {
        for (const ui::PageRow& row : ui::pages()) {
            m_window->showPage(row.id);
            QCOMPARE(m_window->currentPage(), row.id);
            QTest::keyClick(m_window.get(), Qt::Key_Escape);
            QCOMPARE(m_window->currentPage(), ui::pages().first().id);
        }
        m_window->showPage("no such page");
        QCOMPARE(m_window->currentPage(), ui::pages().first().id);
    }

    void twoConversationsAreWrittenAtOnce()
    {
        Conversation* first = m_window->conversation();
        drop(*m_window, {tests::resource("samples/one-2.png")});
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        QTRY_COMPARE(first->rowCount(), 2);
        m_window->newChat();
        Conversation* second = m_window->conversation();
        QVERIFY(first != second);
        drop(*m_window, {tests::resource("samples/one-4.png")});
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        QTRY_COMPARE(second->rowCount(), 2);

        QTRY_VERIFY_WITH_TIMEOUT(!first->isWriting() && !second->isWriting(), patience);

        QCOMPARE(lastMessage(*first).text.trimmed(), trueCaption("one-2.png"));
        QCOMPARE(lastMessage(*second).text.trimmed(), trueCaption("one-4.png"));
        QCOMPARE(m_services.conversations().rowCount(), 2);
    }

    void theModelsErrorIsShownInTheAnswer()
    {
        Conversation* conversation = m_window->conversation();
        const services::MessageId question = conversation->appendUserMessage({"Hello"});
        QVERIFY(question >= 0);
        services::OpenReply answer = conversation->appendReply();

        answer.fail("The cache is too small for this.");

        QTRY_VERIFY(m_window->chatView()->viewOf(1));
        QTRY_COMPARE(
            m_window->chatView()->viewOf(1)->readableText(), "The cache is too small for this.");
    }

    void choosingAModelLeavesOtherConversationsTheirs()
    {
        Conversation* first = m_window->conversation();
        ask("Hello");
        QTRY_COMPARE_WITH_TIMEOUT(first->rowCount(), 2, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!first->isWriting(), patience);
        m_window->chatPage()->newChat();
        Conversation* second = m_window->conversation();
        tests::StarterCopy copy;
        const services::ModelId file = services::parseModelId(copy.write());

        m_window->chatPage()->chooseModel(file);

        QCOMPARE(m_services.answers().modelFor(*first), services::ModelId());
        QCOMPARE(m_services.answers().modelFor(*second), file);
        m_window->chatPage()->newChat();
        QCOMPARE(m_services.answers().modelFor(*m_window->conversation()), file);
        m_window->chatPage()->showConversation(first);
        QCOMPARE(m_window->chatPage()->header()->model(), services::ModelId());
        m_services.models().setCurrent({});
    }

    // A download that starts again in place does this, or a mount that disappears.
    void aModelFileThatIsShortenedFailsItsAnswersAndNothingElse()
    {
        tests::StarterCopy copy;
        const QString file = copy.write();
        m_services.models().setCurrent(services::parseModelId(file));
        Conversation* conversation = m_window->conversation();
        ask("Hello");
        QTRY_COMPARE_WITH_TIMEOUT(conversation->rowCount(), 2, patience);
        QTRY_COMPARE_WITH_TIMEOUT(
            lastMessage(*conversation).state, Message::State::Complete, patience);

        QVERIFY(QFile::resize(file, 4096));
        ask("And now?");

        QTRY_COMPARE_WITH_TIMEOUT(conversation->rowCount(), 4, patience);
        QTRY_COMPARE_WITH_TIMEOUT(
            lastMessage(*conversation).state, Message::State::Failed, patience);
        QVERIFY2(lastMessage(*conversation).error.startsWith("copy.gguf was truncated"),
            qPrintable(lastMessage(*conversation).error));
        m_window->chatPage()->chooseModel({});
        ask("And the built-in one?");
        QTRY_COMPARE_WITH_TIMEOUT(conversation->rowCount(), 6, patience);
        QTRY_COMPARE_WITH_TIMEOUT(
            lastMessage(*conversation).state, Message::State::Complete, patience);
    }

    void readingOlderMessagesIsNotDisturbedByNewText()
    {
        Conversation* conversation = m_window->conversation();
        for (int turn = 0; turn < 60; ++turn)
            conversation->appendUserMessage({QString("Message %1\nwith a line").arg(turn)});
        services::OpenReply answer = conversation->appendReply();
        ui::ChatView* chat = m_window->chatView();
        QTRY_VERIFY(chat->isFollowing());
        QVERIFY(!chat->viewOf(0));

        QScrollBar* bar = chat->verticalScrollBar();
        bar->setValue(bar->maximum() / 2);
        QVERIFY(!chat->isFollowing());
        const int value = bar->value();
        answer.append(QString("many words ").repeated(300));
        QTest::qWait(100); // out of sight nothing happens that could be awaited
        QCOMPARE(bar->value(), value);

        chat->scrollToEnd();
        QCOMPARE(bar->value(), bar->maximum());
        QVERIFY(chat->viewOf(60));
    }

    void anotherSchemeReachesWhatIsShownAlready()
    {
        m_services.theme().setScheme(ui::Scheme::Light);
        Conversation* conversation = m_window->conversation();
        conversation->appendUserMessage({"Hello"});
        conversation->appendReply().fail("It failed.");
        QTRY_VERIFY(m_window->chatView()->viewOf(1));

        m_services.theme().setScheme(ui::Scheme::Dark);
        QCoreApplication::processEvents();
        keepPicture(*m_window, "window-dark.png");

        const ui::Colors& light = ui::colors(ui::Scheme::Light);
        int labels = 0;
        for (const QLabel* label : m_window->findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            ++labels;
            const QColor ink = label->palette().color(QPalette::WindowText);
            QVERIFY2(ink != light.mutedText && ink != light.text && ink != light.error,
                qPrintable(label->text()));
        }
        QVERIFY(labels > 0);
        m_services.theme().setScheme(ui::Scheme::Light);
    }

    void theShortcutsWork()
    {
        Conversation* first = m_window->conversation();
        first->appendUserMessage({"Hello"});
        QWidget* edit = m_window->promptBox()->edit();

        QTest::keyClick(edit, Qt::Key_N, Qt::ControlModifier);

        QVERIFY(m_window->conversation() != first);
        auto* list = m_window->findChild<QListView*>();
        QVERIFY(list->isVisible());
        QTest::keyClick(edit, Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!list->isVisible());
    }

    void aDraftStaysWithItsConversation()
    {
        Conversation* first = m_window->conversation();
        first->appendUserMessage({"Hello"});
        QTest::keyClicks(m_window->promptBox()->edit(), "half a thought");

        m_window->newChat();
        QVERIFY(m_window->promptBox()->text().isEmpty());
        m_window->showConversation(first);

        QCOMPARE(m_window->promptBox()->text(), "half a thought");
    }

    void theEndOfAnotherChatsAnswerLeavesTheStopButton()
    {
        Conversation* first = m_window->conversation();
        first->appendUserMessage({"Hello"});
        services::OpenReply answer = first->appendReply();
        m_window->newChat();
        Conversation* second = m_window->conversation();
        second->appendUserMessage({"Hello"});
        const services::OpenReply open = second->appendReply();
        const auto stops = [this] {
            const auto buttons = m_window->promptBox()->findChildren<QAbstractButton*>();
            return std::any_of(buttons.begin(), buttons.end(), [](const QAbstractButton* button) {
                return button->accessibleName().startsWith("Stop");
            });
        };
        QVERIFY(stops());

        answer.finish();

        QVERIFY(stops());
    }

    void theWelcomeFitsASmallWindow()
    {
        m_window->setSamples(QStringList(5, tests::resource("samples/one-1.png")));

        m_window->resize(640, 480);
        m_window->openFiles({tests::resource("samples/one-1.png")});
        m_window->promptBox()->showNotice("Something failed.");
        QCoreApplication::processEvents(); // layouts

        auto* welcome = m_window->findChild<ui::WelcomeView*>();
        for (const auto* child : welcome->findChildren<QLabel*>())
            if (child->isVisible() && !child->text().isEmpty())
                QVERIFY2(child->height() >= child->heightForWidth(child->width()),
                    qPrintable(child->text()));
        const auto* strip = m_window->findChild<ui::AttachmentStrip*>();
        QVERIFY(strip->geometry().bottom() < m_window->promptBox()->edit()->y());
        for (const auto* tile : welcome->findChildren<ui::PictureTile*>())
            if (tile->isVisible())
                QVERIFY(
                    welcome->rect().contains(QRect(tile->mapTo(welcome, QPoint()), tile->size())));
    }

    void everyControlHasAName()
    {
        m_window->setSamples({tests::resource("samples/one-1.png")});

        for (const QAbstractButton* button : m_window->findChildren<QAbstractButton*>())
            QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(),
                button->metaObject()->className());
        QAccessibleInterface* box
            = QAccessible::queryAccessibleInterface(m_window->promptBox()->edit());
        QCOMPARE(box->text(QAccessible::Name), "Message");
        QCOMPARE(box->role(), QAccessible::EditableText);
    }

private:
    void ask(const QString& question)
    {
        QTest::keyClicks(m_window->promptBox()->edit(), question);
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
    }

    tests::TestServices m_services;
    tests::StarterCopy m_copy;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(MainWindowTest, QApplication);
#include "main_window_test.moc"
