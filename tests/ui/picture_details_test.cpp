#include "services/conversations/conversation.h"
#include "services/pictures/picture_detail.h"
#include "services/settings/settings_table.h"
#include "tests/support/fixtures.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/attachment_chip.h"
#include "ui/chat/detail_button.h"
#include "ui/chat/picture_details.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/commands/command_list.h"

#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using tests::patience;

namespace {

// A prompt box that says what images take.
struct DetailedBox {
    DetailedBox()
        : prompt(all.settings(), all.attachments())
        , details(prompt, all.models(), all.installed(), all.answers(), all.settings(),
              all.pictureTexts())
    {
        prompt.resize(600, 300);
        prompt.show();
        details.setConversation(&conversation);
    }

    // The model of the chat is a file of reference outputs; false: there are none.
    bool chooseReference(const char* name)
    {
        const auto root = tests::fixtures();
        if (!root)
            return false;
        const QString path = QString::fromStdString((*root / "models" / name).string());
        all.installed().add({path});
        services::ChatSettings settings;
        settings.model = services::ModelId::fromText(path.toStdString());
        conversation.setSettings(settings);
        return true;
    }

    ui::DetailButton* button() const { return prompt.findChild<ui::DetailButton*>(); }
    QString cost() const { return prompt.detailBar()->cost(); }
    QString hint() const { return prompt.detailBar()->hint(); }

    // The number in "Picture: 1,024 tokens".
    int tokens() const { return cost().split(u' ').value(1).remove(u',').toInt(); }

    QAction* choice(const QString& name)
    {
        for (QAction* action : button()->popup()->actions())
            if (action->text().startsWith(name))
                return action;
        return nullptr;
    }

    tests::TestServices all;
    services::Conversation conversation;
    ui::PromptBox prompt;
    ui::PictureDetails details;
};

services::Picture wideReceipt()
{
    return services::makePicture(
        tests::receipt().scaled(1600, 1600, Qt::IgnoreAspectRatio, Qt::SmoothTransformation),
        "receipt.png");
}

// On a large sheet, so that its letters are small wherever the whole sheet is seen.
services::Picture smallReceipt()
{
    QImage sheet(2000, 2000, QImage::Format_RGB888);
    sheet.fill(Qt::white);
    QPainter(&sheet).drawImage(100, 100, tests::receipt());
    return services::makePicture(sheet, "receipt.png");
}

} // namespace

