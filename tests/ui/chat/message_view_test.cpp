#include "services/documents/answers/place_check.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "ui/chat/message_view.h"
#include "ui/chat/source_cards.h"
#include "ui/chat/text_attachment_view.h"
#include "ui/links/link.h"
#include "ui/markdown/markdown_view.h"
#include "ui/markdown/thinking_view.h"
#include "ui/pictures/place_popup.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>
#include <atomic>
#include <future>

using services::Author;
using services::Message;
using tests::keepPicture;
using ui::MarkdownView;
using ui::MessageAction;
using ui::MessageView;
using ui::Scheme;

namespace {

const QString sample
    = u"## What I see\n\nA **sailboat** and a *rhinoceros* on `red`. See "
      "[the page](https://example.org).\n\n1. First\n2. Second with more words\n"
      "   - nested\n\n```python\ndef area(width, height):\n    return width * height\n"
      "```\n\n3. Third\n\n> A quote of two\n> lines.\n>\n> And more.\n\n"
      "| Thing | Count |\n|:--|--:|\n| boats | 1 |\n| rhinos | 1 |\n\n- [x] done\n"
      "- [ ] open\n"_qs;

Message answer(const QString& text)
{
    Message message;
    message.id = 0;
    message.author = Author::Assistant;
    message.text = text;
    message.statistics.tokens = 12;
    message.statistics.tokensPerSecond = 15;
    return message;
}

// It cites its second source for what that does not say.
Message answerWithSources(int count)
{
    Message message = answer("The lamp blinks red when the tank is empty [1]. "
                             "The warranty ends after 36 months [2].");
    for (int page = 1; page <= count; ++page)
        message.sources << services::Source{.title = "Lamp.pdf",
            .address = "/nowhere/Lamp.pdf",
            .page = page,
            .passage = page == 1 ? "The lamp blinks red when the tank is empty. Fill it with water."
                                 : "The warranty ends 24 months after the day of purchase."};
    return message;
}

// An image in which these lines were read.
services::Picture receipt()
{
    QImage image(400, 300, QImage::Format_RGB888);
    image.fill(Qt::white);
    services::Picture picture{"receipt.png", image, image};
    picture.text = services::PictureText();
    double y = 0.1;
    for (const QString line : {"Corner Bakery", "Coffee 7.60", "Total EUR 14.60"}) {
        double x = 0.1;
        for (const QString& word : line.split(u' ')) {
            picture.text->words << services::PictureWord{word, {x, y, 0.1, 0.05}};
            x += 0.3;
        }
        picture.text->words.last().after = services::PictureWord::After::Line;
        y += 0.35;
    }
    return picture;
}

// What the accessible description says of each fact when Tab reaches it.
QStringList factsIn(MessageView& view)
{
    QStringList facts;
    MarkdownView* text = view.text();
    text->clearFocus();
    text->setFocus(Qt::TabFocusReason);
    while (!text->accessibleDescription().isEmpty() && facts.size() < 9) {
        facts << text->accessibleDescription();
        QTest::keyClick(text, Qt::Key_Tab);
    }
    return facts;
}

// The line below the answer about places that are read again.
QString noteIn(const MessageView& view)
{
    for (const auto* label : view.findChildren<ui::TextLabel*>())
        if (!label->isHidden() && label->text().contains("enlarged picture"))
            return label->text();
    return {};
}

// What the accessible description says of each citation when Tab reaches it.
QStringList doubtsIn(MessageView& view)
{
    QStringList doubts;
    MarkdownView* text = view.text();
    text->clearFocus();
    text->setFocus(Qt::TabFocusReason);
    for (int link = 0; link < 2; ++link) {
        doubts << (text->accessibleDescription().contains("It doesn't contain: ") ? "yes" : "no");
        QTest::keyClick(text, Qt::Key_Tab);
    }
    return doubts;
}

} // namespace

