// From a screenshot to the cursor in the message box, and until its text is read. The desktop portal is a
// fake one that answers at once.
#include "services/documents/picture_texts.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/streamed_answer.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/benchmarks/ui/watchdog.h"
#include "tests/support/fake_portal.h"
#include "tests/ui/test_services.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/window/main_window.h"

#include <QElapsedTimer>
#include <QFontMetrics>
#include <QHash>
#include <QPainter>
#include <QTemporaryDir>
#include <QUrl>

#include <random>
#include <vector>

namespace bench {

namespace {

constexpr int captures = 11;
constexpr int readings = 7;

/// A full-HD screen with made text, and the words on it. Fonts, sizes and colors differ from seed to seed.
struct MadeScreen {
    enum class Density {
        Usual, ///< a column of text next to a sidebar
        Dense, ///< two columns from edge to edge
    };

    MadeScreen(unsigned seed, Density density)
        : image(1920, 1080, QImage::Format_RGB32)
        , m_random(seed)
    {
        static const char* const families[]
            = {"DejaVu Sans", "Liberation Sans", "Liberation Serif", "DejaVu Sans Mono"};
        const bool isDark = seed % 3 == 2;
        QFont font(QLatin1String(families[seed % std::size(families)]));
        font.setPixelSize(13 + int(seed % 4));
        image.fill(isDark ? QColor(30, 30, 36) : Qt::white);
        QPainter painter(&image);
        painter.setFont(font);
        painter.setPen(isDark ? QColor(230, 230, 230) : Qt::black);
        if (density == Density::Dense) {
            write(painter, QRect(40, 20, 860, 1040), 3 * font.pixelSize() / 2);
            write(painter, QRect(1000, 20, 860, 1040), 3 * font.pixelSize() / 2);
            return;
        }
        write(painter, QRect(30, 90, 150, 900), 36);
        write(painter, QRect(480, 120, 900, 880), 27);
    }

    double shareOf(const services::PictureText& text) const
    {
        QHash<QString, int> read;
        for (const services::PictureWord& word : text.words)
            ++read[word.text];
        qsizetype found = 0;
        for (const QString& word : words)
            found += read[word]-- > 0;
        return 100 * double(found) / double(words.size());
    }

    QImage image;
    QStringList words;

private:
    void write(QPainter& painter, const QRect& area, int lineHeight)
    {
        static const QStringList vocabulary
            = QStringLiteral("the harbor keeps its old lighthouse window open while every boat "
                             "returns before evening with letters from distant islands and 12.80 "
                             "euros for bread coffee 2026 paper Friday number between server "
                             "answer document picture settings model download finished 48,250 "
                             "people measured twenty small gardens behind a quiet station")
                  .split(u' ');
        for (int y = area.top() + lineHeight; y <= area.bottom(); y += lineHeight)
            for (int x = area.left();;) {
                const QString& word = vocabulary[qsizetype(m_random() % size_t(vocabulary.size()))];
                const int width = painter.fontMetrics().horizontalAdvance(word + u' ');
                if (x + width > area.right())
                    break;
                painter.drawText(x, y, word);
                x += width;
                words << word;
            }
    }

