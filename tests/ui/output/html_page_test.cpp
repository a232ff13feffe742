#include "services/documents/read_document.h"
#include "services/pictures/diagram.h"
#include "tests/support/offline.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/ui/output/output_support.h"
#include "ui/output/html_page.h"

#include <QGuiApplication>
#include <QRegularExpression>
#include <QTest>

using services::Message;
using tests::answer;
using tests::question;

/// A conversation as a page of HTML.
class HtmlPageTest : public QObject {
    Q_OBJECT

private slots:
    void theConversationIsThere()
    {
        const QString page = made({question("How many\nare 2 < 3?"),
            answer(
                "<think>hm</think>\n\n**Two** of them, says $\\frac{a}{b}$.\n\n```python\ndef f(): "
                "pass\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |")});

        for (const char* part :
            {"<title>A title</title>", "How many<br>are 2 &lt; 3?", "<strong>Two</strong>",
                "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>",
                "<span class=\"keyword\">def</span>", "<td align=\"right\">2</td>",
                "prefers-color-scheme:dark"})
            QVERIFY2(page.contains(part), part);
        QVERIFY(!page.contains("hm</think>") && !page.contains("<p>hm"));
    }

    void citationsLeadToTheirPassages()
    {
        Message reply = answer("It blinks [1].");
        reply.sources = {{.title = "Manual.pdf", .page = 3, .passage = "The <lamp> blinks."}};

        const QString page = made({question("?"), reply});

        QVERIFY(page.contains("<a class=\"citation\" href=\"#source-2-1\">[1]</a>"));
        QVERIFY(page.contains("<li id=\"source-2-1\">"));
        QVERIFY(page.contains("The &lt;lamp&gt; blinks."));
    }

    // The facts of an answer are marked as in the window; those that aren't in the image are listed.
    void factsOfImagesAreMarked()
    {
        if (services::standardTextLanguages().names.isEmpty())
            QSKIP("there are no data of Tesseract");
        Message asked = question("What does it say?");
        services::Picture receipt = services::makePicture(
            QImage(40, 30, QImage::Format_RGB888), "receipt.png");
        receipt.text = services::PictureText{{{"Total", {0.1, 0.8, 0.2, 0.1}},
            {"14.60", {0.7, 0.8, 0.2, 0.1}, services::PictureWord::After::Line}}};
        asked.pictures = {receipt};
        const Message reply = answer("The **total** was *14.60*, the <tip> was 3.25.");

        const QString page = made({asked, reply});

        QVERIFY(page.contains("<span class=\"fact\" title=\"14.60, found at the lower right, line 1\">"
                              "<em>14.60</em></span>"));
        QVERIFY(page.contains("<span class=\"no-fact\" title=\"3.25 isn't in the picture\">3.25</span>"));
        QVERIFY(page.contains("<p class=\"note\">3.25 isn't in the picture</p>"));

        ui::OutputContents alone{"A title", {reply}, {receipt}};
        QVERIFY(QString::fromUtf8(ui::htmlPage(alone)).contains("class=\"no-fact\""));
        alone.marksFacts = false;
        QVERIFY(!QString::fromUtf8(ui::htmlPage(alone)).contains("class=\"no-fact\""));
        QVERIFY(!made({reply}).contains("class=\"fact\""));
    }

    void diagramsArePicturesAndTasksHaveBoxes()
    {
        QVERIFY(made({answer("- [x] done\n- plain")})
                    .contains("<ul><li style=\"list-style-type:none\"><p>☑ done</p></li><li><p>plain"));
        if (!services::canDrawDiagram("dot") || !tests::canGoOffline())
            QSKIP("Graphviz isn't installed, or this system permits no user namespaces");

        const QString page
            = made({answer("```dot\ndigraph { Ada -> Bob }\n```\n\n```dot\nno graph\n```")});

        QVERIFY(page.contains("<img alt=\"digraph { Ada -&gt; Bob }\" width="));
        QVERIFY(page.contains("no graph</code></pre>"));
        QCOMPARE(page.count("<img"), 1);
    }

    void disclosuresAreOpen()
    {
        const QString page
            = made({answer("> a\n\n<details>\n<summary>More</summary>\n\n- in\n\n"
                           "<details>\n\ninner\n\n</details>\n\n</details>\n\nafter")});

        QVERIFY(
            page.contains("<details open><summary><strong>More</strong></summary><ul><li><p>in</p>"
                          "</li></ul><details open><summary><strong>Details</strong></summary>"
                          "<p>inner</p></details></details><p>after</p>"));
    }

