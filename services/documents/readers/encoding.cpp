#include "services/documents/readers/encoding.h"

#include "base/utf8.h"

#include <QByteArray>
#include <QString>
#include <QStringDecoder>

#include <algorithm>
#include <memory>
#include <optional>
#include <uchardet.h>

namespace services {

namespace {

constexpr size_t sample = size_t(256) << 10; // bytes that are enough to tell an encoding

QByteArrayView view(std::string_view bytes)
{
    return {bytes.data(), qsizetype(bytes.size())};
}

std::string decoded(QStringDecoder& decoder, std::string_view bytes)
{
    const QString text = decoder.decode(view(bytes));
    return text.toStdString();
}

std::string guessedEncoding(std::string_view bytes)
{
    const std::unique_ptr<uchardet, decltype([](uchardet_t each) { uchardet_delete(each); })>
        detector(uchardet_new());
    uchardet_handle_data(detector.get(), bytes.data(), std::min(bytes.size(), sample));
    uchardet_data_end(detector.get());
    return uchardet_get_charset(detector.get());
}

// UTF-16 without a mark: every other byte of Western text is zero.
std::optional<QStringConverter::Encoding> wideEncoding(std::string_view bytes)
{
    const size_t length = std::min(bytes.size(), sample);
    size_t zeros[2] = {0, 0};
    for (size_t i = 0; i < length; ++i)
        zeros[i % 2] += bytes[i] == 0;
    if (zeros[1] > length / 8 && zeros[0] < length / 64)
        return QStringConverter::Utf16LE;
    if (zeros[0] > length / 8 && zeros[1] < length / 64)
        return QStringConverter::Utf16BE;
    return std::nullopt;
}

} // namespace

std::string decodeText(std::string_view bytes, const std::string& declared)
{
    const auto marked = QStringConverter::encodingForData(view(bytes.substr(0, 4)));
    if (const auto wide = marked ? marked : wideEncoding(bytes)) {
        QStringDecoder decoder(*wide);
        return decoded(decoder, bytes);
    }
    if (base::isUtf8(bytes))
        return std::string(bytes);
    for (const std::string& name :
        {declared, guessedEncoding(bytes), std::string("windows-1252")}) {
        QStringDecoder decoder(name.c_str());
        if (name.empty() || name.size() > 40 || !decoder.isValid())
            continue;
        return decoded(decoder, bytes);
    }
    return std::string(bytes);
}

bool looksLikeText(std::string_view bytes)
{
    bytes = bytes.substr(0, sample);
    if (QStringConverter::encodingForData(view(bytes.substr(0, 4))) || wideEncoding(bytes))
        return true;
    const auto isControl = [](char byte) {
        return uint8_t(byte) < 0x20
            && std::string_view("\t\n\v\f\r\x1A\x1B").find(byte) == std::string_view::npos;
    };
    return std::ranges::count_if(bytes, isControl) <= ptrdiff_t(bytes.size() / 1000);
}

} // namespace services
