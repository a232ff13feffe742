#include "services/documents/page_picture.h"

#include "services/documents/document.h"
#include "services/documents/document_stream.h"
#include "services/documents/read_document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace services {

namespace {

constexpr std::string_view magic = "VGI1";
constexpr uint32_t mostPages = 10'000'000;

static_assert(std::endian::native == std::endian::little && sizeof(PageHead) == 24);

[[noreturn]] void fail(const char* message)
{
    throw base::Error(base::ErrorKind::BadFile, message);
}

bool isWithinLimits(const PageHead& head)
{
    const bool isEmpty = head.width == 0 && head.height == 0;
    const bool isPicture = head.width > 0 && head.height > 0 && head.width <= mostPageSide
        && head.height <= mostPageSide && uint64_t(head.width) * head.height <= mostPagePixels;
    const Rectangle place{0, 0, head.pointsWidth, head.pointsHeight};
    return (isEmpty || isPicture) && head.fault <= uint32_t(DocumentFault::Last)
        && head.pageCount <= mostPages && isPlace(place);
}

} // namespace

std::string encoded(const PageHead& head)
{
    std::string bytes(magic);
    bytes.append(reinterpret_cast<const char*>(&head), sizeof(head));
    return bytes;
}

bool PageStream::isComplete() const
{
    return m_hasHead && m_taken == size_t(m_image.sizeInBytes());
}

void PageStream::takeHead()
{
    if (std::memcmp(m_waiting.data(), magic.data(), magic.size()) != 0)
        fail("The reader's picture has an invalid beginning.");
    std::memcpy(&m_head, m_waiting.data() + magic.size(), sizeof(m_head));
    if (!isWithinLimits(m_head))
        fail("The reader's picture is invalid.");
    m_hasHead = true;
    if (m_head.width == 0)
        return;
    m_image = QImage(int(m_head.width), int(m_head.height), QImage::Format_RGB32);
    if (m_image.isNull())
        throw std::bad_alloc();
}

void PageStream::take(std::span<const std::byte> bytes)
{
    constexpr size_t headSize = magic.size() + sizeof(PageHead);
    if (!m_hasHead) {
        const size_t count = std::min(bytes.size(), headSize - m_waiting.size());
        m_waiting.insert(m_waiting.end(), bytes.begin(), bytes.begin() + ptrdiff_t(count));
        bytes = bytes.subspan(count);
        if (m_waiting.size() < headSize)
            return;
        takeHead();
    }
    if (bytes.size() > size_t(m_image.sizeInBytes()) - m_taken)
        fail("The reader's picture continues after its end.");
    if (bytes.empty())
        return;
    std::memcpy(m_image.bits() + m_taken, bytes.data(), bytes.size());
    m_taken += bytes.size();
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::readPagePicture)
};

} // namespace

ReaderProcess pageDrawer()
{
    ReaderProcess process;
    process.time = process.longest = std::chrono::seconds(60);
    process.timePerMebibyte = std::chrono::seconds(0);
    return process;
}

namespace {

// Runs the reader on a file until its image is complete.
PageStream drawIn(
    const QString& path, std::vector<std::string> arguments, const ReaderProcess& process)
{
    QFile file(path);
    openDocument(file);
    process.require();

    base::LimitedProgram program = limited(process, file.size());
    program.arguments = std::move(arguments);
    PageStream stream;
    const auto end = runReader(program, file, [&](auto bytes) { stream.take(bytes); });
    if (end != base::LimitedProgram::End::Well || !stream.isComplete())
        reject(toMessage(end).arg(QFileInfo(path).fileName()));
    return stream;
}

std::string widthArgument(int width)
{
    return std::to_string(std::clamp(width, 1, int(mostPageSide)));
}

} // namespace

QImage readFigure(
    const QString& path, const FigureName& figure, int width, const ReaderProcess& process)
{
    const QString name = QFileInfo(path).fileName();
    PageStream stream = drawIn(path,
        {name.toStdString(), std::to_string(figure.page), std::to_string(figure.number),
            widthArgument(width)},
        process);
    const PageHead& head = stream.head();
    if (head.fault != uint32_t(DocumentFault::None))
        reject(toMessage(DocumentFault(head.fault)).arg(name));
    if (head.width == 0)
        reject(Text::tr("“%1” no longer contains this image.").arg(name));
    return stream.takeImage();
}

PagePicture readPagePicture(const QString& path, int page, int width, const ReaderProcess& process)
{
    const QString name = QFileInfo(path).fileName();
    PageStream stream = drawIn(path, {std::to_string(page), widthArgument(width)}, process);
    const PageHead& head = stream.head();
    if (head.fault == uint32_t(DocumentFault::UnknownForm))
        reject(Text::tr("“%1” isn't a PDF, so its pages can't be shown.").arg(name));
    if (head.fault != uint32_t(DocumentFault::None))
        reject(toMessage(DocumentFault(head.fault)).arg(name));
    if (head.width == 0)
        reject(Text::tr("“%1” has no page %2; the last page is %3.")
                   .arg(name, QString::number(page), QString::number(head.pageCount)));
    return {stream.takeImage(), QSizeF(double(head.pointsWidth), double(head.pointsHeight)),
        int(head.pageCount)};
}

} // namespace services
