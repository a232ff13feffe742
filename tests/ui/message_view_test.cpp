#include "ui/chat/markdown_view.h"
#include "ui/chat/message_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QPointer>
#include <QTest>
#include <QToolButton>

#include <ctime>

using services::Author;
using services::Message;
using ui::MarkdownView;
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
    message.author = Author::Assistant;
    message.text = text;
    message.statistics.tokens = 12;
    message.statistics.tokensPerSecond = 15;
    return message;
}

// For people to look at, where the environment names a folder.
void keepPicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
    if (!folder.isEmpty())
        widget.grab().save(folder + u'/' + name);
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
        QCOMPARE(picture.pixelColor(0, 0), ui::colours(Scheme(scheme)).window);
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
        QVERIFY(text->geometry().right() > 700);
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
            (*found)->palette().color(QPalette::WindowText), ui::colours(Scheme::Light).mutedText);
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
        QCOMPARE(rightEdges.values(), (QList<int>{760, 760}));
    }

    void aMenuDoesNotOutliveItsMessage()
    {
        auto view = std::make_unique<MarkdownView>(MarkdownView::Markup::Markdown);
        view->setText("Some words");
        view->show();

        QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, view->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(view.get(), &event);
        const QPointer<QWidget> menu = QApplication::activePopupWidget();
        QVERIFY(menu);
        view.reset();

        QVERIFY(!menu);
    }

    void everyBlockOfCodeHasAButtonThatCopiesIt()
    {
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.resize(600, 400);
        view.setText("```\none\n```\n\ntext\n\n```\ntwo\n```\n");
        QCOMPARE(view.findChildren<QToolButton*>().size(), 2);

        view.setText("only text");

        QTRY_COMPARE(view.findChildren<QToolButton*>().size(), 0);
    }

    void aLongAnswerGrowsInTimeThatDoesNotGrowWithIt()
    {
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.resize(700, 400);
        QString text = QString("A paragraph of some words.\n\n").repeated(800);
        const clock_t start = std::clock(); // of this program, however busy the machine is
        view.setText(text);
        view.heightForWidth(700);
        const clock_t whole = std::clock() - start;

        for (int token = 0; token < 5; ++token) {
            text += " word";
            view.setText(text);
            view.heightForWidth(700);
        }
        const clock_t fiveTokens = std::clock() - start - whole;

        QVERIFY2(fiveTokens < whole, "five tokens cost more than laying out everything");
    }

private:
    ui::Theme m_theme;
};

QTEST_MAIN(MessageViewTest)
#include "message_view_test.moc"
