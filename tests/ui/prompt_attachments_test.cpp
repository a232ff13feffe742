#include "services/settings/settings_table.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/ui/prompt_support.h"
#include "ui/chat/attachment_strip.h"
#include "ui/drops/attachments.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QPlainTextEdit>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using services::TextAttachment;
using tests::Box;
using tests::buttonNamed;
using tests::draftOf;
using tests::notices;
using tests::paste;
using ui::PromptBox;

namespace {

QByteArray sampleBytes()
{
    QFile file(tests::resource("samples/one-1.png"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

// The attachments that the prompt box sends in addition to the text: images, texts, long pastes.
class PromptAttachmentsTest : public QObject {
    Q_OBJECT

private slots:
    void aLongPasteBecomesAnAttachment_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("long") << QString("word ").repeated(1000);
        QTest::newRow("a long line") << QString(2100, u'x');
        QTest::newRow("a line of a megabyte") << QString(1 << 20, u'x');
        QTest::newRow("ten megabytes") << QString("a line of some words\n").repeated(500'000);
    }

    void aLongPasteBecomesAnAttachment()
    {
        QFETCH(QString, text);
        Box box;
        box.show();
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QMimeData data;
        data.setText(text);

        paste(box, data);
        QVERIFY(box.text().isEmpty());
        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(submitted.count(), 1);
        QCOMPARE(draftOf(submitted).attachments.size(), 1);
        QVERIFY(draftOf(submitted).attachments[0].text == text);
        QVERIFY(!draftOf(submitted).attachments[0].name.isEmpty());
        QVERIFY(notices(box).isEmpty());
    }

    void howLongAPasteMayBeIsASetting()
    {
        Box box;
        QMimeData data;
        data.setText(QString("word\n").repeated(1000));

        box.settings.set(services::settings::longPasteCharacters, 10'000);
        paste(box, data);

        QCOMPARE(box.text().size(), 4999);
        QVERIFY(box.attachments().isEmpty());
    }

    void pastingPlainLeavesTheTextWhereItIsSafe()
    {
        Box box;

        QApplication::clipboard()->setText(QString("word ").repeated(1000));
        QTest::keyClick(box.edit(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(box.text().size(), 4999);
        QApplication::clipboard()->setText(QString(1 << 20, u'x'));
        QTest::keyClick(box.edit(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);

        QCOMPARE(box.text().size(), 4999);
        QCOMPARE(box.attachments().size(), 1);
    }

    void anAttachedTextCanBeReadAndPutIntoTheMessage()
    {
        Box box;
        box.show();
        const QString text = QString("word ").repeated(1000);
        box.attachText(text);

        QTest::mouseClick(buttonNamed(box, "Pasted text"), Qt::LeftButton);
        auto* preview = box.findChild<QDialog*>();
        QVERIFY(preview);
        QCOMPARE(preview->findChild<QPlainTextEdit*>()->toPlainText().size(), 5002); // lines broken
        QTest::mouseClick(buttonNamed(*preview, "Insert as text"), Qt::LeftButton);

        QCOMPARE(box.edit()->toPlainText(), text);
        QVERIFY(box.attachments().isEmpty());
        QTest::keyClick(box.edit(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(box.text().isEmpty());
    }

    void aTextThatTheBoxCouldNotBearIsOnlyShown()
    {
        Box box;
        box.show();
        box.attachText(QString(1 << 20, u'x'));

        QTest::mouseClick(buttonNamed(box, "Pasted text"), Qt::LeftButton);

        auto* preview = box.findChild<QDialog*>();
        QVERIFY(preview);
        QVERIFY(!buttonNamed(*preview, "Insert as text"));
        QVERIFY(preview->findChild<QPlainTextEdit*>()->toPlainText().size() > 100'000);
        QTest::keyClick(preview, Qt::Key_Escape);
        QTRY_VERIFY(!box.findChild<QDialog*>());
    }

    void aTextFileIsAttachedWhateverItIsCalled()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("notes.png"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# Notes\n");
        file.close();
        Box box;

        box.attachFile(file.fileName());

        QTRY_COMPARE(box.attachments(), (QList<TextAttachment>{{"notes.png", "# Notes\n"}}));
    }

    void aBrowsersPictureIsTakenFromTheDropOrRefused_data()
    {
        QTest::addColumn<QString>("html");
        QTest::addColumn<QString>("address");
        QTest::addColumn<QByteArray>("pixels");
        QTest::addColumn<int>("pictures");
        const QString dataUrl = "data:image/png;base64," + sampleBytes().toBase64();
        const QString web = "https://example.org/cat.jpg?size=large";
        const QString tag = "<meta charset='utf-8'><img class='a' src=\"%1\" alt='Cat'>";
        QTest::newRow("bytes") << tag.arg(web) << web << sampleBytes() << 1;
        QTest::newRow("data address") << tag.arg(dataUrl) << QString() << QByteArray() << 1;
        QTest::newRow("data link") << QString() << dataUrl << QByteArray() << 1;
        QTest::newRow("address only") << tag.arg(web) << web << QByteArray() << 0;
        QTest::newRow("link to a picture") << QString() << web << QByteArray() << 0;
    }

    void aBrowsersPictureIsTakenFromTheDropOrRefused()
    {
        QFETCH(QString, html);
        QFETCH(QString, address);
        QFETCH(QByteArray, pixels);
        QFETCH(int, pictures);
        Box box;
        QMimeData data;
        if (!html.isEmpty())
            data.setHtml(html);
        if (!address.isEmpty())
            data.setUrls({QUrl(address)});
        if (!pixels.isEmpty())
            data.setData("image/png", pixels);

        QVERIFY(ui::holdsAttachments(&data));
        box.attachFrom(&data);

        QTRY_COMPARE(box.pictures().size(), pictures);
        QCOMPARE(notices(box).filter("example.org").size(), pictures == 0 ? 1 : 0);
        QVERIFY(box.text().isEmpty());
    }

    void dataThatNeverArrivedIsSaidAndForgotten_data()
    {
        QTest::addColumn<QString>("next");
        QTest::newRow("another try") << "attach";
        QTest::newRow("sent without") << "send";
        QTest::newRow("another chat") << "chat";
    }

    // A program that ends after the drop leaves types without data.
    void dataThatNeverArrivedIsSaidAndForgotten()
    {
        QFETCH(QString, next);
        Box box;
        box.show();
        QMimeData empty;
        empty.setData("text/uri-list", {});

        box.attachFrom(&empty);

        QCOMPARE(notices(box).size(), 1);
        QVERIFY2(notices(box)[0].startsWith("Nothing was attached"), qPrintable(notices(box)[0]));
        QObject otherChat;
        if (next == "attach") {
            box.attachFile(tests::resource("samples/one-1.png"));
        } else if (next == "send") {
            QTest::keyClicks(box.edit(), "Hello");
            QTest::keyClick(box.edit(), Qt::Key_Return);
        } else {
            box.showDraft(&otherChat, {});
        }
        QTRY_VERIFY(notices(box).isEmpty());
    }

    // An image deep inside a long page is not one that was dropped, and is not searched for.
    void aPictureFarWithinAPageIsNotTheOneThatWasDropped()
    {
        Box box;
        QMimeData data;
        data.setHtml(QString(100'000, u'x') + "<img src='https://example.org/cat.jpg'>");
        data.setUrls({QUrl("https://example.org/page")});
        data.setText("https://example.org/page");

        box.attachFrom(&data);

        QCOMPARE(box.text(), "https://example.org/page");
        QVERIFY(notices(box).isEmpty());
    }

    void aDroppedLinkIsText()
    {
        Box box;
        QMimeData data;
        data.setUrls({QUrl("https://example.org/page")});
        data.setText("https://example.org/page");

        box.attachFrom(&data);

        QCOMPARE(box.text(), "https://example.org/page");
        QVERIFY(notices(box).isEmpty());
    }

    void cellsOfASpreadsheetArePastedAsText()
    {
        Box box;
        QMimeData data;
        data.setText("1\t2");
        data.setHtml("<table><tr><td>1</td><td>2</td></tr></table>");
        data.setImageData(QImage(4, 4, QImage::Format_RGB32));

        paste(box, data);

        QCOMPARE(box.text(), "1\t2");
        QVERIFY(box.pictures().isEmpty());
    }

    void fiveHundredFilesAreTakenUpToTheMost()
    {
        Box box;
        box.show();
        QMimeData data;
        data.setUrls(QList<QUrl>(500, QUrl::fromLocalFile(tests::resource("samples/one-1.png"))));

        box.attachFrom(&data);

        QCOMPARE(notices(box).size(), 1);
        QTRY_COMPARE(box.pictures().size(), ui::AttachmentStrip::maxAttachments);
    }

    void whatIsStillReadIsSentAtOnceAndHandedOver()
    {
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QSignalSpy loaded(&box.loader, &services::AttachmentLoader::pictureLoaded);
        const QString file = tests::resource("samples/one-1.png");
        box.attachText("before");
        box.attachFile(file);
        box.attachPicture(services::decodePictureFile(file));
        box.attachFile(file);

        QTest::keyClick(box.edit(), Qt::Key_Return);

        QCOMPARE(submitted.count(), 1);
        const services::Draft sent = draftOf(submitted);
        QCOMPARE(sent.pictures.size(), 1);
        QCOMPARE(sent.attachments.size(), 1);
        QCOMPARE(sent.awaited.size(), 2);
        QCOMPARE(sent.awaited[0].name, "one-1.png");
        QCOMPARE(sent.awaited[0].path, file);
        QCOMPARE(sent.awaited[0].texts, 1);
        QCOMPARE(sent.awaited[0].pictures, 0);
        QCOMPARE(sent.awaited[1].pictures, 1);
        QVERIFY(box.findChild<ui::AttachmentStrip*>()->isEmpty());
        for (const services::AwaitedFile& each : sent.awaited)
            QVERIFY(box.loader.isReading(each.ticket));
        QTRY_COMPARE(loaded.count(), 2); // it continues
        QVERIFY(box.pictures().isEmpty());
    }

    void whatIsTakenAwayIsNotRead()
    {
        Box box;
        box.show();
        QSignalSpy loaded(&box.loader, &services::AttachmentLoader::pictureLoaded);
        box.attachFile(tests::resource("samples/one-1.png"));
        box.attachFile(tests::resource("samples/one-2.png"));

        QTest::mouseClick(buttonNamed(box, "Remove one-1.png"), Qt::LeftButton);

        QTRY_COMPARE(box.pictures().size(), 1);
        QCOMPARE(box.pictures()[0].name, "one-2.png");
        QCOMPARE(loaded.count(), 1);
    }

    void pastedFilesBecomePictures()
    {
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(tests::resource("samples/one-1.png")),
            QUrl::fromLocalFile(tests::resource("samples/one-2.png"))});

        paste(box, data);
        QTRY_COMPARE(box.pictures().size(), 2);
        box.submit();

        QCOMPARE(submitted.count(), 1);
        const auto pictures = draftOf(submitted).pictures;
        QCOMPARE(pictures.size(), 2);
        QCOMPARE(pictures[1].name, "one-2.png");
    }

    void manyPicturesDoNotWidenTheBox()
    {
        Box box;
        const int width = box.minimumSizeHint().width();

        for (int copy = 0; copy < 20; ++copy)
            box.attachFile(tests::resource("samples/one-1.png"));
        box.show();

        QVERIFY(box.minimumSizeHint().width() <= std::max(width, 300));
        for (const QToolButton* button : box.findChildren<QToolButton*>())
            QVERIFY(button->visibleRegion().isEmpty() || button->height() >= 24);
        QTRY_COMPARE(box.pictures().size(), 20);
    }

    void onlyTheLastFailuresAreShown()
    {
        Box box;

        for (int failure = 1; failure <= 9; ++failure)
            box.showNotice(QString("Failure %1.").arg(failure));

        QTRY_COMPARE(
            notices(box), (QStringList{"Failure 6.", "Failure 7.", "Failure 8.", "Failure 9."}));
    }

    void aBrokenPictureIsExplainedAndGoes()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("broken.png"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x89PNG\r\n\x1a\nnothing");
        file.close();
        Box box;
        QSignalSpy submitted(&box, &PromptBox::submitted);

        box.attachFile(file.fileName());

        QTRY_COMPARE(notices(box).size(), 1);
        QVERIFY(notices(box).first().size() > 10);
        box.submit();
        QCOMPARE(submitted.count(), 0); // there is nothing to send
    }
};

TESTS(PromptAttachmentsTest, QApplication);
#include "prompt_attachments_test.moc"
