#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/pictures/picture_canvas.h"
#include "ui/pictures/picture_viewer.h"
#include "ui/pictures/seen_panel.h"
#include "ui/widgets/text_label.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QListWidget>
#include <QLocale>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using services::Picture;
using ui::PictureCanvas;
using ui::PictureViewer;

namespace {

constexpr int patience = 120'000; // milliseconds

// Every pixel says where it is.
QImage map(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB888);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.setPixelColor(x, y, QColor(x % 256, y % 256, (x / 256) * 16 + y / 256));
    return image;
}

} // namespace

// The viewer as a user works with it, over a window.
class PictureViewerTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_window = std::make_unique<QMainWindow>();
        m_window->resize(900, 700);
        m_window->show();
        m_viewer = new PictureViewer(m_services->models(), m_window.get());
        m_pictures = {services::makePicture(map(600, 400), "first.png"),
            services::decodePictureFile(tests::resource("samples/two-1.png")),
            services::makePicture(
                map(3000, 1000), QString("a very long name of a picture ").repeated(6))};
    }
    void cleanup() { m_window.reset(); }

    // The place of a fact is large, in the middle, and outlined.
    void aPlaceIsShownLarge()
    {
        m_viewer->open(m_pictures, 2, {});
        const double fitted = canvas()->zoom();
        const QRectF place(0.7, 0.5, 0.05, 0.03); // of 3000 × 1000 pixels
        m_viewer->showPlace(place);

        QVERIFY(canvas()->zoom() > fitted);
        QCOMPARE(canvas()->place(), QRectF(2100, 500, 150, 30));
        const QRectF shown(canvas()->toWidget({2100, 500}), canvas()->toWidget({2250, 530}));
        QVERIFY(QRectF(canvas()->rect()).contains(shown));
        QVERIFY(std::abs(shown.center().y() - canvas()->rect().center().y()) < 2);
        const QImage seen = canvas()->grab().toImage();
        const QPoint edge(int(shown.center().x()), int(shown.top()) - 4);
        const QColor line = seen.pixelColor(edge * seen.devicePixelRatio());
        QVERIFY(line.blue() > line.red()); // the accent color
        keep("place.png");

        QTest::keyClick(canvas(), Qt::Key_PageUp);
        QVERIFY(canvas()->place().isEmpty());
    }

    void coversTheWindowAndEscapeCloses()
    {
        QSignalSpy closed(m_viewer, &PictureViewer::closed);
        m_viewer->open(m_pictures, 0, {});
        QCOMPARE(m_viewer->geometry(), m_window->rect());
        QCOMPARE(m_window->focusWidget(), canvas());
        keep("viewer.png");

        m_window->resize(700, 500);
        QCoreApplication::processEvents();
        QCOMPARE(m_viewer->geometry(), m_window->rect());
        QTest::keyClick(canvas(), Qt::Key_Escape);

        QCOMPARE(closed.count(), 1);
        QVERIFY(!m_viewer->isVisible());
    }

    void arrowsWalk()
    {
        m_viewer->open(m_pictures, 0, {});

        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(canvas()->picture().size(), m_pictures[1].image.size());
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Right); // there is no more
        QCOMPARE(canvas()->picture().size(), QSize(3000, 1000));
        keep("viewer-long-name.png");
        QTest::keyClick(canvas(), Qt::Key_Left);
        QCOMPARE(canvas()->picture().size(), m_pictures[1].image.size());
    }

    void theWheelZoomsAtThePointer()
    {
        m_viewer->open(m_pictures, 2, {});
        canvas()->setZoom(3); // now there is more of it at every side
        const QPointF pointer(200, 250);
        const double before = canvas()->zoom();
        const QPointF place = canvas()->toPicture(pointer);

        for (int i = 0; i < 6; ++i) {
            QWheelEvent wheel(pointer, canvas()->mapToGlobal(pointer), {}, {0, 120}, Qt::NoButton,
                Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(canvas(), &wheel);
        }

        QVERIFY(canvas()->zoom() > before * 2);
        QVERIFY((canvas()->toPicture(pointer) - place).manhattanLength() < 1);
        QTest::keyClick(canvas(), Qt::Key_1);
        QCOMPARE(canvas()->zoom(), 1.0);
        QTest::keyClick(canvas(), Qt::Key_0);
        QVERIFY(canvas()->isFitted());
    }

    void anArrowPansALargePictureBeforeItWalks()
    {
        m_viewer->open({m_pictures[2], m_pictures[0]}, 0, {});
        QTest::keyClick(canvas(), Qt::Key_1);
        const QPointF before = canvas()->toPicture({0, 0});

        QTest::keyClick(canvas(), Qt::Key_Right);

        QVERIFY(canvas()->toPicture({0, 0}).x() > before.x());
        QCOMPARE(canvas()->picture().size(), QSize(3000, 1000));
        QTest::keyClick(canvas(), Qt::Key_PageDown);
        QCOMPARE(canvas()->picture().size(), QSize(600, 400));
    }

    void aDraggedPartIsCutAtItsOwnResolution()
    {
        m_viewer->open(m_pictures, 2, {}); // shown smaller than it is
        QVERIFY(canvas()->zoom() < 1);
        QTest::keyClick(canvas(), Qt::Key_M);
        QVERIFY(canvas()->isMarking());
        const QRect wanted(100, 300, 400, 200);
        const int pixel = int(std::ceil(1 / canvas()->zoom())); // one of the screen
        QSignalSpy chosen(m_viewer, &PictureViewer::regionChosen);

        const auto at = [this](QPoint place) {
            return canvas()->toWidget(QPointF(place) + QPointF(0.5, 0.5)).toPoint();
        };
        QTest::mousePress(canvas(), Qt::LeftButton, {}, at(wanted.topLeft()));
        QTest::mouseMove(canvas(), at(wanted.center()));
        QTest::mouseMove(canvas(), at(wanted.bottomRight()));
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, at(wanted.bottomRight()));
        keep("viewer-region.png");
        QTest::mouseClick(button("Ask about this area"), Qt::LeftButton);

        QCOMPARE(chosen.count(), 1);
        const auto part = chosen.first()[0].value<Picture>();
        const QRect place = chosen.first()[1].toRect();
        for (const int difference : {place.left() - wanted.left(), place.top() - wanted.top(),
                 place.right() - wanted.right(), place.bottom() - wanted.bottom()})
            QVERIFY2(std::abs(difference) <= pixel, qPrintable(QString::number(difference)));
        QCOMPARE(part.image, map(3000, 1000).copy(place));
        QVERIFY(!m_viewer->isVisible());
    }

    void aPartIsMarkedByKeysAlone()
    {
        m_viewer->open(m_pictures, 0, {});
        QTest::keyClick(canvas(), Qt::Key_M);
        QCOMPARE(canvas()->region(), QRect(150, 100, 300, 200));
        QSignalSpy chosen(m_viewer, &PictureViewer::regionChosen);

        QTest::keyClick(canvas(), Qt::Key_Left);
        QTest::keyClick(canvas(), Qt::Key_Up);
        QTest::keyClick(canvas(), Qt::Key_Right, Qt::ShiftModifier);
        const QRect marked = canvas()->region();
        QVERIFY(marked.left() < 150 && marked.top() < 100 && marked.width() > 300);
        QCOMPARE(marked.height(), 200);
        QVERIFY(canvas()->accessibleDescription().contains(QString::number(marked.width())));
        QTest::keyClick(canvas(), Qt::Key_Escape); // the part, not the viewer
        QVERIFY(m_viewer->isVisible());
        QVERIFY(!canvas()->isMarking());
        QTest::keyClick(canvas(), Qt::Key_M);
        QTest::keyClick(canvas(), Qt::Key_Return);

        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first()[1].toRect(), marked);
    }

    void whatTheModelSawIsTheScaledPictureAndItsTokens()
    {
        m_services->models().registry().load({});
        QTRY_COMPARE_WITH_TIMEOUT(m_services->models().registry().state({}).stage,
            services::ModelState::Stage::Ready, patience);
        const auto config = *m_services->models().registry().state({}).summary.vision;

        m_viewer->showWhatTheModelSaw(m_pictures, 1, {});

        const auto seen = services::seenSize(m_pictures[1].image.size(), config);
        QTRY_COMPARE(canvas()->picture().size(), seen.size);
        auto* tiles = panel()->findChildren<QListWidget*>().first();
        QCOMPARE(tiles->count(), int(seen.tokens / seen.tokensPerTile));
        keep("viewer-seen.png");
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(m_viewer->isVisible());
        QCOMPARE(canvas()->picture().size(), m_pictures[1].image.size());
    }

    void aModelThatIsNotInMemoryIsLoadedAtAPush()
    {
        m_viewer->showWhatTheModelSaw(m_pictures, 1, {});
        QVERIFY(button("Load model"));
        m_window->resize(640, 480);
        QCoreApplication::processEvents();
        keep("viewer-seen-small.png");

        QTest::mouseClick(button("Load model"), Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(!button("Load model"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(
            panel()->findChildren<QListWidget*>().first()->count() > 0, patience);
    }

    void thePromptIsShownByItsParts()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_services->models().registry().load({});
        QTRY_COMPARE_WITH_TIMEOUT(m_services->models().registry().state({}).stage,
            services::ModelState::Stage::Ready, patience);
        services::AnswerRequest request;
        request.messages
            = {{services::Role::User, {m_pictures[1].pixels, std::string("What is this?")}}};

        m_viewer->showWhatTheModelSaw(m_pictures, 1, {}, request);

        auto* parts = panel()->findChildren<QListWidget*>().last();
        QTRY_VERIFY_WITH_TIMEOUT(parts->count() > 0, patience);
        QVERIFY(parts->item(0)->text().startsWith("You"));
        const auto labels = panel()->findChildren<ui::TextLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const auto* label) { return label->text().endsWith(" of 2,048 tokens"); }));
        QLocale::setDefault(QLocale::system());
        keep("viewer-prompt.png");
    }

    void wordsAreSelectedByTheMouseAndCopied()
    {
        openReceipt();
        QTest::mousePress(canvas(), Qt::LeftButton, {}, at("Total"));
        QTest::mouseMove(canvas(), at("EUR"));
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, at("EUR"));
        keep("viewer-text.png");

        QTest::keyClick(canvas(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), "Total 14.60 EUR");
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ShiftModifier, at("visit"));
        QTest::mouseClick(button("Copy text"), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), "Total 14.60 EUR\nThank you for your visit");
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(3, 3)); // outside all of them
        QVERIFY(canvas()->selection().isEmpty());
        QTest::keyClick(canvas(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->image().size(), tests::receipt().size());
    }

    void wordsAreSelectedByKeysAlone()
    {
        openReceipt();
        QTest::keyClick(canvas(), Qt::Key_T);
        QCOMPARE(canvas()->selection().selectedText(), "Corner");
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(canvas()->selection().selectedText(), "Bakery");
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Home);
        QCOMPARE(canvas()->selection().selectedText(), "12");
        QTest::keyClick(canvas(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(canvas(), Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(canvas()->selection().selectedText(), "12 Harbour Street\nTwo coffees");

        QTest::keyClick(canvas(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(canvas()->selection().selectedText(), tests::receiptLines.join('\n'));
        QTest::keyClick(canvas(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(canvas()->selection().selectedText(), "visit");
        QTest::keyClick(canvas(), Qt::Key_Escape); // the words, not the viewer
        QVERIFY(m_viewer->isVisible());
        QVERIFY(canvas()->selection().isEmpty());
        QVERIFY(button("Select text"));
        QTest::keyClick(canvas(), Qt::Key_M); // and now a part
        QVERIFY(canvas()->isMarking() && !button("Copy text"));
    }

    void aWordOutOfSightIsBroughtThere()
    {
        openReceipt();
        canvas()->setZoom(8);
        QTest::keyClick(canvas(), Qt::Key_T);
        QTest::keyClick(canvas(), Qt::Key_End, Qt::ControlModifier);

        QVERIFY(canvas()->rect().contains(at("visit")));
    }

    void aScreenReaderReadsTheText()
    {
        ui::installCanvasAccessibility();
        openReceipt();
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(canvas());
        QVERIFY(accessible->textInterface());
        QAccessibleTextInterface& text = *accessible->textInterface();
        QCOMPARE(text.text(0, text.characterCount()), tests::receiptLines.join('\n'));
        QCOMPARE(text.selectionCount(), 0);

        QTest::keyClick(canvas(), Qt::Key_T);
        QTest::keyClick(canvas(), Qt::Key_Down);

        int begin = 0, end = 0;
        text.selection(0, &begin, &end);
        QVERIFY(begin > 0 && end > begin);
        QCOMPARE(text.text(begin, end), canvas()->selection().selectedText());
        QCOMPARE(text.cursorPosition(), begin);
        const QRect place = text.characterRect(begin);
        QCOMPARE(text.offsetAtPoint(place.center()), begin);
        m_viewer->open(m_pictures, 0, {});
        QVERIFY(!accessible->textInterface());
    }

    void aTextThatIsNotKnownIsRead()
    {
        if (m_services->pictureTexts().languages().names.isEmpty())
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
        m_viewer->setTexts(&m_services->pictureTexts());
        m_viewer->open(
            {services::makePicture(tests::receipt(), "receipt.png"), m_pictures[1]}, 0, {});
        QVERIFY(!button("Select text"));
        QTRY_VERIFY_WITH_TIMEOUT(button("Select text"), patience);

        QTest::keyClick(canvas(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(canvas()->selection().selectedText().split('\n', Qt::SkipEmptyParts),
            tests::receiptLines);
        QTest::keyClick(canvas(), Qt::Key_PageDown);
        QVERIFY(!button("Select text") && canvas()->selection().isEmpty());
    }

    void copyTakesThePictureOrItsPart()
    {
        m_viewer->open(m_pictures, 0, {});
        QTest::keyClick(canvas(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->image().size(), QSize(600, 400));
        QTest::keyClick(canvas(), Qt::Key_M);
        QTest::keyClick(canvas(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->image().size(), QSize(300, 200));
    }

    void aPictureIsSavedAsItCame()
    {
        const QTemporaryDir folder;
        m_viewer->open(m_pictures, 1, {});

        QTest::keyClick(canvas(), Qt::Key_S, Qt::ControlModifier);
        auto* dialog = m_viewer->findChild<QFileDialog*>();
        QVERIFY(dialog);
        dialog->selectFile(folder.filePath("copy.png"));
        static_cast<QDialog*>(dialog)->accept();

        QTRY_VERIFY(QFile::exists(folder.filePath("copy.png")));
        QTRY_COMPARE(tests::readBytes(folder.filePath("copy.png").toStdString()),
            tests::readBytes(tests::resource("samples/two-1.png").toStdString()));
    }

    void tabStaysInsideAndEverythingIsNamed()
    {
        m_viewer->open(m_pictures, 0, {});

        QSet<QWidget*> visited;
        for (int i = 0; i < 30; ++i) {
            QTest::keyClick(m_window->focusWidget(), Qt::Key_Tab);
            QWidget* focus = m_window->focusWidget();
            QVERIFY(m_viewer->isAncestorOf(focus));
            visited.insert(focus);
        }

        for (QAbstractButton* each : m_viewer->findChildren<QAbstractButton*>()) {
            if (!each->isVisible() || !each->isEnabled())
                continue;
            QVERIFY2(visited.contains(each), qPrintable(each->text() + each->accessibleName()));
            QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(each);
            QVERIFY(!accessible->text(QAccessible::Name).isEmpty());
        }
        QVERIFY(visited.contains(canvas()));
    }

    void aSmallWindowHoldsItAll()
    {
        m_window->resize(640, 480);
        m_viewer->open(m_pictures, 0, {});
        m_services->theme().setScheme(ui::Scheme::Dark);
        QTest::keyClick(canvas(), Qt::Key_M);
        QCoreApplication::processEvents();
        keep("viewer-small-dark.png");
        QTest::keyClick(canvas(), Qt::Key_Escape);
        openReceipt();
        QTest::keyClick(canvas(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(canvas(), Qt::Key_End);
        QTest::keyClick(canvas(), Qt::Key_Home, Qt::ShiftModifier);
        QCoreApplication::processEvents();
        keep("viewer-text-dark.png");
        m_services->theme().setScheme(ui::Scheme::Light);

        QVERIFY2(m_viewer->minimumSizeHint().width() <= 640,
            qPrintable(QString::number(m_viewer->minimumSizeHint().width())));
        QVERIFY(m_viewer->minimumSizeHint().height() <= 480);
    }

private:
    PictureCanvas* canvas() const { return m_viewer->findChild<PictureCanvas*>(); }
    ui::SeenPanel* panel() const { return m_viewer->findChild<ui::SeenPanel*>(); }

    QAbstractButton* button(const QString& name) const
    {
        for (QAbstractButton* each : m_viewer->findChildren<QAbstractButton*>())
            if (each->text() == name && each->isVisible())
                return each;
        return nullptr;
    }

    // Opens the receipt with its words where they are, as OCR would read them.
    void openReceipt()
    {
        services::Picture picture = services::makePicture(tests::receipt(), "receipt.png");
        const QSizeF size = picture.image.size();
        picture.text.emplace();
        for (const QString& line : tests::receiptLines) {
            for (const QString& word : line.split(' ')) {
                const QRectF place = tests::receiptWord(word);
                picture.text->words << services::PictureWord{word,
                    {place.x() / size.width(), place.y() / size.height(),
                        place.width() / size.width(), place.height() / size.height()}};
            }
            picture.text->words.last().after = services::PictureWord::After::Line;
        }
        m_viewer->open({picture}, 0, {});
    }

    QPoint at(const QString& word) const
    {
        return canvas()->toWidget(tests::receiptWord(word).center()).toPoint();
    }

    // Saves an image for people to look at if the environment names a folder.
    void keep(const QString& name)
    {
        const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
        if (!folder.isEmpty())
            m_window->grab().save(folder + u'/' + name);
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QMainWindow> m_window;
    PictureViewer* m_viewer = nullptr; // owned by the window
    QList<Picture> m_pictures;
};

TESTS(PictureViewerTest, QApplication);
#include "picture_viewer_test.moc"
