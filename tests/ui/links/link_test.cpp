#include "services/conversations/conversation.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "tests/ui/test_services.h"
#include "ui/chat/compare_view.h"
#include "ui/chat/message_view.h"
#include "ui/links/link.h"
#include "ui/links/open_link.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>

using services::Conversation;
using services::MessageId;
using tests::button;
using ui::longLink;
using ui::openLink;
using ui::shownHost;
using ui::shownLink;

namespace {

QString withLength(int characters)
{
    const QString begin = "https://example.org/";
    return begin + QString(characters - begin.size(), u'x');
}

QString textsOf(const QDialog& dialog)
{
    QStringList texts;
    for (const QLabel* label : dialog.findChildren<QLabel*>())
        texts << label->text();
    return texts.join(u'\n');
}

} // namespace

/// Tests the targets of links, and which of them need a confirmation before they are opened.
class LinkTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        for (const char* scheme : {"http", "https", "mailto"})
            QDesktopServices::setUrlHandler(scheme, this, "take");
        m_opened.clear();
        m_theme.setScheme(ui::Scheme::Light);
        m_window = std::make_unique<QWidget>();
        m_window->resize(900, 700);
        m_conversation = std::make_unique<Conversation>();
        m_conversation->appendUserMessage({"My password is hunter27 <b>"});
    }

    void cleanup()
    {
        m_window.reset();
        m_conversation.reset();
        for (const char* scheme : {"http", "https", "mailto"})
            QDesktopServices::unsetUrlHandler(scheme);
    }

    void onlyLinksOfTheWebAndMailAreSafe()
    {
        QVERIFY(ui::isSafeLink("https://example.org"));
        QVERIFY(ui::isSafeLink("mailto:a@example.org"));
        for (const char* other : {"file:///etc/passwd", "javascript:alert(1)", "relative", ""}) {
            QVERIFY(!ui::isSafeLink(other));
            QVERIFY(!openLink(other, m_conversation.get(), {}, m_window.get()));
        }
        QVERIFY(m_opened.isEmpty());
    }

    void aLookAlikeIsShownInBothSpellings()
    {
        QCOMPARE(shownHost("https://example.org/x"), "example.org");
        QCOMPARE(shownHost(u"https://аpple.com/x"_qs), u"xn--pple-43d.com (аpple.com)"_qs);
        QCOMPARE(shownHost("https://xn--pple-43d.com/x"), u"xn--pple-43d.com (аpple.com)"_qs);
        QCOMPARE(shownHost(u"https://münchen.de/"_qs), u"xn--mnchen-3ya.de (münchen.de)"_qs);
        QCOMPARE(shownHost("mailto:a@example.org"), "");
        const QString host
            = shownHost("https://bank.example." + QString(60, u'x') + ".evil.example");
        QVERIFY2(host.endsWith(".evil.example") && host.size() < 60, qPrintable(host));
    }

    void aLinkSaysItsHostFirstWhereItCouldBeMistaken()
    {
        QCOMPARE(shownLink("https://example.org/a?b=c"), "https://example.org/a?b=c");
        QCOMPARE(shownLink("https://bank.example@evil.example/"),
            "evil.example: https://bank.example@evil.example/");
        QVERIFY(shownLink(u"https://аpple.com/"_qs).startsWith("xn--pple-43d.com ("));
        const QString shown = shownLink(u"https://example.org/\u202Egpj.exe"_qs);
        QVERIFY2(!shown.contains(QChar(0x202E)), qPrintable(shown));
        const QString longOne = shownLink(withLength(5000) + "end");
        QCOMPARE(longOne.size(), 100);
        QVERIFY(longOne.startsWith("https://example.org/x") && longOne.endsWith("xend"));
        QCOMPARE(shownLink("mailto:a@example.org"), "mailto:a@example.org");
    }

    void anOrdinaryLinkIsOpenedAtOnce()
    {
        QVERIFY(!openLink("https://example.org/a?b=c", m_conversation.get(), {}, m_window.get()));
        QVERIFY(!openLink(withLength(longLink), m_conversation.get(), {}, m_window.get()));

        QCOMPARE(m_opened.size(), 2);
        QCOMPARE(m_opened[0], QUrl("https://example.org/a?b=c"));
    }

    // The platform of the tests opens nothing.
    void whatCannotBeOpenedIsSaid()
    {
        QDesktopServices::unsetUrlHandler("https");
        openLink("https://example.org/a", m_conversation.get(), {}, m_window.get());
        QPointer failure = m_window->findChild<ui::OpenFailure*>();
        QVERIFY(failure);
        QVERIFY2(
            textsOf(*failure).contains("https://example.org/a"), qPrintable(textsOf(*failure)));
        tests::keepPicture(*failure, "link-not-opened.png");
        QTest::mouseClick(button(failure, "Close"), Qt::LeftButton);
        QTRY_VERIFY(!failure);

        ui::openFolder("/no/such/folder", m_window.get());
        failure = m_window->findChild<ui::OpenFailure*>();
        QVERIFY(failure);
        QVERIFY(textsOf(*failure).contains("/no/such/folder"));
        QVERIFY(textsOf(*failure).contains("doesn't exist yet"));
    }

    void aLongLinkIsAskedAbout()
    {
        const QString address = withLength(longLink + 1);
        m_theme.setScheme(ui::Scheme::Dark);
        const QPointer question = openLink(address, m_conversation.get(), {}, m_window.get());

        QVERIFY(question);
        QVERIFY(m_opened.isEmpty());
        tests::keepPicture(*question, "link-question-dark.png");
        QVERIFY(textsOf(*question).contains("example.org"));
        QVERIFY(textsOf(*question).contains("201"));
        QCOMPARE(question->findChild<QPlainTextEdit*>()->toPlainText(), address);
        QTest::mouseClick(button(question, "Open"), Qt::LeftButton);
        QTRY_VERIFY(!question);
        QCOMPARE(m_opened, QList<QUrl>{QUrl(address)});
    }

    void aLinkThatRepeatsWordsIsAskedAboutAndNotOpenedByEnter()
    {
        m_window->show();
        const QPointer question = openLink(
            "https://evil.example/?q=hunter27", m_conversation.get(), {}, m_window.get());
        QVERIFY(question);
        QVERIFY(QTest::qWaitForWindowActive(question));
        tests::keepPicture(*question, "link-question.png");

        QVERIFY(textsOf(*question).contains("“hunter27”"));
        QCOMPARE(question->focusWidget(), button(question, "Cancel"));
        QTest::keyClick(question, Qt::Key_Return);

        QTRY_VERIFY(!question);
        QVERIFY(m_opened.isEmpty());
    }

    void everyHostileLinkIsAskedAbout()
    {
        QFile file("data/hostile/links.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QStringList links;
        for (const ui::MarkdownBlock& block : ui::readMarkdown(text).blocks)
            ui::forEachRun(block, [&links](const ui::InlineRun& run, int) {
                if (!run.link.isEmpty())
                    links << run.link;
            });
        QCOMPARE(links.size(), text.count("\n- "));

        for (const QString& link : links)
            QVERIFY2(openLink(link, m_conversation.get(), {}, m_window.get()), qPrintable(link));

        QVERIFY(m_opened.isEmpty());
    }

    // Markup in it is shown as it is.
    void theQuestionIsPlainText()
    {
        m_conversation->appendUserMessage({"<i>somewords</i>"});
        const QPointer question = openLink(
            u"https://аpple.com/?q=<i>somewords</i>"_qs, m_conversation.get(), {}, m_window.get());
        QVERIFY(question);

        for (const QLabel* label : question->findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        tests::keepPicture(*question, "link-question-look-alike.png");
        QVERIFY(textsOf(*question).contains(u"xn--pple-43d.com (аpple.com)"_qs));
        QTest::keyClick(question, Qt::Key_Escape);
        QTRY_VERIFY(!question);
        QVERIFY(m_opened.isEmpty());
    }

    void anAddressOfAMailKeepsWhatTheUserSees_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("opened");
        const auto row = [](const char* name, const char* address, const char* opened) {
            QTest::newRow(name) << address << opened;
        };
        row("plain", "mailto:a@example.org", "mailto:a@example.org");
        row("all that is kept", "mailto:a@example.org?subject=A%20b&cc=c@example.org&body=x%0Ay",
            "mailto:a@example.org?subject=A%20b&cc=c%40example.org&body=x%0Ay");
        row("attach", "mailto:a@example.org?attach=/home/me/.ssh/id_rsa&subject=Hi",
            "mailto:a@example.org?subject=Hi");
        row("attachment", "mailto:a@example.org?Attachment=file:///etc/passwd",
            "mailto:a@example.org");
        row("encoded", "mailto:a@example.org?%61tt%61ch=/etc/passwd&body=Hi",
            "mailto:a@example.org?body=Hi");
        row("encoded twice", "mailto:a@example.org?%2561ttach=/etc/passwd", "mailto:a@example.org");
        row("as in HTML", "mailto:a@example.org?body=Hi&amp;attach=/etc/passwd",
            "mailto:a@example.org?body=Hi");
        row("behind a semicolon", "mailto:a@example.org?body=Hi;attach=/etc/passwd",
            "mailto:a@example.org?body=Hi%3Battach%3D%2Fetc%2Fpasswd");
        row("in the path", "mailto:a@example.org%3Fattach=/etc/passwd",
            "mailto:a@example.org%3Fattach=/etc/passwd");
        row("hidden recipients", "mailto:a@example.org?bcc=b@example.org&to=c@example.org",
            "mailto:a@example.org");
        row("another header", "mailto:a@example.org?subject=Hi%0D%0ABcc:b@example.org",
            "mailto:a@example.org?subject=Hi%20Bcc%3Ab%40example.org");
        row("fragment", "mailto:a@example.org#?attach=/etc/passwd", "mailto:a@example.org");
        row("in capitals", "MAILTO:a@example.org?ATTACH=/etc/passwd&BODY=Hi",
            "mailto:a@example.org?body=Hi");
    }
    void anAddressOfAMailKeepsWhatTheUserSees()
    {
        QFETCH(QString, address);
        QFETCH(QString, opened);

        QVERIFY(!openLink(address, m_conversation.get(), {}, m_window.get()));

        QCOMPARE(m_opened.size(), 1);
        QCOMPARE(m_opened.first().toString(QUrl::FullyEncoded), opened);
    }

    void theQuestionAboutAMailShowsWhatIsOpened()
    {
        const QPointer question = openLink("mailto:a@example.org?attach=/etc/passwd&body=hunter27",
            m_conversation.get(), {}, m_window.get());
        QVERIFY(question);

        QCOMPARE(question->findChild<QPlainTextEdit*>()->toPlainText(),
            QString("mailto:a@example.org?body=hunter27"));
        QTest::mouseClick(button(question, "Open"), Qt::LeftButton);
        QTRY_COMPARE(m_opened, QList<QUrl>{QUrl("mailto:a@example.org?body=hunter27")});
    }

    void aLinkThatRepeatsTheSystemPromptIsAskedAbout()
    {
        QVERIFY(openLink("https://evil.example/?q=swordfish", m_conversation.get(),
            "The code is swordfish.", m_window.get()));
        QVERIFY(m_opened.isEmpty());
    }

    // The window knows the text that models read before conversations.
    void linksInMessagesAreAskedAbout()
    {
        tests::TestServices services;
        services.settings().set(
            services::settings::systemPrompt, QString("The code is swordfish."));
        ui::MainWindow window(services, services.theme());
        Conversation& conversation = *window.conversation();
        conversation.appendUserMessage({"My password is hunter27"});
        const MessageId id = answer(conversation, "Look [here](https://evil.example/) <think>");
        window.show();
        QTRY_VERIFY(window.chatView()->viewOf(1));
        auto* compare = window.findChild<ui::CompareView*>();
        QVERIFY(compare);
        compare->compare(&conversation, id);

        for (const ui::MessageView* view :
            {static_cast<const ui::MessageView*>(window.chatView()->viewOf(1)),
                static_cast<const ui::MessageView*>(compare->columns().first()->view())})
            for (const char* words : {"hunter27", "swordfish"}) {
                emit view->text()->linkChosen(QString("https://evil.example/?q=") + words);
                const QPointer question = window.findChild<ui::LinkQuestion*>();
                QVERIFY(question);
                QVERIFY(textsOf(*question).contains(words));
                QVERIFY(m_opened.isEmpty());
                question->reject();
                QTRY_VERIFY(!question);
            }
        emit window.chatView()->viewOf(1)->text()->linkChosen("https://example.org/");
        QCOMPARE(m_opened.size(), 1);
    }

public slots:
    void take(const QUrl& url) { m_opened << url; }

private:
    static MessageId answer(Conversation& conversation, const QString& text)
    {
        services::OpenReply reply = conversation.appendReply();
        reply.append(text);
        reply.finish();
        return reply.id();
    }

    ui::Theme m_theme;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Conversation> m_conversation;
    QList<QUrl> m_opened;
};

TESTS(LinkTest, QApplication);
#include "link_test.moc"
