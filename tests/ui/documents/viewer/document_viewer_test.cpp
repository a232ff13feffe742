#include "services/documents/answers/citations.h"
#include "services/documents/passages/split_document.h"
#include "services/documents/read_document.h"
#include "tests/support/documents.h"
#include "tests/support/test_program.h"
#include "ui/documents/viewer/document_viewer.h"
#include "ui/documents/viewer/find_in_document.h"
#include "ui/documents/viewer/opened_document.h"
#include "ui/documents/viewer/page_view.h"
#include "ui/documents/viewer/text_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/line_edits.h"

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using services::Source;
using ui::DocumentViewer;
using ui::Scheme;

namespace {

constexpr int patience = 60'000; // milliseconds

QString reader()
{
    return qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
}

// Saves an image for people to look at if the environment names a folder.
void keepPicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
    if (!folder.isEmpty())
        widget.grab().save(folder + u'/' + name);
}

services::Document documentAt(const QString& path)
{
    services::ReaderProcess process;
    process.program = reader();
    return services::readDocument(path, {}, process);
}

// A passage of a document as an answer would cite it: the first on a page (from 1), or of a text that
// has no pages (0).
Source sourceOn(const QString& path, const services::Document& document, size_t page)
{
    for (const services::Passage& passage : services::splitDocument(document)) {
        if (passage.page != int(page))
            continue;
        Source source{.title = QFileInfo(path).fileName(), .address = path, .page = passage.page};
        source.passage = QString::fromStdString(passage.text);
        source.begin = qint64(passage.bytes.from);
        source.end = qint64(passage.bytes.to);
        for (const services::Rectangle& place : passage.rectangles)
            source.rectangles << QRectF(
                double(place.x), double(place.y), double(place.width), double(place.height));
        return source;
    }
    qFatal("no passage on that page");
}

bool isColored(QRgb pixel)
{
    return std::abs(qRed(pixel) - qBlue(pixel)) > 20 || std::abs(qRed(pixel) - qGreen(pixel)) > 20;
}

double coloredPart(const QImage& image, const QRect& place)
{
    int colored = 0;
    for (int y = place.top(); y <= place.bottom(); ++y)
        for (int x = place.left(); x <= place.right(); ++x)
            colored += isColored(image.pixel(x, y));
    return double(colored) / place.width() / place.height();
}

} // namespace

