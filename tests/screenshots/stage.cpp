#include "tests/screenshots/stage.h"

#include "services/captions/caption_library.h"
#include "services/conversations/documents/passage_store.h"
#include "services/documents/library/document_library.h"
#include "services/documents/read_document.h"
#include "services/downloads/model_downloads.h"
#include "tests/support/program.h"
#include "ui/catalog/get_models.h"
#include "ui/catalog/model_pages.h"
#include "ui/chat/source_cards.h"
#include "ui/documents/library/documents_page.h"
#include "ui/documents/library/library_progress.h"
#include "ui/documents/measure/measure_dialog.h"
#include "ui/documents/passages/found_passages.h"
#include "ui/documents/viewer/document_viewer.h"
#include "ui/settings/scans_question.h"
#include "ui/window/pages.h"

#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <utility>

namespace screenshots {

using services::Conversation;

namespace {

constexpr int patience = 120'000; // milliseconds

const char* const formattedAnswer = R"(## A light meter in a few lines

The exposure value follows from aperture $N$ and time $t$:

$$EV = \log_2 \frac{N^2}{t}$$

| scene | EV | at f/8 |
|---|---:|---:|
| full sun | 15 | 1/500 s |
| overcast | 12 | 1/60 s |
| lit street at night | 7 | 1/2 s |

```python
from math import log2

def exposure_value(aperture: float, seconds: float) -> float:
    """EV for ISO 100."""
    return log2(aperture ** 2 / seconds)
```

1. Measure the *brightest* part that must keep its detail.
2. Open by **one stop** if it should be white.

> A meter wants everything to be grey. Snow is not.)";

struct Known {
    const char* title;
    const char* question;
    const char* answer;
    bool isPinned;
};

constexpr Known known[] = {
    {"Packing list for the Harz", "What do I need for three days of walking in May?",
        "Layers, a rain jacket, and shoes that have been worn before.", false},
    {"רשימת ספרים לחופשה", "אילו ספרים כדאי לקחת לחופשה?",
        "שלושה ספרים דקים: אחד מצחיק, אחד עצוב ואחד על הים.", false},
    {"Names for the bakery", "Six short names for a bakery by the sea?",
        "Kruste, Salz & Korn, Morgenflut, Dünenbrot, Ebbe, Backbord.", false},
    {"Sonnet about a lighthouse", "Write a sonnet about a lighthouse that was switched off.",
        "No ship has asked it anything for years …", false},
    {"Photography notes", "How do I work out an exposure by hand?", formattedAnswer, true},
};

struct Manual {
    const char* name;
    const char* text;
};

constexpr Manual manuals[] = {
    {"Bread machine.md",
        "# Bread machine\n\n## Signals\n\nA blinking lamp means that the lid is open. Close it, "
        "and the "
        "programme goes on where it stopped.\n\n## Cleaning\n\nWipe the pan with a damp cloth; the "
        "kneading hook comes off with a quarter turn."},
    {"Coffee grinder.txt",
        "The lamp of the grinder blinks when the container is full. Empty it and press the button "
        "again."},
    {"Garden pump.html",
        "<h1>Garden pump</h1><h2>Before the winter</h2><p>Let the water out and keep the pump in a "
        "dry place.</p>"},
    {"Guarantee.txt", ""},
    {"Kettle.md", "# Kettle\n\nThe kettle switches itself off when the water boils."},
    {"Prices.csv", "Part,Price\nLid,12.50\nKneading hook,8.90\nPan,34.00\n"},
};

void wait(const std::function<bool()>& isDone, const char* what)
{
    if (!QTest::qWaitFor(isDone, patience))
        qFatal("never happened: %s", what);
}

void write(Conversation& conversation, const char* text)
{
    services::OpenReply answer = conversation.appendReply();
    answer.append(QString::fromUtf8(text));
    answer.finish(
        {.tokens = 212, .promptTokens = 31, .firstTokenSeconds = 0.4, .tokensPerSecond = 38});
}

services::ReaderProcess reader()
{
    services::ReaderProcess process;
    const QString beside = QCoreApplication::applicationDirPath() + "/../bin";
    process.program = qEnvironmentVariable("VIGNETTE_BIN", beside) + "/vignette-reader";
    return process;
}

// Simple shapes on plain colors, in a folder of the stage.
QString drawSample(const QString& path, const QColor& ground, const QColor& ink, int corners)
{
    QImage image(256, 256, QImage::Format_RGB888);
    image.fill(ground);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    const QRect place(64, 64, 128, 128);
    if (corners == 0)
        painter.drawEllipse(place);
    else if (corners == 3)
        painter.drawPolygon(QPolygon({{128, 56}, {208, 200}, {48, 200}}));
    else
        painter.drawRect(place);
    painter.end();
    image.save(path);
    return path;
}

} // namespace

