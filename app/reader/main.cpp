// Reads one document and writes its text to the standard output, in the form of
// services/documents/document_stream.h; or draws one of its pages or figures, in the form of page_picture.h.
// services/documents/read_document.h and page_picture.h start it: with the document as descriptor 3 and
// little memory and time. Arguments: its name, the folder of Tesseract's language data and the languages
// ("deu+eng"); or the number of a page and how many pixels wide it should be; or its name, the page and
// the number of a figure (see FigureName) and how many pixels wide that should be. If the standard input is
// a pipe, descriptor 3 is an image that is complete when the pipe ends.
#include "services/documents/page_picture.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/pdf_file.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/sandbox.h"
#include "services/documents/readers/text_recognizer.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr int input = 3;

std::string_view mapInput()
{
    struct stat status;
    if (fstat(input, &status) != 0 || status.st_size <= 0)
        return {};
    const auto size = size_t(status.st_size);
    void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, input, 0);
    return bytes == MAP_FAILED ? std::string_view()
                               : std::string_view(static_cast<const char*>(bytes), size);
}

void writeAll(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count <= 0)
            _exit(1); // nobody listens any more
        bytes.remove_prefix(size_t(count));
    }
}

// The folders with the tables and fonts that a PDF may name instead of containing them.
constexpr std::array pdfFolders{"/usr/share/poppler", "/usr/share/fonts", "/usr/local/share/fonts"};

// What libraries look for on the disk when they are first used. Returns the folders in which they may
// open files later.
std::span<const char* const> warmUp(const services::SourceFile& file)
{
    services::decodeText("\xE9t\xE9", "windows-1252");
    if (file.bytes.substr(0, 1024).find("%PDF-") == std::string_view::npos)
        return {};
    services::warmUpPdf();
    return pdfFolders;
}

bool isInputLate()
{
    struct stat status;
    return fstat(STDIN_FILENO, &status) == 0 && S_ISFIFO(status.st_mode);
}

// Waits for the end of the pipe. Nothing is written to it.
void awaitInput()
{
    char byte;
    while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) { }
}

int readText(const char* name, const char* folder, const char* languages)
{
    const auto recognizer = services::TextRecognizer::open(folder, languages);
    const bool isLate = isInputLate();
    services::SourceFile file{
        name, isLate ? std::string_view() : mapInput(), recognizer.get()};
    const auto folders = warmUp(file);
    writeAll(services::streamHead());
    const auto isolation = services::enterSandbox(folders);
    if (!isolation) {
        writeAll(services::encoded(
            services::DocumentEnd{services::DocumentFault::NoSandbox, false, true, {}}));
        return 0;
    }
    writeAll(services::encoded(*isolation));
    if (isLate) {
        if (recognizer)
            recognizer->warmUp();
        awaitInput();
        file.bytes = mapInput();
        if (file.bytes.empty())
            _exit(1); // no image came
    }
    const services::DocumentEnd end = services::readFile(
        file, {}, [](const services::DocumentPart& part) { writeAll(services::encoded(part)); });
    writeAll(services::encoded(end));
    _exit(0); // nothing is left to do, and nothing to clean up
}

// `draw` writes an image of the document.
template <typename Draw>
int drawInSandbox(const char* name, Draw draw)
{
    const services::SourceFile file{name, mapInput(), nullptr};
    if (!services::enterSandbox(warmUp(file))) {
        writeAll(services::encoded(
            services::PageHead{.fault = uint32_t(services::DocumentFault::NoSandbox)}));
        return 0;
    }
    draw(file);
    _exit(0); // as above
}

int drawPage(int page, int width)
{
    return drawInSandbox("page",
        [=](const services::SourceFile& file) { services::drawPage(file, page, width, writeAll); });
}

int drawFigure(const char* name, const services::FigureName& figure, int width)
{
    return drawInSandbox(name, [&](const services::SourceFile& file) {
        services::drawFigure(file, figure, width, writeAll);
    });
}

} // namespace

int main(int argumentCount, char** arguments)
{
    if (argumentCount == 4)
        return readText(arguments[1], arguments[2], arguments[3]);
    if (argumentCount == 3)
        return drawPage(std::atoi(arguments[1]), std::atoi(arguments[2]));
    if (argumentCount == 5)
        return drawFigure(arguments[1], {std::atoi(arguments[2]), std::atoi(arguments[3])},
            std::atoi(arguments[4]));
    std::fputs("vignette-reader is started by vignette and vignette-cli.\n", stderr);
    return 2;
}