    void hostileTextStaysText_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
                 "![a](http://evil.example/a.png)", "[a](javascript:alert(1))",
                 "[a](data:text/html,<script>alert(1)</script>)",
                 "</article></body><iframe src=//e>",
                 "```\"><script>alert(1)</script>\ncode</code><script>\n```",
                 "$\\text{</math><script>alert(1)</script>}$", "$$</annotation><script>$$",
                 "$\\unknown<img src=x>$", "| <script> |\n|---|\n| <style>*{}</style> |",
                 "<https://a.example/\"onmouseover=\"alert(1)>", "[1]<base href=//e>",
                 "<details open ontoggle=alert(1)>x</details>",
                 "<details><summary><script>alert(1)</script></summary>\n<img src=x>\n</details>",
                 "- <details>\n  <summary>&lt;script&gt;</summary>\n\n  > a\n\nb",
                 "<svg/onload=alert(1)>", "# <link rel=stylesheet href=//e>",
                 "a\u2028</p><object data=x>"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void hostileTextStaysText()
    {
        QFETCH(QString, text);
        Message reply = answer(text);
        reply.error = text;
        reply.note = text;
        reply.sources = {{.title = text, .address = text, .passage = text, .heading = text}};
        reply.toolUses = {{.name = text, .title = text, .arguments = text, .result = text}};
        Message asked = question(text);
        asked.attachments = {{text, text}};
        services::Picture picture;
        picture.name = text;
        picture.image = QImage(4, 4, QImage::Format_RGB888);
        picture.image.fill(Qt::red);
        asked.pictures = {picture};

        const QString page = QString::fromUtf8(ui::htmlPage({text, {asked, reply}}));

        const QString body = page.mid(page.indexOf("<body>")).remove("</html>");
        static const QRegularExpression tag("<(/?)([a-zA-Z!][a-zA-Z0-9]*)([^>]*)>");
        static const QSet<QString> known{"body", "html", "h1", "h2", "h3", "h4", "h5", "h6",
            "article", "p", "br", "pre", "code", "span", "strong", "em", "s", "sup", "a", "ol",
            "ul", "li", "table", "tr", "td", "th", "blockquote", "hr", "img", "details", "summary",
            "div", "math", "semantics", "annotation", "mrow", "mi", "mo", "mn", "mtext", "mspace",
            "mfrac"};
        QStringList open;
        for (auto each = tag.globalMatch(body); each.hasNext();) {
            const QRegularExpressionMatch match = each.next();
            const QString name = match.captured(2), attributes = match.captured(3);
            QVERIFY2(known.contains(name), qPrintable(match.captured()));
            static const QRegularExpression handler("(^|\\s)on\\w+\\s*=");
            static const QRegularExpression values("\"[^\"]*\"");
            QVERIFY2(!QString(attributes).remove(values).contains(handler),
                qPrintable(match.captured()));
            if (name == "img")
                QVERIFY(attributes.contains(" src=\"data:image/"));
            if (name == "a" && match.captured(1).isEmpty())
                QVERIFY2(attributes.contains(QRegularExpression("href=\"(#|https?:|mailto:)")),
                    qPrintable(match.captured()));
            if (name == "br" || name == "hr" || name == "img")
                continue;
            if (match.captured(1).isEmpty())
                open << name;
            else
                QCOMPARE(open.isEmpty() ? QString() : open.takeLast(), name);
        }
        QVERIFY(open.isEmpty());
    }

    // Cameras write the location into their files; it isn't shared.
    void imagesAreWrittenAnewAndLimited()
    {
        services::Picture picture
            = services::decodePictureFile(tests::resource("samples/one-1.png"));
        const QByteArray mark = "location 57.7 N";
        picture.file = "\xff\xd8" + mark;
        Message asked = question("?");
        asked.pictures = {picture};

        const QString page = made({asked});

        QVERIFY(page.contains("src=\"data:image/"));
        QVERIFY(!page.contains(QString::fromLatin1(mark.toBase64().left(12))));
        static const QRegularExpression data("base64,([^\"]*)\"");
        const QImage shown
            = QImage::fromData(QByteArray::fromBase64(data.match(page).captured(1).toLatin1()));
        QVERIFY(!shown.isNull());
        QVERIFY(std::max(shown.width(), shown.height()) <= ui::maxPageImageSide);
    }

    void itCanBeStopped()
    {
        std::stop_source stop;
        QList<int> reported;
        const ui::OutputWork work{[&](int messages) {
                                      reported << messages;
                                      if (messages == 1)
                                          stop.request_stop();
                                  },
            stop.get_token()};

        QVERIFY_EXCEPTION_THROWN(
            ui::htmlPage({"", {question("a"), question("b"), question("c")}}, work), base::Error);
        QCOMPARE(reported, (QList<int>{0, 1}));
    }

private:
    static QString made(const QList<Message>& messages)
    {
        return QString::fromUtf8(ui::htmlPage({"A title", messages}));
    }
};

TESTS(HtmlPageTest, QGuiApplication);
#include "html_page_test.moc"