Stage::Stage(Content content)
    : m_content(content)
    , m_services(tests::Keep::Conversations)
    , m_window(m_services, m_services.theme())
{
    m_window.setSamples(samples());
    m_window.move(100, 100); // away from the pointer
    m_window.show();
    if (content == Content::FromTheModel)
        loadModel();
    captionPictures();
    addConversations();
    describePicture();
}

QStringList Stage::samples() const
{
    if (m_content == Content::Fixed)
        return drawSamples();
    return {tests::resource("samples/one-1.png"), tests::resource("samples/two-2.png"),
        tests::resource("samples/shapes-2.png"), tests::resource("samples/many-1.png"),
        tests::resource("samples/sign-3.png")};
}

QStringList Stage::drawSamples() const
{
    const QDir folder(m_services.file(QStringLiteral("samples")));
    folder.mkpath(QStringLiteral("."));
    return {
        drawSample(folder.filePath("circle.png"), QColor(0xf6c2cf), QColor(0xc23b57), 0),
        drawSample(folder.filePath("square.png"), QColor(0x23304f), QColor(0xf0a63a), 4),
        drawSample(folder.filePath("triangle.png"), QColor(0xd5ead8), QColor(0x2e7d4f), 3),
    };
}

void Stage::loadModel()
{
    m_services.models().registry().load({});
    wait(
        [this] {
            return m_services.models().registry().state({}).stage
                == services::ModelState::Stage::Ready;
        },
        "the built-in model is loaded");
}

void Stage::describePicture()
{
    m_window.newChat();
    described = m_window.conversation();
    described->appendUserMessage({QStringLiteral("What is in this picture?"),
        {services::decodePictureFile(samples().value(1))}});
    if (m_content == Content::Fixed) {
        write(*described, "An orange square on a dark blue background.");
    } else {
        m_services.answers().answer(*described);
        wait([this] { return !described->isWriting(); }, "the picture is described");
    }
    described->rename(QStringLiteral("A boat and an animal"));
}

void Stage::addConversations()
{
    for (const Known& each : known) {
        m_window.newChat();
        Conversation* conversation = m_window.conversation();
        conversation->appendUserMessage({QString::fromUtf8(each.question)});
        write(*conversation, each.answer);
        conversation->rename(QString::fromUtf8(each.title));
        conversation->setPinned(each.isPinned);
        if (each.isPinned)
            formatted = conversation;
    }
}

void Stage::captionPictures()
{
    services::CaptionLibrary& captions = m_window.services().captions;
    services::CaptionRun* run = captions.add({QFileInfo(samples().first()).absolutePath()},
        {.prompt = QStringLiteral("Describe this picture.")});
    wait([run] { return run->isLoaded() && !run->isLooking() && run->size() > 0; },
        "the pictures are found");
    if (m_content == Content::Fixed) {
        for (qsizetype row = 0; row < run->size(); ++row)
            run->setCaption(row, QStringLiteral("A shape in one colour on a plain background."));
        return;
    }
    run->start();
    wait([run] { return run->state() == services::CaptionRun::State::Resting; },
        "the pictures are described");
}

void Stage::showGetModels()
{
    services::ModelDownloads& downloads = m_services.downloads();
    if (downloads.downloads().isEmpty()) {
        services::ModelOffer offer;
        offer.repository = {QStringLiteral("some-owner"), QStringLiteral("Eyes-2B-GGUF")};
        offer.model.name = "Eyes-2B-Q4_K_M";
        for (const char* name : {"Eyes-2B-Q4_K_M.gguf", "mmproj-Eyes-2B-Q4_K_M.gguf"})
            offer.files << services::OfferedFile{
                {QLatin1String(name), 600'000'000, QByteArray(32, 'x')}, QLatin1String(name)};
        downloads.pause(downloads.fetch(offer));
    }
    m_window.showPart(ui::page_id::models, ui::ModelPages::toGet);
    auto* page = static_cast<ui::ModelPages*>(m_window.page(ui::page_id::models));
    wait([page] { return !page->getModels()->cards().isEmpty(); }, "the catalogue is read");
}

services::Conversation* Stage::askedAboutDocument()
{
    m_window.newChat();
    Conversation* conversation = m_window.conversation();
    const QString path = m_documents.path("two_columns.pdf");
    const services::SharedDocument document
        = std::make_shared<const services::Document>(services::readDocument(path, {}, reader()));
    const services::TextAttachment attachment{"two_columns.pdf", {}, document, path};
    conversation->appendUserMessage(
        {"How should a page of two columns be read?", {}, {attachment}});
    services::OpenReply answer = conversation->appendReply();
    answer.setSources(services::passageSources(attachment));
    answer.append(
        "The left column is read **from its top to its bottom** before anybody looks at the right "
        "one [2]; the right column comes afterwards [2].\n\nThe right column has twelve "
        "lines [2].");
    answer.finish(
        {.tokens = 58, .promptTokens = 960, .firstTokenSeconds = 0.9, .tokensPerSecond = 34});
    conversation->rename("Reading two columns");
    return conversation;
}