    std::mt19937 m_random;
};

// From asking for the screenshot until the cursor is in the box below the attached image, painted.
double untilCursor(ui::MainWindow& window)
{
    const qsizetype attached = window.promptBox()->pictures().size();
    QElapsedTimer timer;
    timer.start();
    window.askAboutScreen(services::CaptureArea::Screen, ui::AskIn::NewChat);
    waitUntil(
        [&window, attached] {
            return window.isVisible() && window.promptBox()->pictures().size() > attached
                && window.promptBox()->edit()->hasFocus();
        },
        QStringLiteral("The screenshot was not attached."));
    window.repaint();
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Captured images are announced half a second before, in which the user chooses a region; pasted ones aren't.
enum class Origin { Captured, Pasted };

struct Reading {
    Reading(unsigned seed, MadeScreen::Density density, Origin from)
        : screen(seed, density)
        , origin(from)
        , picture(services::makePicture(screen.image, {}))
    {
    }

    void run(services::PictureTexts& texts)
    {
        if (origin == Origin::Captured) {
            texts.warmUp();
            spin(500);
        }
        QElapsedTimer timer;
        bool isRead = false;
        timer.start();
        texts.read(picture, &texts, [&](const services::PictureText& read) {
            isRead = true;
            text = read;
        });
        waitUntil([&isRead] { return isRead; }, QStringLiteral("The screenshot was not read."));
        seconds = double(timer.nsecsElapsed()) / 1e9;
    }

    MadeScreen screen;
    Origin origin;
    services::Picture picture;
    services::PictureText text;
    double seconds = 0;
};

std::vector<Reading> makeReadings(MadeScreen::Density density, Origin origin, unsigned firstSeed)
{
    std::vector<Reading> all;
    for (unsigned seed = firstSeed; seed < firstSeed + readings; ++seed)
        all.emplace_back(seed, density, origin);
    return all;
}

void printAll(const std::vector<Reading>& all, const char* figure)
{
    Samples seconds, shares, words;
    for (const Reading& reading : all) {
        seconds.add(reading.seconds);
        shares.add(reading.screen.shareOf(reading.text));
        words.add(double(reading.screen.words.size()));
    }
    print(figure, seconds.percentile(0.5), "s", 1.5);
    print("the same, slowest", seconds.most(), "s", 1.5);
    print("words on it, median", words.percentile(0.5), "words");
    print("of which are read, fewest", shares.percentile(0), "%");
}

} // namespace

void measureCapture()
{
    const QTemporaryDir folder;
    tests::FakePortal portal;
    if (!portal.start())
        fail(QStringLiteral("Captures are left out: dbus-daemon is not installed."));
    const QString shot = folder.filePath(QStringLiteral("shot.png"));
    MadeScreen(0, MadeScreen::Density::Usual).image.save(shot);
    portal.respond = [&](auto&&...) {
        const QString file = folder.filePath(QStringLiteral("taken.png"));
        QFile::copy(shot, file);
        return tests::FakePortal::Response{0, {{"uri", QUrl::fromLocalFile(file).toString()}}};
    };
    portal.setPresent(true);
    tests::TestServices services;
    services.settings().set(services::settings::readPictures, false);
    ui::MainWindow window(services, services.theme());
    window.resize(1120, 780);
    window.show();
    window.activateWindow();
    spin(500);
    Samples cursor;
    for (int capture = 0; capture < captures; ++capture)
        cursor.add(untilCursor(window));
    print("screenshot requested until the cursor is in the box, median", cursor.percentile(0.5),
        "ms", 400);
    print("the same, slowest", cursor.most(), "ms", 400);

    // Made before the window is watched: painting them takes its thread long.
    using Density = MadeScreen::Density;
    std::vector<Reading> usual = makeReadings(Density::Usual, Origin::Captured, 1);
    std::vector<Reading> dense = makeReadings(Density::Dense, Origin::Captured, 1);
    std::vector<Reading> pasted = makeReadings(Density::Usual, Origin::Pasted, 1 + readings);
    services::Conversation& conversation = *window.conversation();
    conversation.appendUserMessage({QStringLiteral("Tell me more.")});
    spin(200);
    FrameCounter frames(window);
    StreamedAnswer stream(conversation, *window.chatView(), 100);
    QObject::connect(&frames, &FrameCounter::drawn, &stream, &StreamedAnswer::onFrame);
    Watchdog watchdog;
    for (std::vector<Reading>* all : {&usual, &dense, &pasted})
        for (Reading& reading : *all)
            reading.run(services.pictureTexts());
    const Samples busy = watchdog.blocks();
    printAll(usual, "text of a full-HD screenshot is read");
    printAll(pasted, "text of a pasted full-HD screenshot is read");
    printAll(dense, "text of a full-HD screenshot without empty space is read");
    print("window busy meanwhile, P99.9", busy.percentile(0.999), "ms", 16);
    print("the same, longest", busy.most(), "ms", 50);
    print("token to screen meanwhile, P99", stream.latency().percentile(0.99), "ms", 50);
}

} // namespace bench
