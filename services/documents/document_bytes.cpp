#include "services/documents/document_bytes.h"

#include "services/documents/document_stream.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QtEndian>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::documentFrom)
};

constexpr qint64 sizeBytes = 4; // in front of what is compressed: how long it was
constexpr qint64 mostCompressed = 1100; // times; zlib does not pack anything closer
constexpr qint64 mostBytes = qint64(1) << 30;

ByteRange moved(ByteRange bytes, size_t back)
{
    return {bytes.from - back, bytes.to - back};
}

DocumentPart partOf(const Document& document, const Page& page)
{
    DocumentPart part{true, page.width, page.height,
        document.text.substr(page.bytes.from, page.bytes.size()), {}};
    const auto first = document.blocks.begin() + ptrdiff_t(page.firstBlock);
    part.blocks.assign(first, first + ptrdiff_t(page.blockCount));
    for (Block& block : part.blocks) {
        block.bytes = moved(block.bytes, page.bytes.from);
        for (PlacedRange& line : block.places)
            line.bytes = moved(line.bytes, page.bytes.from);
    }
    return part;
}

// Only so much memory is taken as the bytes can stand for.
bool isPlausible(const QByteArray& bytes)
{
    if (bytes.size() <= sizeBytes)
        return false;
    const qint64 announced = qFromBigEndian<quint32>(bytes.constData());
    return announced <= mostBytes && announced <= bytes.size() * mostCompressed;
}

} // namespace

QByteArray bytesOf(const Document& document)
{
    std::string bytes = streamHead();
    for (const Page& page : document.pages)
        bytes += encoded(partOf(document, page));
    bytes += encoded(
        DocumentEnd{DocumentFault::None, document.isPaged, document.isWhole, document.title});
    return qCompress(reinterpret_cast<const uchar*>(bytes.data()), qsizetype(bytes.size()));
}

Document documentFrom(const QByteArray& bytes)
{
    const QByteArray written = isPlausible(bytes) ? qUncompress(bytes) : QByteArray();
    DocumentStream stream;
    stream.take(std::as_bytes(std::span(written.constData(), size_t(written.size()))));
    if (!stream.hasEnded() || stream.fault() != DocumentFault::None)
        refuse(Text::tr("What was kept of a document is damaged."));
    return stream.takeDocument();
}

} // namespace services
