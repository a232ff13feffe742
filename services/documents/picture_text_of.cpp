#include "services/documents/picture_text_of.h"

#include "services/documents/document_file.h"
#include "services/documents/document_stream.h"
#include "services/documents/picture_rows.h"
#include "services/refuse.h"

#include <QBuffer>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace services {

namespace {

using After = PictureWord::After;

constexpr double mostPixels = 20e6; // more is not read better

// Whatever the picture was, the reader gets it decoded, upright and without loss.
QByteArray bitmapOf(const QImage& image)
{
    const double pixels = double(image.width()) * image.height();
    QImage grey = image.convertToFormat(QImage::Format_Grayscale8);
    if (pixels > mostPixels)
        grey = grey.scaled((QSizeF(grey.size()) * std::sqrt(mostPixels / pixels)).toSize(),
            Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    grey.save(&buffer, "BMP");
    return file;
}

Document read(const Picture& picture, const ReaderProcess& process)
{
    process.require();
    const QByteArray bitmap = bitmapOf(picture.image);
    vision::LimitedProgram program = limited(process, bitmap.size());
    program.arguments = {"picture.bmp", process.languages.folder.toStdString(),
        process.languages.names.join(u'+').toStdString()};
    DocumentStream stream;
    const auto end
        = runReader(program, std::as_bytes(std::span(bitmap.constData(), size_t(bitmap.size()))),
            [&](auto bytes) { stream.take(bytes); });
    if (end != vision::LimitedProgram::End::Well || !stream.hasEnded())
        refuse(sentenceOf(end).arg(picture.name));
    if (stream.fault() != DocumentFault::None && stream.fault() != DocumentFault::NoText)
        refuse(sentenceOf(stream.fault()).arg(picture.name));
    return stream.takeDocument();
}

After between(const PlacedRange& word, const PlacedRange& next)
{
    if (next.bytes.from == word.bytes.to)
        return After::Nothing;
    const float height = std::max(word.place.height, next.place.height);
    const float down = next.place.y + next.place.height / 2 - word.place.y - word.place.height / 2;
    return std::abs(down) < height / 2 ? After::Space : After::Line;
}

} // namespace

ReaderProcess pictureTextReader()
{
    ReaderProcess process;
    process.time = process.longest = std::chrono::seconds(60);
    process.timePerMebibyte = std::chrono::seconds(0);
    return process;
}

PictureText pictureTextOf(const Picture& picture, const ReaderProcess& process)
{
    PictureText text;
    if (process.languages.names.isEmpty() || picture.image.isNull())
        return text;
    const Document document = read(picture, process);
    if (document.pages.empty() || document.pages[0].width <= 0)
        return text;
    const double width = double(document.pages[0].width);
    const double height = double(document.pages[0].height);
    const PlacedRange* before = nullptr;
    for (const Block& block : document.blocks)
        for (const PlacedRange& word : block.places) {
            if (before)
                text.words.last().after = between(*before, word);
            before = &word;
            const std::string_view bytes
                = std::string_view(document.text).substr(word.bytes.from, word.bytes.size());
            text.words << PictureWord{QString::fromUtf8(bytes.data(), qsizetype(bytes.size())),
                QRectF(double(word.place.x) / width, double(word.place.y) / height,
                    double(word.place.width) / width, double(word.place.height) / height)};
        }
    if (!text.isEmpty())
        text.words.last().after = After::Line;
    return inRows(text);
}

} // namespace services
