#include "tests/support/documents.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/documents_button.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/source_cards.h"
#include "ui/chat/text_attachment_view.h"
#include "ui/documents/viewer/document_viewer.h"
#include "ui/window/main_window.h"

#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QTemporaryDir>
#include <QToolButton>

using services::Conversation;
using services::Message;
using tests::keepPicture;
using tests::lastMessage;
using tests::patience;

/// Documents that are dropped on a conversation, in the whole window with the built-in model, whose
/// answers are the passages themselves.
class DocumentsInChatTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>(tests::Keep::Conversations);
        openWindow();
    }
    void cleanup()
    {
        m_window.reset();
        m_services.reset();
    }

    void aDroppedDocumentIsAskedAndItsPageOpened()
    {
        dropColumns();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->promptBox()->attachments().size(), 1, patience);
        QVERIFY(tests::button(m_window->promptBox(), "two_columns.pdf, 3 pages"));
        keepPicture(*m_window, "document-attached.png");

        ask("Which title 2 goes across both columns?");

        QVERIFY2(last().text.contains("Title 2 across both columns"), qPrintable(last().text));
        QVERIFY(last().text.contains("[1]"));
        QVERIFY(!last().sources.isEmpty());
        QTRY_VERIFY(answerView()->findChild<ui::SourceCard*>());
        keepPicture(*m_window, "document-answer.png");
        auto* card = answerView()->findChild<ui::SourceCard*>();
        card->setFocus(Qt::TabFocusReason);
        QTest::keyClick(card, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(viewer()->pageCount(), 3, patience);
        QCOMPARE(viewer()->page(), last().sources.first().page);
        keepPicture(*m_window, "document-opened.png");
    }

    // A drawing whose few words say little: the model that sees looks at its pages.
    void pagesWithLittleTextAreSentAsImages()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("plan.pdf");
        drawPlan(path);
        tests::drop(*m_window, {path});
        const auto offer = [this] {
            return tests::buttonSaying(*m_window->promptBox(), "Send pages as images");
        };
        QTRY_VERIFY_WITH_TIMEOUT(offer() && offer()->isVisible(), patience);
        keepPicture(*m_window, "document-pages-offered.png");

        QTest::mouseClick(offer(), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(m_window->promptBox()->pictures().size(), 2, patience);
        QVERIFY(m_window->promptBox()->attachments().isEmpty());
        const services::Picture first = m_window->promptBox()->pictures().first();
        QCOMPARE(first.name, "plan.pdf, page 1");
        QVERIFY(
            first.image.pixelColor(first.image.width() / 2, first.image.height() / 2).red() > 200);
        keepPicture(*m_window, "document-pages.png");
        ask("What is this?");
        QCOMPARE(conversation().message(0).pictures.size(), 2);
    }

    void aDocumentIsSentBeforeItIsRead()
    {
        dropColumns();
        ask("Which title 2 goes across both columns?");

        QVERIFY(conversation().message(0).attachments.value(0).document);
        QVERIFY(last().text.contains("Title 2 across both columns"));
    }

    void whatWasReadStaysAfterTheNextStart()
    {
        dropColumns();
        ask("Which title 2 goes across both columns?");
        const services::Source source = last().sources.first();
        m_window.reset();
        m_services->startAnew();
        QTRY_COMPARE_WITH_TIMEOUT(m_services->conversations().rowCount(), 1, patience);
        openWindow();
        m_window->showConversation(m_services->conversations().conversation(0));
        QTRY_VERIFY_WITH_TIMEOUT(
            conversation().isLoaded() && conversation().rowCount() == 2, patience);

        const services::TextAttachment& kept = conversation().message(0).attachments.value(0);
        QVERIFY(kept.document);
        QCOMPARE(kept.document->pages.size(), size_t(3));
        QCOMPARE(kept.path, m_documents.path("two_columns.pdf"));
        QCOMPARE(last().sources.first(), source);
    }

    void theDocumentOfAMessageIsOpened()
    {
        dropColumns();
        ask("Which title 2 goes across both columns?");
        QTRY_VERIFY(m_window->chatView()->viewOf(0));
        const auto chip = [&] {
            return m_window->chatView()
                ->viewOf(0)
                ->findChild<ui::TextAttachmentView*>()
                ->findChild<QToolButton*>();
        };
        QTRY_COMPARE(chip()->accessibleName(), QString("two_columns.pdf · 3 pages"));

        chip()->click();

        QTRY_COMPARE_WITH_TIMEOUT(viewer()->pageCount(), 3, patience);
        QCOMPARE(viewer()->page(), 1);
    }

    void nothingInADocumentIsSaid()
    {
        dropColumns();
        ask("Who was the first emperor of Rome?");

        QVERIFY2(last().text.startsWith("Your documents don't contain an answer to this question."),
            qPrintable(last().text));
        QVERIFY(last().statistics.tokens == 0);
    }

    void newChatsAskTheDocumentsThatWereAskedLast()
    {
        auto* button = m_window->findChild<ui::DocumentsButton*>();
        QVERIFY(!button->asked());
        QCOMPARE(button->accessibleName(), QString("Ask my documents: off"));

        QMenu* menu = button->popup();
        menu->actions().first()->trigger();
        menu->close();

        QCOMPARE(conversation().settings().documents, std::optional<QStringList>(QStringList()));
        QCOMPARE(button->accessibleName(), QString("Ask my documents: all"));
        m_window->newChat();
        QVERIFY(conversation().settings().documents);
        keepPicture(*m_window, "documents-asked.png");
    }

private:
    // Two pages with a large red circle and a word.
    static void drawPlan(const QString& path)
    {
        QPdfWriter writer(path);
        QPainter painter(&writer);
        for (int page = 1; page <= 2; ++page) {
            if (page > 1)
                writer.newPage();
            painter.setBrush(Qt::red);
            painter.drawEllipse(
                writer.width() / 4, writer.height() / 4, writer.width() / 2, writer.height() / 2);
            painter.drawText(writer.width() / 3, writer.height() / 2,
                page == 1 ? QStringLiteral("Kitchen") : QStringLiteral("Shed in the garden"));
        }
    }

    Conversation& conversation() { return *m_window->conversation(); }
    const Message& last() { return lastMessage(conversation()); }
    ui::MessageView* answerView() { return m_window->chatView()->viewOf(1); }
    ui::DocumentViewer* viewer() { return m_window->findChild<ui::DocumentViewer*>(); }

    void openWindow()
    {
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        viewer()->setReader(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader");
        m_window->resize(1120, 780);
        m_window->show();
    }

    void dropColumns() { tests::drop(*m_window, {m_documents.path("two_columns.pdf")}); }

    void ask(const QString& words)
    {
        const int rows = conversation().rowCount();
        QTest::keyClicks(m_window->promptBox()->edit(), words);
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(
            conversation().rowCount() == rows + 2 && !conversation().isWriting(), patience);
    }

    tests::MadeUpDocuments m_documents;
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(DocumentsInChatTest, QApplication);
#include "documents_in_chat_test.moc"