class MessageViewTest : public QObject {
    Q_OBJECT

private slots:
    void markdownIsShownInBothSchemes_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void markdownIsShownInBothSchemes()
    {
        QFETCH(int, scheme);
        m_theme.setScheme(Scheme(scheme));
        MessageView view(Author::Assistant);
        view.resize(760, 10);
        view.setMessage(answer(sample));
        view.resize(760, view.heightForWidth(760));
        view.show();

        const QImage picture = view.grab().toImage();

        keepPicture(view, QStringLiteral("markdown-%1.png").arg(QTest::currentDataTag()));
        QCOMPARE(picture.pixelColor(0, 0), ui::colors(Scheme(scheme)).window);
        QVERIFY(view.readableText().contains("1. First"));
        QVERIFY(view.readableText().contains("3. Third"));
    }

    void aNarrowerColumnIsTaller()
    {
        MessageView view(Author::Assistant);
        view.setMessage(answer(sample));

        QVERIFY(view.heightForWidth(300) > view.heightForWidth(700));
    }

    void aShortMessageOfTheUserStaysOnOneLine()
    {
        MessageView view(Author::User);
        Message message;
        message.text = "What colour is the background?";
        view.resize(760, 10);
        view.setMessage(message);

        const auto* text = view.findChild<MarkdownView*>();
        QVERIFY(text->height() < 2 * view.fontMetrics().lineSpacing());
        QVERIFY(text->geometry().right() > 690);
    }

    void theStatisticsStandBackBehindTheText()
    {
        m_theme.setScheme(Scheme::Light);
        MessageView view(Author::Assistant);
        view.setMessage(answer("Text"));

        const auto labels = view.findChildren<QLabel*>();
        const auto found = std::find_if(labels.begin(), labels.end(),
            [](const QLabel* label) { return label->text().contains("tokens"); });
        QVERIFY(found != labels.end());
        QCOMPARE(
            (*found)->palette().color(QPalette::WindowText), ui::colors(Scheme::Light).mutedText);
    }

    void severalPicturesStandInLinesAtTheRight()
    {
        services::Message message;
        message.author = Author::User;
        QImage image(100, 100, QImage::Format_RGB888);
        image.fill(Qt::red);
        message.pictures = QList<services::Picture>(5, {"red.png", image, image});
        MessageView view(Author::User);
        view.resize(760, 600);

        view.setMessage(message);

        QMap<int, int> rightEdges; // of the lines, by their top
        for (const ui::PictureTile* tile : view.findChildren<ui::PictureTile*>()) {
            QVERIFY(view.rect().contains(tile->geometry()));
            int& edge = rightEdges[tile->y()];
            edge = std::max(edge, tile->geometry().right() + 1);
        }
        const int edge = 760 - MessageView::sidePadding;
        QCOMPARE(rightEdges.values(), (QList<int>{edge, edge}));
    }

    void textsThatWereAttachedAreUnfoldedByAClick()
    {
        Message message;
        message.id = 0;
        message.text = "Sum it up.";
        message.attachments = {{"report.txt", QString("A line.\n").repeated(40)}};
        MessageView view(Author::User);
        view.resize(760, 300);
        view.setMessage(message);
        view.show();
        const int folded = view.heightForWidth(760);
        QSignalSpy heights(&view, &MessageView::heightChanged);
        auto* chip = view.findChild<ui::TextAttachmentView*>()->findChild<QToolButton*>();
        QVERIFY(chip->text().contains("report.txt"));
        QVERIFY(chip->text().contains("320"));

        QTest::mouseClick(chip, Qt::LeftButton);

        QCOMPARE(heights.count(), 1);
        QVERIFY(view.heightForWidth(760) > folded + 100);
        QVERIFY(view.findChild<QPlainTextEdit*>()->toPlainText().startsWith("A line."));
        view.resize(760, view.heightForWidth(760));
        keepPicture(view, "message-attachment.png");
        QTest::mouseClick(chip, Qt::LeftButton);
        QCOMPARE(view.heightForWidth(760), folded);
    }

    void aLineOfAMegabyteDoesNotReachTheEditor()
    {
        ui::TextAttachmentView view(services::TextAttachment{"line.txt", QString(1 << 20, u'x')});

        view.setUnfolded(true);

        QVERIFY(view.findChild<QPlainTextEdit*>()->toPlainText().size()
            < ui::TextAttachmentView::shownCharacters + 200);
    }

