#include "services/evidence/evidence_pdf.h"
#include "tests/support/documents.h"
#include "tests/support/model_copies.h"
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
#include "ui/documents/viewer/figure_pictures.h"
#include "ui/evidence/evidence_dialog.h"
#include "ui/window/main_window.h"

#include <QFileDialog>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QSignalSpy>
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

    void aFigureIsShownWithTheAnswer()
    {
        tests::drop(*m_window, {m_documents.path("figures/figures.pdf")});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->promptBox()->attachments().size(), 1, patience);

        ask("What does the flag of the harbor look like?");

        const auto card = [this]() -> ui::SourceCard* {
            for (auto* each : answerView()->findChildren<ui::SourceCard*>())
                if (!each->figure().isNull())
                    return each;
            return nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(answerView() && card(), patience);
        const QImage figure = card()->figure();
        QVERIFY(figure.pixelColor(figure.width() / 4, figure.height() / 2).red() > 180);
        QVERIFY(figure.pixelColor(figure.width() * 3 / 4, figure.height() / 2).blue() > 180);
        QVERIFY(card()->accessibleDescription().startsWith("Shows an image."));
        QTRY_VERIFY(card()->height() >= card()->sizeHint().height());
        keepPicture(*m_window, "figure-answer.png");

        // While the pointer rests on it, it is larger.
        QHelpEvent rest(
            QEvent::ToolTip, card()->rect().center(), card()->mapToGlobal(card()->rect().center()));
        QCoreApplication::sendEvent(card(), &rest);
        auto* preview = card()->findChild<QLabel*>();
        QVERIFY(preview && preview->isVisible());
        QVERIFY(preview->pixmap().width() > 240);
        keepPicture(*preview, "figure-preview.png");
        QTest::mouseClick(card(), Qt::LeftButton);
        QTRY_VERIFY(!answerView()->findChild<QLabel*>("figurePreview"));

        QTRY_COMPARE_WITH_TIMEOUT(viewer()->pageCount(), 3, patience);
        QCOMPARE(viewer()->page(), 1);
        keepPicture(*m_window, "figure-opened.png");
        m_services->theme().setScheme(ui::Scheme::Dark);
        QCoreApplication::processEvents();
        keepPicture(*m_window, "figure-dark.png");
        m_services->theme().setScheme(ui::Scheme::Light);
    }

    // Whoever made a chat that is imported could name any file.
    void noFileIsReadForBeingNamedByASource()
    {
        services::Source source;
        source.title = "figures.pdf";
        source.address = m_documents.path("figures/figures.pdf");
        source.page = 1;
        source.passage = "[Image 2] Figure 1: The flag of the harbor";
        ui::FigurePictures figures;
        QSignalSpy arrived(&figures, &ui::FigurePictures::arrived);
        figures.setReader(viewer()->reader());

        QVERIFY(figures.find(source).isNull());
        QTest::qWait(0);
        QVERIFY(arrived.isEmpty());
        figures.permit(source.address);
        QCOMPARE(arrived.size(), 1);
        QVERIFY(figures.find(source).isNull());
        QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 2, patience);
        QVERIFY(!figures.find(source).isNull());
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

    void aReplyIsExportedAndCheckedAgain()
    {
        dropColumns();
        ask("Which title 2 goes across both columns?");
        const QString pdf = m_folder.filePath("reply.pdf");

        auto* dialog = exportReply(pdf);
        QVERIFY(dialog);
        QVERIFY2(dialog->message().startsWith("Exported to “"), qPrintable(dialog->message()));
        keepPicture(*dialog, "evidence-exported.png");
        tests::buttonSaying(*dialog, "Check again")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isWorking(), patience);

        QCOMPARE(dialog->message(), QString("Everything holds."));
        QVERIFY(dialog->points().size() >= 3);
        keepPicture(*dialog, "evidence-checked.png");
        services::ReaderProcess reader;
        reader.program = viewer()->reader();
        const services::Document shown = services::readDocument(pdf, {}, reader);
        QVERIFY(shown.text.find("Title 2 across both columns") != std::string::npos);

        tests::overwrite(m_pdf, "/Type", "/Tipe");
        tests::writeFile(m_folder.filePath("two_columns.pdf"), m_pdf);
        services::Evidence moved = services::readEvidence(pdf);
        moved.files[0].path = moved.sources[0].address = "/nowhere/two_columns.pdf";
        tests::writeFile(pdf, "stream\n" + services::toRecord(moved) + "\nendstream");
        dialog->check(pdf);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isWorking(), patience);
        QCOMPARE(dialog->points().first().result, services::EvidencePoint::Result::Fails);
        QVERIFY2(dialog->message().contains("fail"), qPrintable(dialog->message()));
        keepPicture(*dialog, "evidence-fails.png");
    }

    void aModelInAFileWritesTheSameReplyAgain()
    {
        const QString file = m_folder.filePath("copy.gguf");
        QVERIFY(QFile::copy(tests::resource("starter/vignette-starter.gguf"), file));
        m_window->chatPage()->chooseModel(services::ModelId::fromPath(file.toStdString()));
        dropColumns();
        ask("Which title 2 goes across both columns?");
        QVERIFY(last().statistics.tokens > 0 && !last().sources.isEmpty());

        auto* dialog = exportReply(m_folder.filePath("written.pdf"));
        QVERIFY(dialog);
        tests::buttonSaying(*dialog, "Check again")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isWorking(), patience);

        const services::EvidencePoint point = dialog->points().last();
        QVERIFY2(point.result == services::EvidencePoint::Result::Holds
                && point.text.contains("same answer again"),
            qPrintable(point.text));
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

    // The dialog once it has written the last reply to a file; null: there is none.
    ui::EvidenceDialog* exportReply(const QString& pdf)
    {
        emit m_window->chatView()->requested(last().id, ui::MessageCommand::ExportEvidence);
        auto* files = m_window->findChild<QFileDialog*>();
        if (!files)
            return nullptr;
        emit files->fileSelected(pdf);
        files->close();
        auto* dialog = m_window->findChild<ui::EvidenceDialog*>();
        if (!dialog || !QTest::qWaitFor([dialog] { return !dialog->isWorking(); }, patience))
            return nullptr;
        return dialog;
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
    QTemporaryDir m_folder;
    QByteArray m_pdf = tests::readFile(m_documents.path("two_columns.pdf"));
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(DocumentsInChatTest, QApplication);
#include "documents_in_chat_test.moc"
