#include "services/documents/readers/encoding.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <QByteArray>
#include <QString>
#include <QStringDecoder>

#include <algorithm>
#include <memory>
#include <optional>
#include <uchardet.h>
#include <utility>

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

bool isWide(std::string_view bytes, QStringConverter::Encoding encoding)
{
    const bool isBig = encoding == QStringConverter::Utf16BE;
    size_t expected = 0, separators = 0;
    for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const auto unit = uint16_t(uint8_t(bytes[i + isBig]) | uint8_t(bytes[i + 1 - isBig]) << 8);
        const bool isSeparator = unit == '\n' || unit == ' ' || (unit >= 0x3000 && unit < 0x3100)
            || (unit >= 0xFF00 && unit < 0xFF20);
        separators += isSeparator;
        expected += isSeparator || unit == '\r' || unit == '\t' || (unit > 0x20 && unit < 0x7F)
            || (unit >= 0x370 && unit < 0x700) || (unit >= 0x900 && unit < 0xE80)
            || (unit >= 0x2010 && unit < 0x2030) || (unit >= 0x4E00 && unit < 0xA000)
            || (unit >= 0xAC00 && unit < 0xD7A4);
    }
    const size_t units = bytes.size() / 2;
    return expected > units - units / 16 && separators > units / 32;
}

// Recognizes UTF-16 without a mark: every other byte of Western text is zero, and most characters of
// other texts are in few blocks, with spaces, kana or punctuation among them.
std::optional<QStringConverter::Encoding> wideEncoding(std::string_view bytes)
{
    constexpr size_t shortest = 8; // bytes
    const size_t length = std::min(bytes.size(), sample);
    size_t zeros[2] = {0, 0};
    for (size_t i = 0; i < length; ++i)
        zeros[i % 2] += bytes[i] == 0;
    if (zeros[1] > length / 8 && zeros[0] < length / 64)
        return QStringConverter::Utf16LE;
    if (zeros[0] > length / 8 && zeros[1] < length / 64)
        return QStringConverter::Utf16BE;
    const bool hasControls = std::ranges::any_of(
        bytes.substr(0, length), [](char byte) { return byte >= 0 && byte < '\t'; });
    if (length < shortest || bytes.size() % 2 != 0
        || (!hasControls && base::isUtf8(bytes.substr(0, length))))
        return std::nullopt;
    for (const auto encoding : {QStringConverter::Utf16LE, QStringConverter::Utf16BE})
        if (isWide(bytes.substr(0, length), encoding))
            return encoding;
    return std::nullopt;
}

// True if more characters of several bytes are valid than broken, which no other encoding gives.
bool isMostlyUtf8(std::string_view bytes)
{
    size_t whole = 0, broken = 0;
    for (size_t at = 0; at < bytes.size();) {
        const base::Utf8Character character = base::utf8At(bytes, at);
        whole += character.state == base::Utf8Character::State::Whole && character.length > 1;
        broken += character.state != base::Utf8Character::State::Whole;
        at += character.length;
    }
    return whole > broken;
}

// The encoding that the escape sequences of a text of 7 bits belong to (ISO 2022); empty: none.
std::string escapedEncoding(std::string_view bytes)
{
    constexpr std::pair<std::string_view, const char*> sequences[]
        = {{"\x1B$B", "ISO-2022-JP"}, {"\x1B$@", "ISO-2022-JP"}, {"\x1B(J", "ISO-2022-JP"},
            {"\x1B$(D", "ISO-2022-JP-1"}, {"\x1B$)C", "ISO-2022-KR"}, {"\x1B$)A", "ISO-2022-CN"}};
    for (const auto& [sequence, name] : sequences)
        if (bytes.find(sequence) != std::string_view::npos)
            return name;
    return {};
}

// What a declared name means in practice: programs write Windows' encoding where they declare the
// smaller one of ISO (as in the WHATWG's table). Empty if the bytes can't be in it.
std::string meantEncoding(const std::string& declared)
{
    constexpr std::pair<std::string_view, const char*> names[] = {{"iso-8859-1", "windows-1252"},
        {"latin1", "windows-1252"}, {"iso_8859-1", "windows-1252"}, {"ansi", "windows-1252"},
        {"iso-8859-9", "windows-1254"}, {"iso-8859-11", "windows-874"}, {"tis-620", "windows-874"},
        {"gb2312", "gb18030"}, {"gbk", "gb18030"}, {"x-gbk", "gb18030"}, {"hz-gb-2312", "HZ"},
        {"ks_c_5601-1987", "windows-949"}, {"euc-kr", "windows-949"}, {"us-ascii", ""},
        {"ascii", ""}, {"utf-8", ""}, {"utf8", ""}, {"unknown-8bit", ""}, {"utf-16", ""}};
    const std::string lower = base::toLowerAscii(declared);
    for (const auto& [name, meant] : names)
        if (lower == name)
            return meant;
    return declared.size() > 40 ? std::string() : declared;
}

// Nothing if the name isn't known, or the bytes are broken in the encoding and must not be.
std::optional<std::string> decodedAs(
    const std::string& name, std::string_view bytes, bool mayBeBroken = false)
{
    QStringDecoder decoder(name.c_str());
    if (name.empty() || !decoder.isValid())
        return std::nullopt;
    std::string text = decoded(decoder, bytes);
    const bool isBroken
        = decoder.hasError() || text.find(base::replacementCharacter) != std::string::npos;
    if (isBroken && !mayBeBroken)
        return std::nullopt;
    return text;
}

} // namespace

namespace {

std::optional<QStringConverter::Encoding> markedOrWideEncoding(std::string_view bytes)
{
    const auto marked = QStringConverter::encodingForData(view(bytes.substr(0, 4)));
    return marked ? marked : wideEncoding(bytes);
}

} // namespace

std::string withoutWideEncoding(std::string_view bytes)
{
    const auto wide = markedOrWideEncoding(bytes);
    if (!wide)
        return std::string(bytes);
    QStringDecoder decoder(*wide);
    return decoded(decoder, bytes);
}

std::string decodeText(std::string_view bytes, const std::string& declared)
{
    if (const auto wide = markedOrWideEncoding(bytes)) {
        QStringDecoder decoder(*wide);
        return decoded(decoder, bytes);
    }
    const std::string lower = base::toLowerAscii(declared);
    const bool hasOtherLetters = lower == "utf-7" || lower == "hz-gb-2312"; // in 7 bits
    for (const std::string& name : {escapedEncoding(bytes), hasOtherLetters ? declared : ""})
        if (auto text = decodedAs(name, bytes))
            return *std::move(text);
    if (base::isUtf8(bytes))
        return std::string(bytes);
    if (isMostlyUtf8(bytes))
        return base::repairedUtf8(bytes);
    const std::string names[]
        = {meantEncoding(declared), guessedEncoding(bytes), std::string("windows-1252")};
    for (const bool mayBeBroken : {false, true})
        for (const std::string& name : names)
            if (auto text = decodedAs(name, bytes, mayBeBroken))
                return *std::move(text);
    return std::string(bytes);
}

bool looksLikeText(std::string_view bytes)
{
    bytes = bytes.substr(0, sample);
    if (markedOrWideEncoding(bytes))
        return true;
    const auto isControl = [](char byte) {
        return uint8_t(byte) < 0x20
            && std::string_view("\t\n\v\f\r\x1A\x1B").find(byte) == std::string_view::npos;
    };
    return std::ranges::count_if(bytes, isControl) <= ptrdiff_t(bytes.size() / 1000);
}

} // namespace services