// A source of an answer as a user opens it next to the conversation.
class DocumentViewerTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_theme.setScheme(Scheme::Light);
        m_window = std::make_unique<QWidget>();
        auto* layout = new QVBoxLayout(m_window.get());
        m_field = new QLineEdit;
        m_viewer = new DocumentViewer;
        m_viewer->setReader(reader());
        m_viewer->hide();
        layout->addWidget(m_field);
        layout->addWidget(m_viewer, 1);
        m_window->resize(560, 760);
        m_window->show();
        m_field->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void aPageOpensWithThePassageMarked_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void aPageOpensWithThePassageMarked()
    {
        QFETCH(int, scheme);
        m_theme.setScheme(Scheme(scheme));
        const QString path = m_documents.path("chapters.pdf");
        const Source source = sourceOn(path, documentAt(path), 2);
        QVERIFY(!source.rectangles.isEmpty());

        m_viewer->open(source, QDateTime::currentDateTime());

        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->isShown() && m_viewer->pageCount() > 1, patience);
        QCOMPARE(m_viewer->page(), 2);
        QCOMPARE(m_viewer->message(), QString());
        QCOMPARE(canvas()->marks(), source.rectangles);
        QVERIFY(canvas()->accessibleName().contains("Page 2 of"));
        QVERIFY(canvas()->accessibleDescription().contains(source.passage.simplified().left(20)));
        QVERIFY(canvas()->hasFocus());
        keepPicture(
            *m_window, QStringLiteral("document-viewer-%1.png").arg(QTest::currentDataTag()));
        const QImage image = canvas()->grab().toImage();
        const double ratio = image.devicePixelRatio();
        for (const QRectF& place : source.rectangles) {
            const QRectF pixels = canvas()->toWidget(place);
            const QRect inside = QRectF(pixels.topLeft() * ratio, pixels.size() * ratio).toRect();
            QVERIFY(coloredPart(image, inside) > 0.5);
        }
        QVERIFY(coloredPart(image, QRect(4, 4, image.width() - 8, 30)) < 0.01);
    }

    void theSentenceThatSupportsAStatementIsMarkedMoreStrongly_data()
    {
        aPageOpensWithThePassageMarked_data();
    }
    void theSentenceThatSupportsAStatementIsMarkedMoreStrongly()
    {
        QFETCH(int, scheme);
        m_theme.setScheme(Scheme(scheme));
        const QString path = m_documents.path("chapters.pdf");
        const services::Document document = documentAt(path);
        const Source source = sourceOn(path, document, 2);
        const size_t begin = document.text.find("It ends", size_t(source.begin));
        const services::ByteRange sentence{begin, document.text.find('.', begin) + 1};
        QList<QRectF> strong;
        for (const services::Rectangle& line : services::findRectangles(document, sentence))
            strong << QRectF(
                double(line.x), double(line.y), double(line.width), double(line.height));

        m_viewer->open(source, QDateTime::currentDateTime(),
            {"The paragraph ends in the second line.", "Pumps are loud."});

        QTRY_COMPARE_WITH_TIMEOUT(canvas()->marks(), source.rectangles + strong, patience);
        keepPicture(*m_window,
            QStringLiteral("document-viewer-sentence-%1.png").arg(QTest::currentDataTag()));
        const auto shade = [&](const QRectF& line) {
            const QImage image = canvas()->grab().toImage();
            const QRectF pixels = canvas()->toWidget(line);
            const double ratio = image.devicePixelRatio();
            const QRect inside = QRectF(pixels.topLeft() * ratio, pixels.size() * ratio).toRect();
            int brightest = 0; // which is between the letters
            for (int y = inside.top() + 1; y < inside.bottom(); ++y)
                for (int x = inside.left() + 1; x < inside.right(); ++x)
                    brightest = std::max(brightest, qGray(image.pixel(x, y)));
            return brightest;
        };
        QVERIFY(shade(strong.last()) < shade(source.rectangles.first()) - 20);

        const QString text = m_documents.path("museum.html");
        const services::Document page = documentAt(text);
        Source ofText = sourceOn(text, page, 0);
        const auto sentences = services::splitSentences(ofText.passage.toStdString());
        QVERIFY(sentences.size() > 1);
        const std::string last
            = ofText.passage.toStdString().substr(sentences.back().from, sentences.back().size());
        m_viewer->open(ofText, QDateTime::currentDateTime(), {QString::fromStdString(last)});
        QTRY_COMPARE_WITH_TIMEOUT(m_viewer->textPage()->markCount(), 2, patience);
        keepPicture(*m_window,
            QStringLiteral("document-viewer-sentence-text-%1.png").arg(QTest::currentDataTag()));
    }

    void keysTurnThePagesAndEscapeGivesTheFocusBack()
    {
        const QString path = m_documents.path("chapters.pdf");
        m_viewer->open({.title = "Chapters", .address = path, .page = 1});
        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->pageCount() > 1, patience);
        const int last = m_viewer->pageCount();

        QTest::keyClick(focused(), Qt::Key_PageUp);
        QCOMPARE(m_viewer->page(), 1);
        QTest::keyClick(focused(), Qt::Key_PageDown);
        QCOMPARE(m_viewer->page(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(canvas()->accessibleName().contains("Page 2"), patience);
        QTest::keyClick(focused(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(m_viewer->page(), 1);
        QTest::keyClick(focused(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(m_viewer->page(), last);
        QTest::keyClick(focused(), Qt::Key_PageDown);
        QCOMPARE(m_viewer->page(), last);
        const int percent = m_viewer->pageView()->percent();
        QTest::keyClick(focused(), Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(m_viewer->pageView()->percent() > percent);
        QTest::keyClick(focused(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_viewer->pageView()->percent(), percent);

        QSignalSpy closed(m_viewer, &DocumentViewer::closed);
        QTest::keyClick(focused(), Qt::Key_Escape);
        QCOMPARE(closed.size(), 1);
        QVERIFY(m_viewer->isHidden());
        QVERIFY(m_field->hasFocus());
    }

    // An answer of an earlier version of the program, or a file that was written since.
    void aPassageWhosePositionIsUnknownIsSearchedFor()
    {
        const QString path = m_documents.path("chapters.pdf");
        Source source = sourceOn(path, documentAt(path), 2);
        const QList<QRectF> rectangles = std::exchange(source.rectangles, {});
        source.page = 1;
        source.begin = source.end = -1;

        m_viewer->open(source);

        QTRY_COMPARE_WITH_TIMEOUT(canvas()->marks(), rectangles, patience);
        QCOMPARE(m_viewer->page(), 2);
        QCOMPARE(m_viewer->message(), QString());
    }

    void wordsAreFoundInThePages()
    {
        const QString path = m_documents.path("two_columns.pdf");
        const services::Document document = documentAt(path);
        const auto hits = ui::findIn(document, "THE");
        QVERIFY(hits.size() > 2);
        m_viewer->open({.title = "Columns", .address = path, .page = 1});
        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->pageCount() > 0, patience);

        QTest::keyClick(focused(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(m_viewer->findBar()->isVisible());
        QTest::keyClicks(focused(), "the");

        const QString first = QStringLiteral("1 of %1").arg(hits.size());
        QTRY_COMPARE_WITH_TIMEOUT(m_viewer->findBar()->placeText(), first, patience);
        QVERIFY(!canvas()->marks().isEmpty());
        QTest::keyClick(focused(), Qt::Key_Return);
        QCOMPARE(m_viewer->findBar()->placeText(), QStringLiteral("2 of %1").arg(hits.size()));
        keepPicture(*m_window, "document-viewer-find.png");
        QTest::keyClick(focused(), Qt::Key_Escape);
        QVERIFY(m_viewer->findBar()->isHidden());
        QVERIFY(!m_viewer->isHidden());
        QTRY_VERIFY(canvas()->marks().isEmpty());
    }

    void aTextOpensAtThePassage()
    {
        const QString path = m_documents.path("plan.md");
        const Source source = sourceOn(path, documentAt(path), 0);

        m_viewer->open(source);

        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->isShown(), patience);
        QCOMPARE(m_viewer->message(), QString());
        QVERIFY(m_viewer->textPage()->isVisible());
        QCOMPARE(m_viewer->textPage()->markCount(), 1);
        const QString marked
            = m_viewer->textPage()->extraSelections().first().cursor.selectedText();
        const QString words = source.passage.simplified();
        QVERIFY2(marked.simplified().startsWith(words.left(20)), qPrintable(marked));
        QVERIFY(marked.simplified().endsWith(words.right(10)));
        keepPicture(*m_window, "document-viewer-text.png");
    }

    // Its heading alone on the last line would not show what is cited.
    void thePassageOfATextIsAThirdFromTheTop()
    {
        QByteArray text;
        for (int line = 0; line < 400; ++line)
            text += "Line " + QByteArray::number(line) + " of a text that has no pages at all, "
                + QByteArray("and goes on. ").repeated(line % 7) + "\n\n";
        const QString path = write("middle.txt", text);
        const auto height = [this] {
            const QTextEdit& page = *m_viewer->textPage();
            const QTextCursor marked = page.extraSelections().value(0).cursor;
            QTextCursor begin(page.document());
            begin.setPosition(marked.selectionStart());
            return double(page.cursorRect(begin).top()) / page.viewport()->height();
        };

        m_viewer->open({.title = "middle", .address = path, .passage = "Line 200 of a text"});

        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->isShown(), patience);
        QTRY_VERIFY2(height() > 0.2 && height() < 0.45, qPrintable(QString::number(height())));
        m_window->resize(380, 500); // the lines break elsewhere
        QTRY_VERIFY2(height() > 0.2 && height() < 0.67, qPrintable(QString::number(height())));
    }

    void aLongTextIsShownInParts()
    {
        QByteArray text;
        for (int line = 0; text.size() < 3'000'000; ++line)
            text += "Line " + QByteArray::number(line) + " of a long text that has no pages.\n\n";
        const QString path = write("long.txt", text);

        m_viewer->open({.title = "long", .address = path, .passage = "Line 30000 of a long text"});

        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->isShown(), patience);
        QVERIFY(m_viewer->pageCount() > 10);
        QVERIFY(m_viewer->page() > 10);
        QVERIFY(m_viewer->textPage()->toPlainText().size() < 100'000);
        QCOMPARE(m_viewer->textPage()->extraSelections().first().cursor.selectedText(),
            "Line 30000 of a long text");
        const int before = m_viewer->page();
        QTest::keyClick(focused(), Qt::Key_PageUp);
        QCOMPARE(m_viewer->page(), before - 1);
        QCOMPARE(m_viewer->textPage()->markCount(), 0);
    }

    void aPictureIsShown()
    {
        QImage image(200, 100, QImage::Format_RGB32);
        image.fill(Qt::white);
        const QString path = m_documents.path("picture.png");
        QVERIFY(image.save(path));
        const QRectF place(15, 15, 60, 15); // points of 96 pixels an inch

        m_viewer->open({.title = "picture", .address = path, .page = 1, .rectangles = {place}},
            QDateTime::currentDateTime().addSecs(60));

        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->isShown(), patience);
        QCOMPARE(canvas()->picture().size(), image.size());
        QCOMPARE(canvas()->marks(), QList<QRectF>{place});
    }

    void aFileThatIsGoneOrChangedIsTold()
    {
        const QString path = write("note.txt", "The lamp blinks red when the tank is empty.\n");
        const Source source{
            .title = "note", .address = path, .passage = "blinks red when the tank is empty."};
        m_viewer->open(source);
        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->isShown(), patience);
        QCOMPARE(m_viewer->message(), QString());

        write("note.txt", "The lamp is green.\n");
        m_viewer->open(source);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_viewer->message().contains("has changed and no longer contains"), patience);
        QVERIFY(isSaid(source.passage));
        QVERIFY(m_viewer->textPage()->toPlainText().contains("is green"));
        keepPicture(*m_window, "document-viewer-changed.png");

        QVERIFY(QFile::remove(path));
        m_viewer->open(source);
        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->message().contains("is missing"), patience);
        QVERIFY(isSaid(source.passage));
        QTest::keyClick(focused(), Qt::Key_Escape);
        QVERIFY(m_viewer->isHidden());
    }

    void whatCannotBeShownIsSaid_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("hostile/locked.pdf") << "password-protected";
        QTest::newRow("hostile/cycle.pdf") << "is damaged";
        QTest::newRow("hostile/noise.docx") << "is damaged";
        QTest::newRow("hostile") << "can't be opened";
    }
    void whatCannotBeShownIsSaid()
    {
        QFETCH(QString, words);

        m_viewer->open({.title = "x",
            .address = m_documents.path(QTest::currentDataTag()),
            .page = 1,
            .passage = "What was read"});

        QTRY_VERIFY_WITH_TIMEOUT(m_viewer->message().contains(words), patience);
        QVERIFY(isSaid("What was read"));
    }

    void aSourceThatIsNoFileShowsItsPassage()
    {
        m_viewer->open({.title = "x", .address = "https://example.org", .passage = "Words"});

        QTRY_VERIFY(m_viewer->message().contains("doesn't come from a file on this computer"));
        QVERIFY(isSaid("Words"));
    }

    void aTextShowsItsFigures()
    {
        const QString path = m_documents.path("figures/figures.docx");
        m_viewer->open(sourceOn(path, documentAt(path), 0));
        auto* page = m_viewer->findChild<ui::TextPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(
            page->toPlainText().contains(QChar::ObjectReplacementCharacter), patience);

        // Below its description; what follows is still marked where it is.
        const QString text = page->toPlainText();
        const qsizetype image = text.indexOf(QChar::ObjectReplacementCharacter);
        QVERIFY(text.first(image).trimmed().endsWith("[Image 1] Red and blue"));
        QVERIFY(text.mid(image + 1).trimmed().startsWith("Figure 1: The flag of the harbor"));
        QCOMPARE(text.count(QChar::ObjectReplacementCharacter), 1);
        keepPicture(*m_viewer, "viewer-figure.png");
    }

private:
    ui::PageCanvas* canvas() const { return m_viewer->pageView()->canvas(); }
    static QWidget* focused() { return QApplication::focusWidget(); }

    QString write(const QString& name, const QByteArray& text)
    {
        QFile file(m_documents.path(name));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        file.write(text);
        return file.fileName();
    }

    bool isSaid(const QString& words) const
    {
        for (const QLabel* label : m_viewer->findChildren<QLabel*>())
            if (label->isVisible() && label->text() == words)
                return true;
        return false;
    }

    ui::Theme m_theme;
    tests::MadeUpDocuments m_documents;
    std::unique_ptr<QWidget> m_window;
    QLineEdit* m_field = nullptr;
    DocumentViewer* m_viewer = nullptr;
};

TESTS(DocumentViewerTest, QApplication);
#include "document_viewer_test.moc"
