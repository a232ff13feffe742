#include "tests/support/program.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/widgets/notice.h"

#include <QFile>
#include <QInputMethodEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using services::Picture;
using ui::PromptBox;

namespace {

// What a paste does, without a clipboard.
void paste(PromptBox& box, const QMimeData& data)
{
    struct Opened : ui::PromptEdit {
        using PromptEdit::insertFromMimeData;
    };
    (box.edit()->*(&Opened::insertFromMimeData))(&data);
}

QStringList notices(const PromptBox& box)
{
    QStringList sentences;
    for (const ui::Notice* notice : box.findChildren<ui::Notice*>())
        sentences << notice->sentence();
    return sentences;
}

} // namespace

class PromptBoxTest : public QObject {
    Q_OBJECT

private slots:
    void enterSendsAndShiftEnterBreaksTheLine()
    {
        PromptBox box;
        QSignalSpy submitted(&box, &PromptBox::submitted);

        QTest::keyClicks(box.edit(), "one");
        QTest::keyClick(box.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(box.edit(), "two");
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(submitted.count(), 1);
        QCOMPARE(submitted[0][0].toString(), "one\ntwo");
        QVERIFY(box.text().isEmpty());
    }

    void enterOfAnInputMethodDoesNotSend()
    {
        PromptBox box;
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
        QCOMPARE(submitted[0][0].toString(), u"a火"_qs);
    }

    void nothingIsSentWhileAnAnswerIsWritten()
    {
        PromptBox box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        box.setWriting(true);

        QTest::keyClicks(box.edit(), "wait");
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(submitted.count(), 0);
        QCOMPARE(box.text(), "wait");
    }

    void aLineOfAMegabyteIsRefusedAtOnceAndSaidSo()
    {
        PromptBox box;
        box.show();
        QMimeData data;
        data.setText(QString(1 << 20, u'x'));

        paste(box, data);
        QCoreApplication::processEvents();

        QVERIFY(box.text().isEmpty());
        QCOMPARE(notices(box).size(), 1);
    }

    void aPictureThatIsStillDecodedIsSentWhenItIsThere()
    {
        PromptBox box;
        QSignalSpy submitted(&box, &PromptBox::submitted);

        box.attachFile(tests::resource("samples/one-1.png"));
        QTest::keyClick(box.edit(), Qt::Key_Return);
        QCOMPARE(submitted.count(), 0);

        QTRY_COMPARE(submitted.count(), 1);
        QCOMPARE(submitted[0][1].value<QList<Picture>>().size(), 1);
    }

    void pastedFilesBecomePictures()
    {
        PromptBox box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(tests::resource("samples/one-1.png")),
            QUrl::fromLocalFile(tests::resource("samples/one-2.png"))});

        paste(box, data);
        box.submit();

        QTRY_COMPARE(submitted.count(), 1);
        const auto pictures = submitted[0][1].value<QList<Picture>>();
        QCOMPARE(pictures.size(), 2);
        QCOMPARE(pictures[1].name, "one-2.png");
    }

    void aDraftThatIsPutAsideKeepsItsTextAndPictures()
    {
        PromptBox box;
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
        box.showDraft(&one, changed.last()[0].toString());
        box.submit();

        QTRY_COMPARE(submitted.count(), 1);
        QCOMPARE(submitted[0][0].toString(), "mine");
        QCOMPARE(submitted[0][1].value<QList<Picture>>().size(), 1);
    }

    void editingPutsTheDraftAside()
    {
        PromptBox box;
        QSignalSpy edited(&box, &PromptBox::edited);
        QSignalSpy changed(&box, &PromptBox::draftChanged);
        QTest::keyClicks(box.edit(), "draft");
        changed.clear();
        QImage image(10, 10, QImage::Format_RGB888);
        image.fill(Qt::red);

        box.beginEdit("sent", {services::pictureOf(image, "red.png")});
        QTest::keyClicks(box.edit(), " better");
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(edited.count(), 1);
        QCOMPARE(edited[0][0].toString(), "sent better");
        QCOMPARE(edited[0][1].value<QList<Picture>>().size(), 1);
        QCOMPARE(box.text(), "draft");
        box.beginEdit("sent", {});
        box.cancelEdit();
        QCOMPARE(box.text(), "draft");
        QCOMPARE(edited.count(), 1);
        QCOMPARE(changed.count(), 0);
    }

    void whatWaitsForItsPicturesIsNotSentInPlaceOfAnotherDraft()
    {
        PromptBox box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QObject other;
        box.attachFile(tests::resource("samples/one-1.png"));
        box.submit();

        box.showDraft(&other);
        QTest::qWait(300);

        QCOMPARE(submitted.count(), 0);
    }

    void manyPicturesDoNotWidenTheBox()
    {
        PromptBox box;
        const int width = box.minimumSizeHint().width();

        for (int copy = 0; copy < 20; ++copy)
            box.attachFile(tests::resource("samples/one-1.png"));
        box.show();

        QVERIFY(box.minimumSizeHint().width() <= std::max(width, 300));
        for (const QToolButton* button : box.findChildren<QToolButton*>())
            QVERIFY(button->visibleRegion().isEmpty() || button->height() >= 24);
        QSignalSpy submitted(&box, &PromptBox::submitted);
        box.submit();
        QTRY_COMPARE(submitted.count(), 1);
        QCOMPARE(submitted[0][1].value<QList<Picture>>().size(), 20);
    }

    void onlyTheLastFailuresAreShown()
    {
        PromptBox box;

        for (int failure = 1; failure <= 9; ++failure)
            box.showNotice(QString("Failure %1.").arg(failure));

        QTRY_COMPARE(
            notices(box), (QStringList{"Failure 6.", "Failure 7.", "Failure 8.", "Failure 9."}));
    }

    void aBrokenPictureIsExplainedAndNotSent()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("broken.png"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x89PNG\r\n\x1a\nnothing");
        file.close();
        PromptBox box;
        QSignalSpy submitted(&box, &PromptBox::submitted);

        box.attachFile(file.fileName());
        box.submit();

        QTRY_COMPARE(notices(box).size(), 1);
        QVERIFY(notices(box).first().size() > 10);
        QCOMPARE(submitted.count(), 0);
    }
};

QTEST_MAIN(PromptBoxTest)
#include "prompt_box_test.moc"
