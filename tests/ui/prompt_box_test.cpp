#include "services/settings/settings_table.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/ui/prompt_support.h"
#include "ui/chat/attachment_strip.h"
#include "ui/chat/prompt_parts.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/undo_bar.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QMenu>
#include <QPointer>
#include <QTest>
#include <QTextBlock>

#include <algorithm>

using services::Picture;
using tests::Box;
using tests::buttonNamed;
using tests::draftOf;
using ui::PromptBox;

namespace {

services::Recipients recipientsOf(const QSignalSpy& submitted)
{
    return submitted.last()[1].value<services::Recipients>();
}

} // namespace

class PromptBoxTest : public QObject {
    Q_OBJECT

private slots:
    void enterSendsAndShiftEnterBreaksTheLine()
    {
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);

        QTest::keyClicks(box.edit(), "one");
        QTest::keyClick(box.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(box.edit(), "two");
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(submitted.count(), 1);
        QCOMPARE(draftOf(submitted).text, "one\ntwo");
        QVERIFY(box.text().isEmpty());
    }

    void enterOfAnInputMethodDoesNotSend()
    {
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QTest::keyClicks(box.edit(), "a");

        QInputMethodEvent composing("か", {});
        QCoreApplication::sendEvent(box.edit(), &composing);
        QTest::keyClick(box.edit(), Qt::Key_Return);
        QCOMPARE(submitted.count(), 0);
        QInputMethodEvent done;
        done.setCommitString("火");
        QCoreApplication::sendEvent(box.edit(), &done);
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(submitted.count(), 1);
        QCOMPARE(draftOf(submitted).text, u"a火"_qs);
    }

