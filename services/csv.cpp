#include "services/csv.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace services {

namespace {

constexpr std::string_view digits = "0123456789";

bool consistsOf(std::string_view text, std::string_view bytes)
{
    return text.find_first_not_of(bytes) == std::string_view::npos;
}

// True if a text that begins with a sign is a number. With one operator more, it would be computed.
bool isNumber(std::string_view text)
{
    text.remove_prefix(1);
    if (text.ends_with('%'))
        text.remove_suffix(text.ends_with(" %") ? 2 : 1);
    const size_t exponent = std::min(text.find_first_of("eE"), text.size());
    const std::string_view mantissa = text.substr(0, exponent);
    std::string_view power = text.substr(exponent);
    power.remove_prefix(power.empty() ? 0 : 1);
    if (power.starts_with('-') || power.starts_with('+'))
        power.remove_prefix(1);
    const bool hasPower = exponent == text.size() || !power.empty();
    return !mantissa.empty() && digits.find(mantissa.front()) != std::string_view::npos
        && consistsOf(mantissa, "0123456789.,") && hasPower && consistsOf(power, digits);
}

// True if a spreadsheet would compute the text, or would if it had fewer apostrophes before it.
bool isFormula(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
    constexpr std::array<std::string_view, 8> others{"=", "@", "\t", "\r", "＝", "＋", "－", "＠"};
    if (text.starts_with('+') || text.starts_with('-'))
        return !isNumber(text);
    return std::ranges::any_of(
        others, [text](std::string_view begin) { return text.starts_with(begin); });
}

std::string field(std::string_view text)
{
    std::string field = isFormula(text) ? "'" : "";
    for (const char byte : text)
        field += byte == '"' ? "\"\"" : std::string(1, byte);
    const bool needsQuotes = field.find_first_of(",;\t\"\r\n") != std::string::npos;
    return needsQuotes ? '"' + field + '"' : field;
}

// A field as it was before field().
QString originalText(const QByteArray& field)
{
    const bool isGuarded = field.startsWith('\'') && isFormula(field.toStdString());
    return QString::fromUtf8(isGuarded ? field.mid(1) : field);
}

} // namespace

std::string csvRow(const std::vector<std::string>& texts)
{
    std::string row;
    for (const std::string& text : texts)
        row += (&text == texts.data() ? "" : ",") + field(text);
    return row + "\r\n";
}

CsvRows readCsv(const QByteArray& bytes)
{
    CsvRows result;
    QStringList row;
    QByteArray field;
    bool quoted = false;
    const qsizetype begin = bytes.startsWith("\xEF\xBB\xBF") ? 3 : 0; // a byte order mark
    for (qsizetype i = begin; i < bytes.size(); ++i) {
        const char byte = bytes[i];
        if (byte == '"') {
            const bool isDoubled = quoted && i + 1 < bytes.size() && bytes[i + 1] == '"';
            if (isDoubled)
                field += bytes[++i];
            else
                quoted = !quoted;
        } else if (quoted || (byte != ',' && byte != '\n' && byte != '\r')) {
            field += byte;
        } else if (byte != '\r') {
            row << originalText(std::exchange(field, {}));
            if (byte == '\n') {
                result.rows << std::exchange(row, {});
                result.end = i + 1;
            }
        }
    }
    return result;
}

} // namespace services