// The detail of attached images: what it takes, how it is changed, and what is lost by it.
class PictureDetailsTest : public QObject {
    Q_OBJECT

private slots:
    // Whatever the image: there is nothing to choose, and the button says why.
    void theBuiltInModelReadsEveryPictureAlike()
    {
        DetailedBox box;
        box.prompt.attachFile(tests::resource("samples/one-1.png"));

        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > 0, patience);
        QVERIFY(box.button()->isVisible());
        QVERIFY(box.button()->accessibleDescription().contains("in the same way"));
        QVERIFY(!box.choice("Fine")->isEnabled());
    }

    void boxesAreOfferedOfFamiliesThatGiveThem()
    {
        DetailedBox box;
        QSignalSpy changed(&box.details, &ui::PictureDetails::groundingChanged);
        box.prompt.attachPicture(wideReceipt());
        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > 0, patience);
        QCOMPARE(changed.count(), 0); // the built-in model gives none
        if (!box.chooseReference("qwen2_vl"))
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");

        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, patience);
        QVERIFY(changed.takeFirst()[0].toString().contains(u'…'));
        box.prompt.submit();
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, patience); // no image is left
        QVERIFY(changed.takeFirst()[0].toString().isEmpty());
    }

    void theQuestionForBoxesIsFilledIn()
    {
        tests::TestServices all;
        ui::MainWindow window(all, all.theme());
        window.show();
        QAction* whereIs = window.commands().find("message.whereIs");
        QVERIFY(!whereIs->isEnabled());

        emit window.findChild<ui::PictureDetails*>()->groundingChanged("Locate …, output boxes.");
        QVERIFY(whereIs->isEnabled());
        whereIs->trigger();

        ui::PromptEdit* edit = window.promptBox()->edit();
        QCOMPARE(edit->toPlainText(), QString("Locate …, output boxes."));
        QCOMPARE(edit->textCursor().selectedText(), QString("…"));
        emit window.findChild<ui::PictureDetails*>()->groundingChanged({});
        QVERIFY(!whereIs->isEnabled());
    }

    void aDetailIsChosenForAPicture()
    {
        DetailedBox box;
        if (!box.chooseReference("qwen2_vl"))
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");
        QSignalSpy changed(&box.prompt, &ui::PromptBox::draftFilesChanged);
        box.prompt.attachPicture(wideReceipt());
        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > 0, patience);
        const int whole = box.tokens();
        changed.clear();

        QAction* fine = box.choice("Fine");
        QVERIFY(fine && fine->isEnabled());
        QVERIFY(fine->text().contains("token"));
        fine->trigger();

        QCOMPARE(changed.count(), 1); // so that the draft is stored
        QCOMPARE(box.prompt.pictures()[0].pixels->tokens, services::detailTokens("fine"));
        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > whole, patience);
        QVERIFY(box.button()->accessibleName().contains("Fine"));
        QVERIFY(box.choice("Fine")->isChecked());

        QSignalSpy submitted(&box.prompt, &ui::PromptBox::submitted);
        box.prompt.submit();
        QCOMPARE(submitted.count(), 1);
        QCOMPARE(submitted[0][0].value<services::Draft>().pictures[0].pixels->tokens,
            services::detailTokens("fine"));
        QTRY_VERIFY_WITH_TIMEOUT(box.prompt.detailBar()->isHidden(), patience);
    }

    void tilesAreForModelsThatHaveThem()
    {
        DetailedBox box;
        if (!box.chooseReference("internvl"))
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");
        box.prompt.attachPicture(wideReceipt());
        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > 0, patience);
        const int whole = box.tokens();
        QVERIFY(box.choice("Tiles")->text().contains("token"));
        box.choice("Tiles")->trigger();
        QCOMPARE(box.prompt.pictures()[0].pixels->tokens, services::detailTokens("tiles"));
        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > whole, patience);

        QVERIFY(box.chooseReference("qwen2_vl")); // which reads it as by default
        QTRY_VERIFY_WITH_TIMEOUT(
            box.button()->accessibleDescription().contains("Not available"), patience);
        const QAction* tiles = box.choice("Tiles");
        QVERIFY(!tiles->isEnabled());
        QVERIFY(tiles->isChecked());
        QVERIFY(tiles->text().contains("Not available with this model"));
        QVERIFY(box.choice("Fine")->isEnabled());
    }

    void whatServersWithoutTilesGetIsSaid()
    {
        DetailedBox box;
        services::ChatSettings settings;
        settings.model = services::ModelId::remote("http://127.0.0.1:9/v1", "model");
        box.conversation.setSettings(settings);
        box.all.settings().set(services::settings::pictureDetail, QString("tiles"));

        box.prompt.attachPicture(wideReceipt());

        QTRY_VERIFY_WITH_TIMEOUT(box.cost().contains("“Fine”"), patience);
        box.prompt.setPictureTokens(0, services::detailTokens("fast"));
        QTRY_VERIFY_WITH_TIMEOUT(box.cost().isEmpty(), patience);
    }

    void newPicturesHaveTheDetailOfTheSettings()
    {
        DetailedBox box;
        box.all.settings().set(services::settings::pictureDetail, QString("balanced"));

        box.prompt.attachPicture(wideReceipt());
        box.prompt.attachFile(tests::resource("samples/one-1.png"));

        QTRY_COMPARE_WITH_TIMEOUT(box.prompt.pictures().size(), 2, patience);
        for (const services::Picture& picture : box.prompt.pictures())
            QCOMPARE(picture.pixels->tokens, services::detailTokens("balanced"));
        QTRY_VERIFY_WITH_TIMEOUT(box.cost().startsWith("2 pictures: "), patience);
    }

    // The built-in model sees a few hundred pixels of a sheet.
    void lostTextIsSaidIfPicturesMayBeRead()
    {
        DetailedBox box;
        if (box.all.pictureTexts().languages().names.isEmpty())
            QSKIP("there are no data of Tesseract");
        box.all.settings().set(services::settings::readPictures, false);
        box.prompt.attachPicture(smallReceipt());
        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > 0, patience);
        QVERIFY(box.hint().isEmpty());

        box.all.settings().set(services::settings::readPictures, true);

        QTRY_VERIFY_WITH_TIMEOUT(!box.hint().isEmpty(), patience);
        QVERIFY2(box.hint().startsWith("Small text is lost: "), qPrintable(box.hint()));
        QVERIFY2(box.hint().endsWith(" of 17 words readable"), qPrintable(box.hint()));
        QSignalSpy region(&box.details, &ui::PictureDetails::regionRequested);
        tests::buttonSaying(box.prompt, "Select an area…")->click();
        QCOMPARE(region.count(), 1);
        QCOMPARE(region[0][1].toInt(), 0);

        box.prompt.findChild<ui::AttachmentChip*>()->removed();
        QTRY_VERIFY_WITH_TIMEOUT(box.prompt.detailBar()->isHidden(), patience);
    }

    void lostTextIsReadableInAFinerDetail()
    {
        DetailedBox box;
        if (!box.chooseReference("qwen2_vl"))
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");
        if (box.all.pictureTexts().languages().names.isEmpty())
            QSKIP("there are no data of Tesseract");
        box.prompt.attachPicture(smallReceipt());
        QTRY_VERIFY_WITH_TIMEOUT(!box.hint().isEmpty(), patience);
        const int before = box.tokens();
        tests::keepPicture(box.prompt, "picture-detail.png");

        QAbstractButton* finer = tests::buttonSaying(box.prompt, "Use “Fine”");
        QVERIFY(finer);
        finer->click();

        QCOMPARE(box.prompt.pictures()[0].pixels->tokens, services::detailTokens("fine"));
        QTRY_VERIFY_WITH_TIMEOUT(box.tokens() > before, patience);
    }
};

TESTS(PictureDetailsTest, QApplication);

#include "picture_details_test.moc"