    void whatIsFinishedWhileAnAnswerIsWrittenIsQueued()
    {
        Box box;
        box.show();
        QSignalSpy submitted(&box, &PromptBox::submitted), queued(&box, &PromptBox::queued);
        box.setWriting(true);
        box.attachText("the whole of it");

        QTest::keyClicks(box.edit(), "wait");
        QTest::keyClick(box.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(queued.count(), 0);
        QVERIFY(!box.sendMenu()->isEnabled()); // several answers can't be queued
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(submitted.count(), 0);
        QCOMPARE(queued.count(), 1);
        QCOMPARE(draftOf(queued).text, "wait");
        QCOMPARE(draftOf(queued).attachments.size(), 1);
        QVERIFY(box.isEmpty());
    }

    void theButtonStopsAndAnotherOneQueues()
    {
        Box box;
        box.show();
        QSignalSpy queued(&box, &PromptBox::queued), stopped(&box, &PromptBox::stopRequested);
        box.setWriting(true);
        QVERIFY(buttonNamed(box, "Queue message")->isHidden());
        QTest::keyClicks(box.edit(), "wait");

        QTest::mouseClick(buttonNamed(box, "Stop"), Qt::LeftButton);
        QCOMPARE(stopped.count(), 1);
        QVERIFY(!buttonNamed(box, "Queue message")->isHidden());
        QTest::mouseClick(buttonNamed(box, "Queue message"), Qt::LeftButton);

        QCOMPARE(queued.count(), 1);
        box.setWriting(false);
        QTest::keyClicks(box.edit(), "now");
        QVERIFY(buttonNamed(box, "Queue message")->isHidden());
    }

    void aQueuedMessageIsEditedInItsPlace()
    {
        Box box;
        QSignalSpy edited(&box, &PromptBox::edited), saved(&box, &PromptBox::queuedEdited);
        QTest::keyClicks(box.edit(), "draft");

        box.beginEdit({"queued", {}, {{"a", "b"}}}, PromptBox::Editing::Queued);
        QVERIFY(box.isEditing(PromptBox::Editing::Queued));
        QTest::keyClicks(box.edit(), "!");
        box.setWriting(true); // it can be saved all the same
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(edited.count(), 0);
        QCOMPARE(draftOf(saved).text, "queued!");
        QCOMPARE(draftOf(saved).attachments.size(), 1);
        QCOMPARE(box.text(), "draft");
        QVERIFY(box.attachments().isEmpty());
    }

    void whatWasSentComesBackByControlUp()
    {
        Box box;
        for (const char* text : {"first", "second"}) {
            QTest::keyClicks(box.edit(), text);
            QTest::keyClick(box.edit(), Qt::Key_Return);
        }
        QTest::keyClicks(box.edit(), "dra");

        const auto press = [&box](Qt::Key key) {
            QTest::keyClick(box.edit(), key, Qt::ControlModifier);
            return box.text();
        };
        QCOMPARE(press(Qt::Key_Up), "second");
        QCOMPARE(press(Qt::Key_Up), "first");
        QCOMPARE(press(Qt::Key_Up), "first");
        QCOMPARE(press(Qt::Key_Down), "second");
        QCOMPARE(press(Qt::Key_Down), "dra");
        QCOMPARE(press(Qt::Key_Down), "dra");
        QTest::keyClick(box.edit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(box.text(), "second");
    }

    void controlEnterSendsIfSoChosen()
    {
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        box.resize(700, 120);
        box.show(); // with room for the whole of it
        QCoreApplication::processEvents();
        QVERIFY(box.edit()->toolTip().contains("Press Enter to send"));
        box.settings.set(services::settings::sendByControlEnter, true);
        QVERIFY(box.edit()->toolTip().contains("Press Ctrl+Enter to send"));

        QTest::keyClicks(box.edit(), "one");
        QTest::keyClick(box.edit(), Qt::Key_Return);
        QTest::keyClicks(box.edit(), "two");
        QCOMPARE(submitted.count(), 0);
        QTest::keyClick(box.edit(), Qt::Key_Return, Qt::ControlModifier);

        QCOMPARE(submitted.count(), 1);
        QCOMPARE(draftOf(submitted).text, "one\ntwo");
    }

    void severalAnswersAreAskedForByTheMenu()
    {
        Box box;
        box.show();
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QTest::keyClicks(box.edit(), "hello");

        QMenu* menu = box.sendMenu()->popup();
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);

        QCOMPARE(submitted.count(), 1);
        QCOMPARE(draftOf(submitted).text, "hello");
        QCOMPARE(recipientsOf(submitted).answers, 3);
        QVERIFY(recipientsOf(submitted).models.isEmpty());
        QVERIFY(box.text().isEmpty());
    }

    void severalModelsAreTickedInTheMenuWhichStaysOpen()
    {
        Box box;
        box.show();
        QSignalSpy sent(&box, &PromptBox::submitted);
        box.sendMenu()->setModels({{{}, "starter"}, {services::ModelId::fromText("/a.gguf"), "a"},
            {services::ModelId::fromText("/b.gguf"), "b"}});
        QTest::keyClicks(box.edit(), "hello");

        QMenu* menu = box.sendMenu()->popup();
        for (QAction* action : menu->actions())
            if (action->isCheckable() && action->text() != "a") {
                menu->setActiveAction(action);
                QTest::keyClick(menu, Qt::Key_Space);
            }
        QVERIFY(menu->isVisible());
        const QList<QAction*> actions = menu->actions();
        const auto send
            = std::ranges::find(actions, QStringLiteral("Send to selected models"), &QAction::text);
        QVERIFY(send != actions.end());
        menu->setActiveAction(*send);
        QTest::keyClick(menu, Qt::Key_Return);

        QCOMPARE(sent.count(), 1);
        QCOMPARE(recipientsOf(sent).models,
            (QList<services::ModelId>{{}, services::ModelId::fromText("/b.gguf")}));
        QCOMPARE(recipientsOf(sent).answers, 1);
    }

    void theDraftOfAnotherTimeComesWithItsAttachments()
    {
        Box box;
        QSignalSpy changed(&box, &PromptBox::draftFilesChanged);
        QImage image(10, 10, QImage::Format_RGB888);
        image.fill(Qt::red);
        QObject draft;

        box.showDraft(&draft, {"text", {services::makePicture(image, "red.png")}, {{"a", "b"}}});
        QCOMPARE(changed.count(), 0);
        QCOMPARE(box.pictures().size(), 1);
        QCOMPARE(box.attachments().size(), 1);
        QTest::mouseClick(buttonNamed(box, "Remove a"), Qt::LeftButton);

        QCOMPARE(changed.count(), 1);
        QCOMPARE(draftOf(changed).pictures.size(), 1);
        QVERIFY(draftOf(changed).attachments.isEmpty());
    }

    void whatWasAttachedBeforeTheDiskAnsweredStaysBesideItsAttachments()
    {
        Box box;
        QImage image(10, 10, QImage::Format_RGB888);
        image.fill(Qt::red);
        const Picture late = services::makePicture(image, "late.png");
        const Picture early = services::makePicture(image, "early.png");
        QObject draft;
        box.showDraft(&draft);
        box.attachPicture(late);

        box.showDraft(&draft, {{}, {early, late}, {{"a", "b"}}});
        box.showDraft(&draft, {{}, {early, late}, {{"a", "b"}}});

        QCOMPARE(box.pictures().size(), 2);
        QCOMPARE(box.attachments().size(), 1);
    }

    void aTextFromRightToLeftBeginsAtTheRight()
    {
        Box box;
        box.resize(500, 100);
        box.show();

        QInputMethodEvent typed;
        typed.setCommitString(u"שלום עולם"_qs);
        QCoreApplication::sendEvent(box.edit(), &typed);

        QVERIFY(box.edit()->cursorRect().left() < box.edit()->width() - 30);
        QVERIFY(box.edit()->document()->firstBlock().textDirection() == Qt::RightToLeft);
    }

    void aDraftThatIsPutAsideKeepsItsTextAndPictures()
    {
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QSignalSpy changed(&box, &PromptBox::draftChanged);
        QObject one, other;
        box.showDraft(&one);
        box.attachFile(tests::resource("samples/one-1.png"));
        QTest::keyClicks(box.edit(), "mine");

        box.showDraft(&other, {});
        box.submit();
        QVERIFY(box.text().isEmpty());
        QCOMPARE(submitted.count(), 0);
        QCOMPARE(changed.count(), 4); // a letter each
        box.showDraft(&one, {changed.last()[0].toString()});
        QTRY_COMPARE(box.pictures().size(), 1);
        box.submit();

        QCOMPARE(submitted.count(), 1);
        QCOMPARE(draftOf(submitted).text, "mine");
        QCOMPARE(draftOf(submitted).pictures.size(), 1);
    }

    // A narrow window would cut it in the middle of a word.
    void thePlaceholderFits()
    {
        Box box;
        box.show();
        for (const int width : {700, 420, 300, 200}) {
            box.resize(width, 80);
            QCoreApplication::processEvents(); // layouts
            const QString text = box.edit()->placeholderText();
            QVERIFY(!text.isEmpty());
            QVERIFY2(box.edit()->fontMetrics().horizontalAdvance(text)
                    <= box.edit()->viewport()->width(),
                qPrintable(text));
        }
    }

    void editingPutsTheDraftAside()
    {
        Box box;
        QSignalSpy edited(&box, &PromptBox::edited);
        QSignalSpy changed(&box, &PromptBox::draftChanged);
        QTest::keyClicks(box.edit(), "draft");
        changed.clear();
        QImage image(10, 10, QImage::Format_RGB888);
        image.fill(Qt::red);

        box.beginEdit({"sent", {services::makePicture(image, "red.png")}});
        QTest::keyClicks(box.edit(), " better");
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(edited.count(), 1);
        QCOMPARE(draftOf(edited).text, "sent better");
        QCOMPARE(draftOf(edited).pictures.size(), 1);
        QCOMPARE(box.text(), "draft");
        box.beginEdit({"sent"});
        box.cancelEdit();
        QCOMPARE(box.text(), "draft");
        QCOMPARE(edited.count(), 1);
        QCOMPARE(changed.count(), 0);
    }

    void anEditThatIsLeftForAnotherDraftComesBackByControlUp()
    {
        Box box;
        QObject other;
        box.beginEdit({"sent"});
        QTest::keyClicks(box.edit(), " better");

        box.showDraft(&other, {"theirs"});
        QCOMPARE(box.text(), "theirs");
        QTest::keyClick(box.edit(), Qt::Key_Up, Qt::ControlModifier);

        QCOMPARE(box.text(), "sent better");
    }

    void walkingTheHistoryEndsWithTheDraft()
    {
        Box box;
        QObject other;
        QTest::keyClicks(box.edit(), "first");
        QTest::keyClick(box.edit(), Qt::Key_Return);
        QTest::keyClicks(box.edit(), "mine");
        QTest::keyClick(box.edit(), Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(box.text(), "first");

        box.showDraft(&other, {"theirs"});
        QTest::keyClick(box.edit(), Qt::Key_Down, Qt::ControlModifier);

        QCOMPARE(box.text(), "theirs");
    }

    void whatIsReadForAHiddenDraftIsToldOfIt()
    {
        Box box;
        QSignalSpy hidden(&box, &PromptBox::hiddenDraftFilesChanged);
        QSignalSpy shown(&box, &PromptBox::draftFilesChanged);
        QObject one, other;
        box.showDraft(&one);
        box.attachFile(tests::resource("samples/one-1.png"));
        shown.clear();

        box.showDraft(&other);

        QTRY_COMPARE(hidden.count(), 1);
        QCOMPARE(hidden[0][0].value<const QObject*>(), &one);
        QCOMPARE(hidden[0][1].value<services::Draft>().pictures.size(), 1);
        QCOMPARE(shown.count(), 0);
        QVERIFY(box.pictures().isEmpty());
    }

    void aNoticeIsSaidToScreenReaders()
    {
        Box box;

        box.showNotice("It could not be read.");

        QCOMPARE(box.findChild<ui::Announcer*>()->text(), "It could not be read.");
    }

    void anAsideIsQuietAndGoesByItself()
    {
        Box box;

        box.showAside("All is well.", std::chrono::milliseconds(1));

        QPointer<ui::Notice> notice = box.findChild<ui::Notice*>();
        QVERIFY(notice && notice->tone() == ui::Tone::News);
        QTRY_VERIFY(!notice);
        box.showNotice("It could not be read.");
        QVERIFY(box.findChild<ui::Notice*>()->tone() == ui::Tone::Failure);
    }

    void whatIsSentLeavesNothingForAnotherDraft()
    {
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QSignalSpy loaded(&box.loader, &services::AttachmentLoader::pictureLoaded);
        QObject other;
        box.attachFile(tests::resource("samples/one-1.png"));
        box.submit();

        box.showDraft(&other);
        QTRY_COMPARE(loaded.count(), 1);

        QCOMPARE(submitted.count(), 1);
        const auto* strip = box.findChild<ui::AttachmentStrip*>();
        QVERIFY(strip->isEmpty());
        QVERIFY(strip->pictures(nullptr).isEmpty()); // of the draft that was put aside
    }

    void anEditedMessageTakesItsUnreadFilesAlong()
    {
        Box box;
        QSignalSpy edited(&box, &PromptBox::edited);
        const QString file = tests::resource("samples/one-1.png");

        box.beginEdit({.text = "sent",
            .awaited = {{.name = "one-1.png", .path = file}, {.name = "Pasted picture", .path = {}}}});
        QTRY_COMPARE(box.pictures().size(), 1); // the other one cannot be read again
        box.submit();

        QCOMPARE(edited.count(), 1);
        QCOMPARE(draftOf(edited).pictures.size(), 1);
        QVERIFY(draftOf(edited).awaited.isEmpty());
    }
};

TESTS(PromptBoxTest, QApplication);
#include "prompt_box_test.moc"
