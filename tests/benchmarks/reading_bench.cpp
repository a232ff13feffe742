// The number of pages that are read in a second: of the PDF files that are given, or of those below
// /usr/share, over and over until there were enough, and of pages that were scanned. The CPU time
// counts too, for machines that have other things to do.
//
//     reading_bench [--readers N] [--pages N] [--scans N] [PDF…]
#include "base/error.h"
#include "services/documents/read_document.h"

#include <QCommandLineParser>
#include <QDirIterator>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// The resources that ended readers have used.
struct ReaderUsage {
    double seconds = 0;
    double mebibytes = 0; // the most that one of them had

    static ReaderUsage now()
    {
        rusage usage;
        getrusage(RUSAGE_CHILDREN, &usage);
        const auto seconds
            = [](timeval time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); };
        return {seconds(usage.ru_utime) + seconds(usage.ru_stime), double(usage.ru_maxrss) / 1024};
    }
};

struct Reading {
    std::atomic<size_t> pages = 0, letters = 0, next = 0, rejected = 0;
};

services::ReaderProcess readerProcess()
{
    services::ReaderProcess process;
    process.program = QCoreApplication::applicationDirPath() + "/../bin/vignette-reader";
    return process;
}

// Takes file after file until so many pages were read.
void read(const QStringList& files, size_t pages, Reading& reading)
{
    const services::ReaderProcess process = readerProcess();
    while (reading.pages < pages && reading.rejected < size_t(files.size())) {
        const QString& file = files[qsizetype(reading.next++ % size_t(files.size()))];
        try {
            const services::Document document = services::readDocument(file, {}, process);
            reading.pages += document.pages.size();
            reading.letters += document.text.size();
        } catch (const base::Error& error) {
            std::cerr << error.what() << '\n';
            ++reading.rejected;
        }
    }
}

void measure(const char* name, const QStringList& files, size_t pages, int readers)
{
    Reading reading;
    const ReaderUsage before = ReaderUsage::now();
    const Clock::time_point start = Clock::now();
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < readers; ++i)
            threads.emplace_back([&] { read(files, pages, reading); });
    }
    const double seconds = Seconds(Clock::now() - start).count();
    const ReaderUsage after = ReaderUsage::now();
    const double processor = after.seconds - before.seconds;
    const auto count = double(reading.pages.load());
    std::cout << nlohmann::ordered_json{{"name", name}, {"readers", readers},
        {"files", files.size()}, {"pages", reading.pages.load()},
        {"bytes_of_text", reading.letters.load()}, {"pages_per_second", count / seconds},
        {"pages_per_processor_second", count / processor}, {"reader_mib", after.mebibytes}}
                     .dump()
              << std::endl;
}

// Those of which there is more than a few pages.
QStringList installedPdfs()
{
    QStringList files;
    for (QDirIterator at(
             "/usr/share", {"*.pdf"}, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
         at.hasNext();)
        if (const QFileInfo file(at.next()); file.size() > 200'000)
            files << file.filePath();
    files.sort();
    return files;
}

// A page full of letters, 200 pixels an inch.
QString scan(const QTemporaryDir& folder)
{
    QImage page(1654, 2339, QImage::Format_RGB32);
    page.fill(Qt::white);
    QPainter painter(&page);
    QFont font("Noto Serif");
    font.setPixelSize(30);
    painter.setFont(font);
    for (int line = 0; line < 45; ++line)
        painter.drawText(150, 180 + 44 * line,
            QString("Line %1 of a page that somebody wrote long ago and scanned now, so that it is "
                    "read.")
                .arg(line + 1));
    painter.end();
    const QString path = folder.filePath("scan.png");
    page.save(path);
    return path;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argumentCount, arguments);
    QCommandLineParser parser;
    parser.addOption({"readers", "How many at once.", "N", "2"});
    parser.addOption({"pages", "How many pages of text.", "N", "10000"});
    parser.addOption({"scans", "How many scanned pages.", "N", "20"});
    parser.addPositionalArgument("PDF…", "What is read.");
    parser.addHelpOption();
    parser.process(application);
    const QStringList files
        = parser.positionalArguments().isEmpty() ? installedPdfs() : parser.positionalArguments();
    const int readers = std::max(1, parser.value("readers").toInt());
    if (files.isEmpty()) {
        std::cerr << "There are no PDF files below /usr/share (Debian: developers-reference).\n";
        return 1;
    }
    measure("text", files, parser.value("pages").toUInt(), readers);
    const QTemporaryDir folder;
    measure("scans", {scan(folder)}, parser.value("scans").toUInt(), readers);
    return 0;
}
