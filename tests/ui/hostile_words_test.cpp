#include "services/text.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/catalog/catalog_card.h"
#include "ui/catalog/download_list.h"
#include "ui/catalog/offer_view.h"
#include "ui/chat/message_notes.h"
#include "ui/window/main_window.h"
#include "ui/window/pages.h"

#include <QAbstractItemView>
#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QTest>
#include <QTextDocument>

using services::Conversation;
using services::Message;

namespace {

const QString hostile = QStringLiteral("<img src=\"/dev/zero\"><b>x</b>&lt;");

/// A tool tip or label as Qt shows it where it takes it for markup; notes what it would open.
class Shown : public QTextDocument {
public:
    explicit Shown(const QString& text)
    {
        if (!Qt::mightBeRichText(text))
            setPlainText(text);
        else
            setHtml(text);
        documentLayout();
        size(); // lays it out, for which images are fetched
    }
    bool opensSomething() const { return m_opens; }

protected:
    QVariant loadResource(int, const QUrl&) override
    {
        m_opens = true;
        return {};
    }

private:
    bool m_opens = false;
};

// Everything in the window that Qt may take for markup.
QStringList textsOf(const QWidget& window)
{
    QStringList texts;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        texts << widget->toolTip();
        for (const QAction* action : widget->actions())
            texts << action->toolTip();
        if (const auto* label = qobject_cast<const QLabel*>(widget);
            label && label->textFormat() != Qt::PlainText)
            texts << label->text();
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget);
            view && view->model())
            for (int row = 0; row < view->model()->rowCount(); ++row)
                texts << view->model()->index(row, 0).data(Qt::ToolTipRole).toString();
    }
    return texts;
}

Message withHostileWords(services::Author author, services::MessageId id)
{
    Message message;
    message.id = id;
    message.parent = id - 1;
    message.author = author;
    message.text = hostile;
    message.model = services::parseModelId(hostile);
    QImage image(40, 40, QImage::Format_RGB888);
    image.fill(Qt::red);
    if (author == services::Author::User) {
        message.pictures << services::Picture{hostile, image, image};
        message.attachments << services::TextAttachment{hostile, hostile};
        message.awaited << services::AwaitedFile{hostile, hostile};
    } else {
        message.sources << services::Source{hostile, hostile, 1, hostile};
    }
    return message;
}

} // namespace

/// Titles, names of files and models, and what they write are shown letter by letter wherever Qt
/// would take them for markup, and open nothing.
class HostileWordsTest : public QObject {
    Q_OBJECT

private slots:
    void aToolTipShowsEveryLetter_data()
    {
        QTest::addColumn<QString>("text");
        const auto words = tests::readJson(tests::dataFolder() / "hostile" / "words.json");
        for (const auto& [name, text] : words.items())
            QTest::newRow(name.c_str()) << QString::fromStdString(text);
    }
    void aToolTipShowsEveryLetter()
    {
        QFETCH(QString, text);
        for (const QString& tip :
            {services::plainToolTip(text), services::plainToolTipInLines(text)}) {
            const Shown shown(tip);
            QVERIFY(!shown.opensSomething());
            QCOMPARE(shown.toPlainText().replace(QChar::LineSeparator, u'\n'), text);
        }
    }

    void nothingInTheWindowTakesWordsForMarkup()
    {
        QVERIFY(Shown(hostile).opensSomething()); // or this test would see nothing
        tests::TestServices services;
        services::ConversationRecord record;
        record.title = hostile;
        record.titleOrigin = services::TitleOrigin::User;
        record.leaf = 1;
        Conversation* conversation = services.conversations().add(record,
            {withHostileWords(services::Author::User, 0),
                withHostileWords(services::Author::Assistant, 1)});
        services::ChatSettings settings;
        settings.model = services::parseModelId("/tmp/" + hostile + ".gguf");
        conversation->setSettings(settings);
        services::Draft draft;
        draft.attachments << services::TextAttachment{hostile, hostile};
        conversation->setDraft(draft);
        ui::MainWindow window(services, services.theme());
        window.show();
        window.showConversation(conversation);

        for (const ui::PageRow& page : ui::pages()) {
            window.showPage(page.id);
            QCoreApplication::processEvents();
            for (const QString& text : textsOf(window))
                QVERIFY2(!Shown(text).opensSomething(), qPrintable(text));
        }
        const QStringList shown = textsOf(window);
        const auto mentions = [](const QString& text) { return text.contains("/dev/zero"); };
        QVERIFY(std::count_if(shown.begin(), shown.end(), mentions) >= 3);
    }

    // What a catalog, a hub and a download say comes from somebody else.
    void norDoesThePageThatFetchesModels()
    {
        tests::TestServices services;
        services::CatalogRow row;
        row.name = row.goodFor = row.license = hostile;
        row.repository = {hostile, hostile};
        row.languages = {hostile};
        row.parameters = 1;
        qputenv("HF_ENDPOINT", "http://127.0.0.1:9"); // where nobody is
        const ui::Services all = services;
        const auto makeOffer = [&all](const services::ModelRequest& request, QWidget* parent) {
            return new ui::OfferView(request, all.tokens, all.hosts, all.downloads, all.installed,
                all.models, all.planner, parent);
        };
        ui::CatalogCard card(row, {}, makeOffer);
        card.setOpen(true);
        services::ModelDownload download;
        download.name = download.sentence = hostile;
        download.phase = services::ModelDownload::Phase::Failed;
        ui::DownloadRow fetched(services.downloads(), 1);
        fetched.showDownload(download, /*canBeNext=*/true);
        ui::UnsureHint hint;
        hint.setBetterModel(hostile);

        QStringList shown;
        for (const QWidget* widget : std::initializer_list<QWidget*>{&card, &fetched, &hint})
            shown << textsOf(*widget);
        for (const QString& text : shown)
            QVERIFY2(!Shown(text).opensSomething(), qPrintable(text));
        const auto mentions = [](const QString& text) { return text.contains("/dev/zero"); };
        QVERIFY(std::any_of(shown.begin(), shown.end(), mentions));
    }
};

TESTS(HostileWordsTest, QApplication);
#include "hostile_words_test.moc"