void Stage::showCitedDocument()
{
    if (!m_cited)
        m_cited = askedAboutDocument();
    m_window.showConversation(m_cited);
    auto* viewer = m_window.findChild<ui::DocumentViewer*>();
    viewer->setReader(reader().program);
    const services::Message& answer = m_cited->message(m_cited->rowCount() - 1);
    viewer->open(answer.sources[1], {});
    wait([viewer] { return viewer->isShown() && viewer->pageCount() > 0; }, "the page is drawn");
}

void Stage::showFigure()
{
    if (!m_figured) {
        const QString path = m_documents.path("figures/figures.pdf");
        m_services.documents().add({path}); // figures of other files are not shown
        wait([this] { return m_services.documents().isResting(); }, "the document is read");
        m_window.newChat();
        m_figured = m_window.conversation();
        m_figured->appendUserMessage({"What does the flag of the harbor look like?"});
        services::Source source;
        source.title = "figures.pdf";
        source.address = QFileInfo(path).canonicalFilePath();
        source.page = 1;
        source.passage = "[Image 2]\n\nFigure 1: The flag of the harbor";
        services::OpenReply answer = m_figured->appendReply();
        answer.setSources({source});
        answer.append("The left half of the flag is red, the right half is blue [1].");
        answer.finish(
            {.tokens = 17, .promptTokens = 420, .firstTokenSeconds = 0.6, .tokensPerSecond = 34});
        m_figured->rename("The flag of the harbor");
    }
    m_window.showConversation(m_figured);
    const auto isFigureShown = [this] {
        const auto cards = m_window.findChildren<ui::SourceCard*>();
        return std::ranges::any_of(
            cards, [](const ui::SourceCard* card) { return !card->figure().isNull(); });
    };
    wait(isFigureShown, "the figure is drawn");
}

void Stage::showMeasure()
{
    services::LibraryMeasure measure;
    for (int question = 0; question < 100; ++question)
        measure.questions << services::MeasuredQuestion{.text = "What does the lamp mean?",
            .rank = question % 10 < 7 ? 1
                : question % 10 < 9   ? 4
                                      : 0,
            .score = question / 100.0};
    measure.isByModel = true;
    measure.weak << services::MeasuredFile{"Guarantee.pdf", 4, 1, services::Weakness::Scan}
                 << services::MeasuredFile{"Prices.csv", 6, 4, services::Weakness::Table};
    auto* dialog = new ui::MeasureDialog(m_services.documents(), m_services.models(),
        m_services.settings(), QStringLiteral("Eyes-2B"), &m_window);
    dialog->open();
    dialog->report(measure);
}

void Stage::askAboutScans()
{
    (new ui::ScansQuestion(12, &m_window))->open();
}

// Paths are shown from the user's own folder on, which is then the same on every machine.
void Stage::readDocuments()
{
    services::DocumentLibrary& library = m_services.documents();
    if (!library.roots().isEmpty())
        return;
    const QString home = QFileInfo(m_services.file(QStringLiteral("."))).canonicalFilePath();
    qputenv("HOME", QFile::encodeName(home));
    const QDir folder(home + QStringLiteral("/Manuals"));
    folder.mkpath(QStringLiteral("."));
    for (const auto& [name, text] : manuals) {
        QFile file(folder.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
            qFatal("%s cannot be written", name);
    }
    library.add({folder.path()});
    wait([&library] { return library.isResting() && library.counts().files > 0; },
        "the documents are read");
}

void Stage::showDocuments()
{
    readDocuments();
    m_window.showPage(ui::page_id::documents);
    auto* page = static_cast<ui::DocumentsPage*>(m_window.page(ui::page_id::documents));
    page->ask({});
    wait([page] { return page->progress()->text().contains(QStringLiteral("1")); },
        "it is said that the documents are read");
}

void Stage::showPassages()
{
    showDocuments();
    auto* page = static_cast<ui::DocumentsPage*>(m_window.page(ui::page_id::documents));
    page->ask(QStringLiteral("What does the blinking lamp mean?"));
    wait([page] { return page->found()->hits().rowCount() > 0; }, "passages are found");
    emit page->found()->opened(page->found()->hits().hit(0));
    wait([page] { return page->documentViewer()->isShown(); }, "the passage is opened");
}

// A movement, a thumbnail or what comes from the disk changes the image once more.
void settle(Stage& stage)
{
    constexpr int pause = 60; // milliseconds
    QImage before;
    wait(
        [&] {
            QTest::qWait(pause);
            const QImage now = stage.window().grab().toImage();
            return now == std::exchange(before, now);
        },
        "the window comes to rest");
}

} // namespace screenshots
