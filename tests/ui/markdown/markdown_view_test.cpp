#include "tests/support/test_program.h"
#include "tests/ui/keep_picture.h"
#include "ui/markdown/markdown_text.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using tests::keepPicture;
using ui::MarkdownView;
using ui::Markup;
using ui::Scheme;

namespace {

const QString sample
    = u"# What I see\n\nA **sailboat** and `code`, [a page](https://example.org), "
      "inline $\\frac{a}{b}$ and $E = mc^2$.\n\n1. First\n2. Second\n   - nested\n\n"
      "```python\ndef area(width):  # a comment\n    return width * 2\n```\n\n"
      "> A quote\n> > within\n\n| Thing | Count |\n|:--|--:|\n| boats | $x^2$ |\n\n"
      "$$\n\\sum_{i=1}^n i = \\frac{n(n+1)}{2}\n$$\n\n- [x] done\n\nنص عربي قصير\n"_qs;

QAbstractButton* button(const QWidget& within, const QString& name)
{
    for (auto* each : within.findChildren<QAbstractButton*>())
        if (each->accessibleName() == name && !each->isHidden())
            return each;
    return nullptr;
}

QString longText(int paragraphs)
{
    QString text;
    for (int i = 0; i < paragraphs; ++i)
        text += QStringLiteral("Paragraph **%1** with some `words` that fill about two lines of a "
                               "column, so that its height is not known before.\n\n")
                    .arg(i);
    return text;
}

} // namespace

class MarkdownViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_theme.setScheme(Scheme::Light); }

    void everyConstructShowsInBothSchemes_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void everyConstructShowsInBothSchemes()
    {
        QFETCH(int, scheme);
        m_theme.setScheme(Scheme(scheme));
        MarkdownView view(Markup::Markdown);
        view.resize(700, 10);
        view.setText(sample);
        view.resize(700, view.heightForWidth(700));
        view.show();

        const QImage picture = view.grab().toImage();

        keepPicture(view, QStringLiteral("markdown-view-%1.png").arg(QTest::currentDataTag()));
        QCOMPARE(picture.pixelColor(0, 0), ui::colors(Scheme(scheme)).window);
        QVERIFY(view.height() > 400);
    }

    void aScreenReaderGetsTheWordsAndTheSourceOfFormulas()
    {
        MarkdownView view(Markup::Markdown);
        view.setText(sample);
        const QString text = view.plainText();
        for (const char* part : {"What I see", "A sailboat and code", "$\\frac{a}{b}$", "1. First",
                 "$$\\sum_{i=1}^n i", "boats\t$x^2$", "def area(width):"})
            QVERIFY2(text.contains(part), part);
        QVERIFY(!text.contains("**"));
    }

    void aDisclosureIsOpenedByItsButton()
    {
        MarkdownView view(Markup::Markdown);
        view.setText("above\n\n<details>\n<summary>More &amp; more</summary>\n\n[a "
                     "page](https://example.org)\n\n```\ncode\n```\n\n</details>\n\nbelow");
        view.resize(500, view.heightForWidth(500));
        view.show();
        QAbstractButton* title = button(view, "More & more");
        QVERIFY(title);
        QCOMPARE(title->text(), "More && more");
        QCOMPARE(title->accessibleDescription(), "Show details");
        QVERIFY(title->focusPolicy() & Qt::TabFocus);
        QVERIFY(!button(view, "Copy code"));
        const int closed = view.heightForWidth(500);
        QSignalSpy changed(&view, &MarkdownView::heightChanged);

        title->setFocus();
        QTest::keyClick(title, Qt::Key_Space);

        QCOMPARE(changed.count(), 1);
        QVERIFY(view.heightForWidth(500) > closed + 60);
        QCOMPARE(title->accessibleDescription(), "Hide details");
        QVERIFY(button(view, "Copy code"));
        keepPicture(view, "disclosure.png");

        title->click();
        QCOMPARE(view.heightForWidth(500), closed);
    }

    void whatIsFoundInADisclosureOpensIt()
    {
        MarkdownView view(Markup::Markdown);
        view.setText("<details>\n\n<details>\n\nneedle\n\n</details>\n\n</details>");
        view.resize(500, view.heightForWidth(500));
        view.setMarkedWords({"needle"});

        const QRect found = view.markRect(0);

        QVERIFY(found.height() > 0);
        QVERIFY(found.bottom() <= view.heightForWidth(500));
        QVERIFY(view.heightForWidth(500) > 2 * 32);
    }

    void whatIsOpenStaysOpenWhileTheTextGrows()
    {
        MarkdownView view(Markup::Markdown);
        QString text = "<details>\n<summary>Steps</summary>\n\none\n";
        view.setText(text);
        view.resize(500, view.heightForWidth(500));
        view.show();
        button(view, "Steps")->click();
        const int before = view.heightForWidth(500);

        view.setText(text += "\ntwo\n\nthree");

        QCOMPARE(button(view, "Steps")->accessibleDescription(), "Hide details");
        QVERIFY(view.heightForWidth(500) > before);
    }

    void aNarrowerViewIsTaller()
    {
        MarkdownView view(Markup::Markdown);
        view.setText(sample);
        QVERIFY(view.heightForWidth(300) > view.heightForWidth(700));
    }

    void everythingCanBeSelectedAndCopied()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 400);
        view.setText("One **two** $x^2$.\n\n- item\n\n```c\nint a;\n```\n");
        QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);

        const QMimeData* copied = QApplication::clipboard()->mimeData();
        QCOMPARE(copied->text(), "One two $x^2$.\nitem\nint a;");
        QCOMPARE(QString::fromUtf8(copied->data("text/markdown")),
            "One **two** $x^2$.\n\n- item\n\n```c\nint a;\n```");
    }

    void aDragSelectsAndADoubleClickSelectsAWord()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 100);
        view.setText("Some words to select");
        view.show();
        QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(0, 10));
        QTest::mouseMove(&view, QPoint(590, 10));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(590, 10));
        QCOMPARE(view.selectedText(), "Some words to select");

        QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(10, 10));
        QCOMPARE(view.selectedText(), "Some");
    }

    void aLinkIsChosenByClickAndByKeyOnly()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 100);
        QSignalSpy chosen(&view, &MarkdownView::linkChosen);
        view.setText("[first](https://one.example) and [second](https://two.example)");
        view.show();
        view.activateWindow();
        QVERIFY(chosen.isEmpty());

        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(10, 10));
        QCOMPARE(chosen.takeLast(), QVariantList{"https://one.example"});

        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.clearFocus();
        view.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&view, Qt::Key_Tab);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(chosen.takeLast(), QVariantList{"https://two.example"});
        QVERIFY(chosen.isEmpty());
    }

    // The target of a link can come at the end of an answer that is being written.
    void onlyTheAddressThatIsShownIsOpened()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 100);
        QSignalSpy chosen(&view, &MarkdownView::linkChosen);
        const QString text = "[early][ref] and [shown](https://shown.example)";
        view.setText(text);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.clearFocus();
        view.setFocus(Qt::TabFocusReason);
        QCOMPARE(view.accessibleDescription(), "Link to https://shown.example");

        view.setText(text + "\n\n[ref]: https://late.example");
        view.refresh();

        QCOMPARE(view.accessibleDescription(), "Link to https://shown.example");
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(chosen.takeLast(), QVariantList{"https://shown.example"});

        view.setText("[other](https://other.example)");
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(chosen.isEmpty());
        QVERIFY(view.accessibleDescription().isEmpty());
    }

    void aLinkWithTheFocusShowsWhereItLeads()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 100);
        view.setText(u"[bank](https://one.example/in) and [shop](https://аpple.com/)"_qs);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.clearFocus();

        view.setFocus(Qt::TabFocusReason);
        QTRY_COMPARE(QToolTip::text(), "https://one.example/in");
        QCOMPARE(view.accessibleDescription(), "Link to https://one.example/in");

        QTest::keyClick(&view, Qt::Key_Tab);
        const QString lookAlike = u"xn--pple-43d.com (аpple.com): https://xn--pple-43d.com/"_qs;
        QTRY_COMPARE(QToolTip::text(), lookAlike);
        QCOMPARE(view.accessibleDescription(), "Link to " + lookAlike);

        view.clearFocus();
        QVERIFY(view.accessibleDescription().isEmpty());
        QTRY_VERIFY(!QToolTip::isVisible());

        view.setText(u"[shop](https://аpple.com/)"_qs);
        QHelpEvent pointed(QEvent::ToolTip, QPoint(10, 10), view.mapToGlobal(QPoint(10, 10)));
        QCoreApplication::sendEvent(&view, &pointed);
        QCOMPARE(view.toolTip(), lookAlike);
    }

    void codeCanBeCopiedAndWrapped()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(400, 400);
        const QString code
            = "one line that is much longer than " + QString("the view ").repeated(20);
        view.setText("```\n" + code + "\n```\n");
        view.show();
        const int height = view.heightForWidth(400);
        QVERIFY(view.findChild<QScrollBar*>());
        QSignalSpy changed(&view, &MarkdownView::heightChanged);

        QTest::mouseClick(button(view, "Copy code"), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), code);
        QVERIFY(button(view, "Copied"));
        QTest::mouseClick(button(view, "Wrap long lines"), Qt::LeftButton);

        QCOMPARE(changed.size(), 1);
        QVERIFY(view.heightForWidth(400) > height);
        QVERIFY(button(view, "Don't wrap lines"));
    }

    void growingTextKeepsTheSelection()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 100);
        view.setText("First words.\n\nSecond");
        view.show();
        QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(10, 10));

        view.setText("First words.\n\nSecond and more");

        QCOMPARE(view.selectedText(), "First");
    }

    void whatIsMarkedIsCountedAndFound()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 400);
        view.setText("A boat.\n\n- **Boat**s and `boat`\n\n```\nboat\n```\n");

        view.setMarkedWords({"boat"});

        QCOMPARE(view.markCount(), 4);
        qsizetype counted = 0;
        for (const QString& block :
            ui::readableBlocks("A boat.\n\n- **Boat**s and `boat`\n\n```\nboat\n```\n"))
            counted += block.count("boat", Qt::CaseInsensitive);
        QCOMPARE(counted, 4);
        QVERIFY(view.markRect(3).top() > view.markRect(0).bottom());
        view.setText("A boat.");
        QCOMPARE(view.markCount(), 1);
        view.setMarkedWords({});
        QCOMPARE(view.markCount(), 0);
    }

    void aLongTextIsReadInTheBackgroundAndLaidOutInSight()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(700, 800);
        view.setSight(0, 800);
        QSignalSpy changed(&view, &MarkdownView::heightChanged);
        view.setText(longText(1500));
        QTRY_COMPARE(changed.size(), 1);

        const int estimated = view.heightForWidth(700);
        QVERIFY(estimated > 30'000);
        const MarkdownView::Anchor anchor = view.anchorAt(estimated / 2);
        view.setSight(estimated / 2, estimated / 2 + 800);
        QVERIFY(std::abs(view.toY(anchor) - estimated / 2) < 2000);
        QCOMPARE(view.anchorAt(view.toY(anchor)).block, anchor.block);
        QVERIFY(view.plainText().contains("Paragraph 1499 with"));
    }

    void estimatesBecomeTrueHeights()
    {
        MarkdownView view(Markup::Markdown), whole(Markup::Markdown);
        const QString text = longText(100);
        view.resize(700, 800);
        whole.resize(700, 800);
        view.setSight(0, 300);
        view.setText(text);
        whole.setText(text);
        for (int y = 0; y < view.heightForWidth(700); y += 200)
            view.setSight(y, y + 300);
        QCOMPARE(view.heightForWidth(700), whole.heightForWidth(700));
    }

    void theLastTextCountsWhereSeveralComeQuickly()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(700, 800);
        view.setText(longText(800));
        view.setText(longText(900));
        view.setText("short");
        QTRY_COMPARE(view.plainText(), "short");
    }

    void aMenuDoesNotOutliveItsMessage()
    {
        auto view = std::make_unique<MarkdownView>(Markup::Markdown);
        view->setText("Some words");
        view->show();

        QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, view->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(view.get(), &event);
        const QPointer<QWidget> menu = QApplication::activePopupWidget();
        QVERIFY(menu);
        view.reset();

        QVERIFY(!menu);
    }

    void everyButtonIsNamedAndLargeEnough()
    {
        MarkdownView view(Markup::Markdown);
        view.resize(600, 400);
        view.setText(sample);
        view.show();
        auto buttons = view.findChildren<QAbstractButton*>();
        buttons.removeIf([](const QAbstractButton* each) { return each->isHidden(); });
        QCOMPARE(buttons.size(), 3);
        for (const QAbstractButton* each : buttons) {
            QVERIFY(!each->accessibleName().isEmpty() && !each->toolTip().isEmpty());
            QVERIFY(each->width() >= 24 && each->height() >= 24);
            QVERIFY(each->focusPolicy() & Qt::TabFocus);
        }
    }

    void aFormulaStandsOnTheLine()
    {
        MarkdownView view(Markup::Markdown);
        view.setText("Words with $x$ in a line");
        const int plain = view.heightForWidth(600);
        view.setText("Words with $\\frac{a}{b}$ in a line");
        QVERIFY(view.heightForWidth(600) > plain);
        QCOMPARE(view.plainText(), "Words with $\\frac{a}{b}$ in a line");
    }

private:
    ui::Theme m_theme;
};

TESTS(MarkdownViewTest, QApplication);
#include "markdown_view_test.moc"
