#include "services/documents/readers/encoding.h"
#include "services/documents/readers/lines.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <array>

namespace services {

namespace {

// The row at the beginning of `text`, which it is taken from (RFC 4180). A quotation that never ends
// goes to the end of the text.
std::vector<std::string> takeRow(std::string_view& text, char separator)
{
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (isQuoted && c == '"' && text.substr(at + 1).starts_with('"'))
            cells.back() += text[at++];
        else if (c == '"' && (isQuoted || cells.back().empty()))
            isQuoted = !isQuoted;
        else if (!isQuoted && c == separator)
            cells.emplace_back();
        else if (!isQuoted && (c == '\n' || c == '\r'))
            break;
        else
            cells.back() += c;
    }
    text.remove_prefix(std::min(text.size(), at + (text.substr(at, 2) == "\r\n" ? 2 : 1)));
    return cells;
}

// The one by which the first rows have the same number of cells, and the most of them.
char separatorOf(std::string_view text)
{
    constexpr int rows = 20;
    char best = ',';
    size_t most = 1;
    for (const char separator : {',', ';', '\t', '|'}) {
        std::string_view left = text.substr(0, 64 << 10);
        size_t fewest = SIZE_MAX;
        for (int row = 0; row < rows && !left.empty(); ++row) {
            const auto cells = takeRow(left, separator);
            if (cells.size() > 1 || !cells[0].empty())
                fewest = std::min(fewest, cells.size());
        }
        if (fewest != SIZE_MAX && fewest > most) {
            most = fewest;
            best = separator;
        }
    }
    return best;
}

} // namespace

void readTable(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = utf8Of(file.bytes);
    std::string_view left = text;
    if (left.starts_with("\xEF\xBB\xBF"))
        left.remove_prefix(3);
    const char separator = separatorOf(left);
    while (!left.empty())
        writer.tableRow(takeRow(left, separator));
}

} // namespace services