    void anErrorOffersToTryAgainOrGoOn()
    {
        Message message = answer("Half an ans");
        message.state = Message::State::Failed;
        message.error = "The model was unloaded.";
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.setMessage(message, {.isLast = true});
        view.resize(760, view.heightForWidth(760));
        view.show();
        QSignalSpy requested(&view, &MessageView::requested);

        QTest::mouseClick(tests::button(&view, "Continue"), Qt::LeftButton);
        QTest::mouseClick(tests::button(&view, "Retry"), Qt::LeftButton);

        QCOMPARE(requested.count(), 2);
        QCOMPARE(
            requested[0][1].value<MessageAction>(), MessageAction(ui::MessageCommand::Continue));
        QCOMPARE(
            requested[1][1].value<MessageAction>(), MessageAction(ui::MessageCommand::Regenerate));
        QVERIFY(view.readableText().endsWith("The model was unloaded."));
        keepPicture(view, "message-error.png");
    }

    void anErrorOnACardOffersTheProcessor()
    {
        Message message = answer("");
        message.state = Message::State::Failed;
        message.error = "The GPU failed.";
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.setMessage(message, {.isLast = true});
        view.show();
        QVERIFY(!tests::button(&view, "Use CPU"));
        view.setMessage(message, {.isLast = true, .isOnCard = true});
        view.resize(760, view.heightForWidth(760));
        QSignalSpy requested(&view, &MessageView::requested);

        QTest::mouseClick(tests::button(&view, "Use CPU"), Qt::LeftButton);

        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested[0][1].value<MessageAction>(), MessageAction(ui::MessageCommand::UseCpu));
    }

    void aPictureIsOpenedByClickAndKey()
    {
        Message message;
        QImage image(100, 100, QImage::Format_RGB888);
        image.fill(Qt::red);
        message.id = 0;
        message.pictures = QList<services::Picture>(2, {"red.png", image, image});
        MessageView view(Author::User);
        view.resize(760, 300);
        view.setMessage(message);
        view.show();
        QSignalSpy requested(&view, &MessageView::requested);
        const auto tiles = view.findChildren<ui::PictureTile*>();

        QTest::mouseClick(tiles[1], Qt::LeftButton);
        QTest::keyClick(tiles[0], Qt::Key_Space);

        QCOMPARE(requested.count(), 2);
        QCOMPARE(requested[0][1].value<MessageAction>(), MessageAction(ui::OpenImage{1}));
        QCOMPARE(requested[1][1].value<MessageAction>(), MessageAction(ui::OpenImage{0}));
    }

    // Every number of the answer leads to its place, or it is said that it has none.
    void factsOfAnAnswerLeadToTheirPlaces()
    {
        services::PictureTexts texts;
        services::PictureChecks checks(texts);
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.show();
        QSignalSpy requested(&view, &MessageView::requested);
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.setMessage(answer("The coffee was 7.60, the total 14.60, the tip 3.25."),
            {.pictureChecks = &checks,
                .pictured = 7,
                .pictures = {receipt()},
                .answersPictures = true});
        QTRY_COMPARE(view.text()->focusPolicy(), Qt::StrongFocus);

        QCOMPARE(factsIn(view),
            QStringList({"7.60, found in the middle, line 2",
                "14.60, found at the lower right, line 3", "3.25 isn't in the picture"}));
        const auto* popup = view.findChild<ui::PlacePopup*>();
        QVERIFY(popup && popup->accessibleDescription().contains("14.60"));

        view.text()->setFocus(Qt::TabFocusReason);
        QVERIFY(popup->isVisible());
        keepPicture(view, "facts.png");
        QTest::keyClick(view.text(), Qt::Key_Return);
        QVERIFY(!popup->isVisible());
        const auto action = requested.last()[1].value<MessageAction>();
        const auto* open = std::get_if<ui::OpenPlace>(&action);
        QVERIFY(open);
        QCOMPARE(open->question, services::MessageId(7));
        QVERIFY(open->place.contains(QPointF(0.45, 0.475)));
    }

    // One button has the model read a place again; the menu does so with all of them.
    void placesAreReadAgain()
    {
        services::PictureTexts texts;
        services::PictureChecks checks(texts);
        std::atomic<int> asked = 0;
        auto engine = std::make_shared<tests::ScriptedEngine>(1000,
            [&asked](const std::string&) { return asked++ == 0 ? "14.80" : "7.60"; });
        services::PlaceChecks places([engine] { return engine; });
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.setMessage(answer("The coffee was 7.60, the total 14.60, the tip 3.25."),
            {.pictureChecks = &checks,
                .placeChecks = &places,
                .pictured = 7,
                .pictures = {receipt()},
                .answersPictures = true});
        QTRY_COMPARE(view.text()->focusPolicy(), Qt::StrongFocus);
        view.text()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(view.text(), Qt::Key_Tab);
        auto* popup = view.findChild<ui::PlacePopup*>();
        QVERIFY(popup && popup->accessibleDescription().startsWith("14.60"));

        QAbstractButton* again = tests::button(popup, "Check again");
        QVERIFY(again);
        again->click();
        QCOMPARE(again->text(), "Cancel");

        QTRY_COMPARE(popup->result(), "Answer: 14.60 — enlarged: 14.80");
        keepPicture(*popup, "place-check.png");
        QTRY_VERIFY(view.text()->accessibleDescription().endsWith("enlarged: 14.80"));
        QVERIFY(popup->isVisible()); // the fact keeps the focus, although it is marked now
        QTRY_VERIFY(factsIn(view).value(1).endsWith("Answer: 14.60 — enlarged: 14.80"));
        QMenu* menu = view.makeMenu();
        const auto actions = menu->actions();
        const auto all = std::ranges::find(
            actions, QString("Check again in enlarged picture"), &QAction::text);
        QVERIFY(all != actions.end());
        (*all)->trigger();
        QTRY_VERIFY(factsIn(view).value(0).endsWith("Answer: 7.60 — enlarged: 7.60"));
        QCOMPARE(asked, 2); // what was read is not read again
        QCOMPARE(factsIn(view).value(2), "3.25 isn't in the picture");
    }

    // An answer about a receipt checks its amounts when it ends, if the setting says so.
    void amountsOfReceiptsAreReadAgainByThemselves()
    {
        services::PictureTexts texts;
        services::PictureChecks checks(texts);
        std::atomic<int> asked = 0;
        auto engine = std::make_shared<tests::ScriptedEngine>(1000,
            [&asked](const std::string&) { return asked++ == 0 ? "7.60" : "14.80"; });
        services::PlaceChecks places([engine] { return engine; });
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.show();
        services::Picture form = receipt();
        form.text->words << services::PictureWord{"Tea", {0.1, 0.9, 0.1, 0.05}}
                         << services::PictureWord{"7.00", {0.4, 0.9, 0.1, 0.05}};
        ui::MessageContext context{.pictureChecks = &checks,
            .placeChecks = &places,
            .pictured = 7,
            .pictures = {form},
            .answersPictures = true};
        Message said = answer("The coffee was 7.60, the total 14.60, the tip 3.25.");
        QSignalSpy read(&view, &MessageView::formsRead);

        view.setMessage(said, context); // it had ended before
        QTRY_COMPARE(factsIn(view).size(), 3);
        QCOMPARE(asked, 0);

        said.id = 9;
        said.state = Message::State::Writing;
        view.setMessage(said, context);
        said.state = Message::State::Complete;
        context.readsFormsAgain = true;
        view.setMessage(said, context);
        QTRY_VERIFY(factsIn(view).value(1).endsWith("Answer: 14.60 — enlarged: 14.80"));
        QVERIFY(factsIn(view).value(0).endsWith("Answer: 7.60 — enlarged: 7.60"));
        QCOMPARE(asked, 2);
        QCOMPARE(read.value(0).value(0).toLongLong(), qint64(said.id));
        QCOMPARE(noteIn(view), QString("The enlarged picture says something else in 1 place(s)."));
        keepPicture(view, "form-checked.png");
    }

    // It was scrolled out of sight: what was read is known then, and the rest is read.
    void readingAgainGoesOnWhenTheAnswerIsShownAgain()
    {
        services::PictureTexts texts;
        services::PictureChecks checks(texts);
        std::promise<void> go;
        const auto engine = std::make_shared<tests::ScriptedEngine>(
            1000, [gone = go.get_future().share()](const std::string&) {
                gone.wait();
                return "14.80";
            });
        services::PlaceChecks places([engine] { return engine; });
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.show();
        services::Picture form = receipt();
        form.text->words << services::PictureWord{"Tea", {0.1, 0.9, 0.1, 0.05}}
                         << services::PictureWord{"7.00", {0.4, 0.9, 0.1, 0.05}};
        const ui::MessageContext context{.pictureChecks = &checks,
            .placeChecks = &places,
            .readsFormsAgain = true,
            .pictured = 7,
            .pictures = {form},
            .answersPictures = true};
        const Message said = answer("The coffee was 7.60, the total 14.60.");
        QSignalSpy read(&view, &MessageView::formsRead);
        view.setMessage(said, context);
        QTRY_COMPARE(noteIn(view), QString("Reading 2 place(s) again in the enlarged picture…"));

        view.suspend();
        QCOMPARE(noteIn(view), QString());
        QCOMPARE(read.count(), 0);
        go.set_value();

        view.setMessage(said, context);
        QTRY_COMPARE(read.count(), 1);
        QVERIFY(factsIn(view).value(1).contains("enlarged: 14.80"));
        view.setMessage(said, context); // which begins nothing
        QVERIFY(!noteIn(view).contains("Reading"));
    }

    void readingAgainCanBeStopped()
    {
        services::PictureTexts texts;
        services::PictureChecks checks(texts);
        auto engine = std::make_shared<tests::ScriptedEngine>(
            1000, [](const std::string&) { return "14.60"; });
        engine->answerTogether(9); // it never answers
        services::PlaceChecks places([engine] { return engine; });
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.show();
        view.setMessage(answer("The coffee was 7.60, the total 14.60."),
            {.pictureChecks = &checks,
                .placeChecks = &places,
                .pictured = 7,
                .pictures = {receipt()},
                .answersPictures = true});
        QTRY_COMPARE(factsIn(view).size(), 2);
        const auto choose = [&view](const QString& name) {
            const auto actions = view.makeMenu()->actions();
            const auto found = std::ranges::find(actions, name, &QAction::text);
            if (found == actions.end())
                return false;
            (*found)->trigger();
            return true;
        };
        QVERIFY(!choose("Stop checking"));
        QVERIFY(choose("Check again in enlarged picture"));
        QCOMPARE(noteIn(view), QString("Reading 2 place(s) again in the enlarged picture…"));
        keepPicture(view, "form-checking.png");

        QVERIFY(choose("Stop checking"));
        QCOMPARE(noteIn(view), QString());
        QVERIFY(!choose("Stop checking"));
    }

    // What the versions of an answer disagree about is marked in it, also where an image has it.
    void whatVersionsDisagreeAboutIsMarked()
    {
        services::PictureTexts texts;
        services::PictureChecks checks(texts);
        MessageView view(Author::Assistant);
        view.resize(760, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        ui::MessageContext context{.otherVersions = {"The coffee was 7.60, the total 14.80.",
                                       "<think>7.90?</think>The coffee: 7.60; the total: 14.60."}};
        Message several = answer("The coffee was 7.60, the total **14.60**.");
        view.setMessage(several, context);
        QTRY_COMPARE(view.text()->focusPolicy(), Qt::StrongFocus);

        QCOMPARE(factsIn(view), QStringList{"2 of 3 versions say 14.60"});
        keepPicture(view, "disputed.png");
        QSignalSpy requested(&view, &MessageView::requested);
        view.text()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(view.text(), Qt::Key_Return); // there is nothing to open
        QCOMPARE(requested.count(), 0);

        context.pictureChecks = &checks;
        context.pictured = 7;
        context.pictures = {receipt()};
        context.answersPictures = true;
        view.setMessage(several, context);
        QTRY_COMPARE(factsIn(view),
            QStringList({"7.60, found in the middle, line 2",
                "14.60, found at the lower right, line 3. 2 of 3 versions say 14.60"}));

        view.text()->setFocus(Qt::BacktabFocusReason);
        QVERIFY(view.findChild<ui::PlacePopup*>()->accessibleDescription().endsWith(
            "2 of 3 versions say 14.60"));

        several.id = 3; // another answer, which has no versions
        view.setMessage(several, {});
        QCOMPARE(view.text()->focusPolicy(), Qt::ClickFocus);
    }

    // A later answer that has nothing of the image is about something else.
    void laterAnswersAreMarkedOnlyIfTheyAreAboutTheImage()
    {
        services::PictureTexts texts;
        services::PictureChecks checks(texts);
        MessageView view(Author::Assistant);
        ui::MessageContext context{
            .pictureChecks = &checks, .pictured = 7, .pictures = {receipt()}};
        view.resize(760, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        Message later = answer("The total was 14.60, not 15.75.");
        view.setMessage(later, context);
        QTRY_COMPARE(factsIn(view).size(), 2);

        later.id = 2;
        later.text = "Napoleon was born in 1769.";
        view.setMessage(later, context);
        Message direct = later;
        MessageView other(Author::Assistant); // is compared after it
        context.answersPictures = true;
        other.setMessage(direct, context);
        QTRY_COMPARE(other.text()->focusPolicy(), Qt::StrongFocus);
        QCOMPARE(view.text()->focusPolicy(), Qt::ClickFocus);

        context.pictureChecks = nullptr; // the setting is off
        other.setMessage(direct, context);
        QCOMPARE(other.text()->focusPolicy(), Qt::ClickFocus);
    }

    void aThoughtIsSeenHoweverItsMarkArrives_data()
    {
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("at once") << QStringList{"<think>\nHm.\n</think>\n", "Yes."};
        QTest::newRow("in pieces") << QStringList{"<th", "ink>\nHm.\n</", "think>\nYes", "."};
        QTest::newRow("without its beginning") << QStringList{"Hm. a <b ", "<", "/think>\nYes."};
    }
    void aThoughtIsSeenHoweverItsMarkArrives()
    {
        QFETCH(QStringList, parts);
        MessageView view(Author::Assistant);
        Message message = answer({});

        for (const QString& part : parts) {
            message.text += part;
            view.setMessage(message);
        }

        QCOMPARE(view.text()->plainText(), "Yes.");
    }

    void aThoughtIsFoldedAboveTheAnswer()
    {
        MessageView view(Author::Assistant);
        view.resize(760, 300);

        view.setMessage(answer("<think>\nFirst, the boat.\n</think>\n\nIt is a boat."));

        QVERIFY(view.findChild<ui::ThinkingView*>());
        QVERIFY(view.readableText().contains("It is a boat."));
        QVERIFY(!view.readableText().contains("First, the boat."));
    }

    void anotherMessageLeavesNothingOfTheOneBefore()
    {
        Message first = answer("<think>\nHm.\n</think>\n\nFirst.");
        first.error = "It failed.";
        first.state = Message::State::Failed;
        first.id = 1;
        Message second = answer("Second.");
        second.id = 2;
        MessageView used(Author::Assistant), fresh(Author::Assistant);
        used.setMessage(first);

        used.setMessage(second);
        fresh.setMessage(second);

        QCOMPARE(used.readableText(), "Second.");
        QCOMPARE(used.heightForWidth(600), fresh.heightForWidth(600));
    }

    void theMenuOffersWhatAppliesToTheMessage()
    {
        MessageView view(Author::Assistant);
        view.setMessage(answer("Text"), {.versions = 2});
        QSignalSpy requested(&view, &MessageView::requested);

        QMenu* menu = view.makeMenu();
        QStringList names;
        for (QAction* action : menu->actions())
            if (!action->isSeparator())
                names << action->text();
        menu->actions().first()->trigger();

        names.removeAll("Read aloud"); // only where something on this computer speaks
        QCOMPARE(names,
            (QStringList{"Copy as Markdown", "Copy as plain text", "Edit answer", "Regenerate",
                "Regenerate with same seed", "Generate 3 alternatives", "Compare versions",
                "Save as PDF…", "Share as HTML file…", "Print…", "Branch in new chat",
                "Delete this and following messages"}));
        QCOMPARE(requested[0][1].value<MessageAction>(),
            MessageAction(ui::MessageCommand::CopyMarkdown));
    }

    void sourcesAreCardsThatOpen()
    {
        MessageView view(Author::Assistant);
        view.resize(760, 10);
        view.setMessage(answerWithSources(2));
        view.resize(760, view.heightForWidth(760));
        view.show();
        const auto cards = view.findChildren<ui::SourceCard*>();
        QCOMPARE(cards.size(), 2);
        keepPicture(view, "source-cards.png");
        QCOMPARE(cards[1]->accessibleName(), "Source 2: Lamp.pdf, page 2");
        QVERIFY(cards[1]->accessibleDescription().contains("24 months"));
        QVERIFY(view.readableText().endsWith("Sources\n1. Lamp.pdf, page 1\n2. Lamp.pdf, page 2"));
        QSignalSpy requested(&view, &MessageView::requested);

        QTest::mouseClick(cards[1], Qt::LeftButton);
        QTest::keyClick(cards[0], Qt::Key_Return);

        QCOMPARE(requested.size(), 2);
        QCOMPARE(requested[0][1].value<MessageAction>(), MessageAction(ui::OpenSource{1}));
        QCOMPARE(requested[1][1].value<MessageAction>(), MessageAction(ui::OpenSource{0}));
    }

    void ofManySourcesThoseThatAreCitedAreShown()
    {
        MessageView view(Author::Assistant);
        view.resize(760, 10);
        view.setMessage(answerWithSources(7));
        view.show();
        const int folded = view.heightForWidth(760);
        QCOMPARE(view.findChildren<ui::SourceCard*>().size(), 2);
        QCOMPARE(view.findChildren<ui::SourceCard*>().last()->accessibleName(),
            QString("Source 2: Lamp.pdf, page 2"));
        QSignalSpy heightChanged(&view, &MessageView::heightChanged);
        QToolButton* fold = nullptr;
        for (auto* each : view.findChildren<QToolButton*>())
            if (each->text() == "7 sources")
                fold = each;
        QVERIFY(fold);

        QTest::keyClick(fold, Qt::Key_Space);

        QCOMPARE(view.findChildren<ui::SourceCard*>().size(), 7);
        QVERIFY(!heightChanged.isEmpty());
        QVERIFY(view.heightForWidth(760) > folded + 100);
        QVERIFY(view.heightForWidth(300) > view.heightForWidth(760));
        view.setMessage(answer("Another"));
        QVERIFY(view.findChildren<ui::SourceCard*>().isEmpty());
    }

    void whatWasLeftOutIsSaidBelowAnAnswer()
    {
        Message message = answerWithSources(2);
        message.note = "Two passages were left out.";
        MessageView view(Author::Assistant);
        view.resize(760, 10);
        view.setMessage(answerWithSources(2));
        const int without = view.heightForWidth(760);

        view.setMessage(message);

        QVERIFY(view.heightForWidth(760) > without);
        QVERIFY(view.readableText().endsWith("Two passages were left out."));
        view.setMessage(answerWithSources(2));
        QCOMPARE(view.heightForWidth(760), without);
    }

    void aCitationOpensItsSource()
    {
        MessageView view(Author::Assistant);
        view.resize(760, 10);
        view.setMessage(answerWithSources(2));
        QSignalSpy requested(&view, &MessageView::requested);

        emit view.text()->linkChosen(ui::toAddress({.number = 2}));
        emit view.text()->linkChosen("https://example.org");

        QCOMPARE(requested.size(), 2);
        QCOMPARE(requested[0][1].value<MessageAction>(), MessageAction(ui::OpenSource{1}));
        QCOMPARE(requested[1][1].value<MessageAction>(),
            MessageAction(ui::FollowLink{"https://example.org"}));
    }

    // Citations are judged once the answer is complete: its end may say more.
    void aCitationThatItsPassageDoesNotCarryIsMarked()
    {
        Message message = answerWithSources(2);
        message.state = Message::State::Writing;
        MessageView view(Author::Assistant);
        view.resize(760, 10);
        view.setMessage(message);
        view.resize(760, view.heightForWidth(760));
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QCOMPARE(doubtsIn(view), QStringList({"no", "no"}));

        message.state = Message::State::Complete;
        view.setMessage(message);

        QTRY_COMPARE(doubtsIn(view), QStringList({"no", "yes"}));
        keepPicture(view, "unsupported-citation.png");
    }

private:
    ui::Theme m_theme;
};

TESTS(MessageViewTest, QApplication);
#include "message_view_test.moc"
