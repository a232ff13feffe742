// The prompt box: keys, long pastes, and images that are dropped on it. Targets 4 (without
// indexing), 13 and 17.
#include "services/conversations/conversation.h"
#include "services/settings/settings.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/benchmarks/ui/watchdog.h"
#include "tests/support/fixtures.h"
#include "ui/chat/attachment_strip.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include <filesystem>

namespace bench {

namespace {

constexpr int keys = 2000;
constexpr double tokenInterval = 10; // milliseconds

// Messages with a prompt box below them.
struct Chat {
    Chat()
        : settings(folder.filePath(QStringLiteral("settings.ini")))
        , prompt(new ui::PromptBox(settings, loader))
        , messages(new ui::ChatView)
    {
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(messages, 1);
        layout->addWidget(prompt);
        window.resize(1120, 780);
        messages->setConversation(&conversation);
        window.show();
        spin(200);
    }

    QTemporaryDir folder;
    services::Settings settings;
    services::AttachmentLoader loader;
    ui::Theme theme;
    services::Conversation conversation;
    QWidget window;
    ui::PromptBox* prompt; // owned by the window, as is messages
    ui::ChatView* messages;
};

double since(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

// The time until the window responds again: the action, and all that it caused at once.
double untilFree(const std::function<void()>& act)
{
    QElapsedTimer timer;
    timer.start();
    act();
    QCoreApplication::processEvents();
    return since(timer);
}

void measureKeys(Chat& chat)
{
    QTimer tokens;
    chat.conversation.appendUserMessage({QStringLiteral("Tell me a long story.")});
    services::OpenReply answer = chat.conversation.appendReply();
    QObject::connect(&tokens, &QTimer::timeout, &chat.conversation,
        [&] { answer.append(QStringLiteral("word ")); });
    tokens.start(int(tokenInterval));
    Samples glyph;
    for (int key = 0; key < keys; ++key) {
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(chat.prompt->edit(), key % 60 == 59 ? Qt::Key_Space : Qt::Key_A);
        QCoreApplication::processEvents(); // what waits before it counts, too
        chat.prompt->edit()->viewport()->repaint();
        glyph.add(since(timer));
        spin(2);
    }
    print("4 key press to glyph while streaming, P50", glyph.percentile(0.5), "ms", 16);
    print("4 key press to glyph while streaming, P99", glyph.percentile(0.99), "ms", 33);
    chat.prompt->edit()->clear();
}

void paste(Chat& chat, const char* figure, const QString& text)
{
    QApplication::clipboard()->setText(text);
    const double time = untilFree([&] { chat.prompt->edit()->paste(); });
    print(figure, time, "ms", 100);
    spin(50);
}

void dropMany(Chat& chat)
{
    const QString path = chat.folder.filePath(QStringLiteral("many.jpg"));
    QImage(2000, 1500, QImage::Format_RGB32).save(path, "JPEG");
    QMimeData data;
    data.setUrls(QList<QUrl>(500, QUrl::fromLocalFile(path)));
    Watchdog watchdog;
    print("13 drop of 500 files until the window is free",
        untilFree([&] { chat.prompt->attachFrom(&data); }), "ms", 100);
    watchdog.start();
    QElapsedTimer timer;
    timer.start();
    waitUntil([&] { return chat.prompt->pictures().size() >= ui::AttachmentStrip::maxAttachments; },
        "The dropped files were not read within ten minutes.");
    print("13 longest block while they are read", watchdog.blocks().most(), "ms", 50);
    print("13 until all that a message takes are read", since(timer), "ms");
}

// Detail that costs what a photograph's costs.
QImage photograph(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    quint32 noise = 1;
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < width; ++x) {
            noise = noise * 1664525 + 1013904223;
            const int grain = int(noise >> 27);
            line[x] = qRgb(
                (x / 16 + grain) & 255, (y / 16 + grain) & 255, ((x ^ y) / 32 + grain) & 255);
        }
    }
    return image;
}

// The time from the drop to a tile that shows the image.
double untilThumbnail(Chat& chat, const QString& path)
{
    QElapsedTimer timer;
    timer.start();
    chat.prompt->attachFile(path);
    const auto* strip = chat.prompt->findChild<ui::AttachmentStrip*>();
    const auto isShown = [strip] {
        const QList<ui::PictureTile*> tiles = strip->findChildren<ui::PictureTile*>();
        return !tiles.isEmpty() && tiles.last()->hasPicture();
    };
    while (!isShown() && timer.elapsed() < 60'000) {
        QCoreApplication::processEvents();
        QThread::usleep(500); // the machine has other work than this loop
    }
    if (!isShown())
        fail("A picture was not shown within a minute.");
    return since(timer);
}

void untilAllAreRead(Chat& chat)
{
    const auto* strip = chat.prompt->findChild<ui::AttachmentStrip*>();
    waitUntil([strip] { return strip->loadingCount() == 0; },
        "A picture was not read within ten minutes.");
}

// The thumbnail is referred to by a box of type "thmb"; readers pass over types they do not know.
QString withoutThumbnail(const std::filesystem::path& file, const QTemporaryDir& folder)
{
    QFile source(QString::fromStdString(file.string()));
    source.open(QIODevice::ReadOnly);
    const QByteArray bytes = source.readAll().replace("thmb", "none");
    const QString path = folder.filePath(QStringLiteral("without_thumbnail.heic"));
    QFile copy(path);
    copy.open(QIODevice::WriteOnly);
    copy.write(bytes);
    return path;
}

void measurePictures(Chat& chat)
{
    const QString jpeg = chat.folder.filePath(QStringLiteral("photograph.jpg"));
    photograph(4000, 3000).save(jpeg, "JPEG", 90);
    print("17 a JPEG of 12 megapixels to its thumbnail", untilThumbnail(chat, jpeg), "ms", 100);
    // One after the other: what is read for the one is no part of the other's time.
    untilAllAreRead(chat);
    const auto heic = tests::dataFolder() / "pictures" / "large.heic";
    print("17 a HEIC of 48 megapixels, with a thumbnail as cameras write it",
        untilThumbnail(chat, QString::fromStdString(heic.string())), "ms", 400);
    untilAllAreRead(chat);
    print("17 the same file without its thumbnail",
        untilThumbnail(chat, withoutThumbnail(heic, chat.folder)), "ms", 400);
}

void clearAttachments(Chat& chat)
{
    chat.prompt->findChild<ui::AttachmentStrip*>()->clear();
    spin(50);
}

} // namespace

void measurePrompt()
{
    Chat chat;
    measureKeys(chat);
    paste(chat, "13 paste of 10 MB until the window is free",
        QStringLiteral("A line of some words, as texts have them.\n").repeated(250'000));
    paste(chat, "13 paste of 1 MB in one line until the window is free", QString(1 << 20, u'x'));
    clearAttachments(chat);
    dropMany(chat);
    clearAttachments(chat);
    measurePictures(chat);
}

} // namespace bench
