#include "services/documents/readers/encoding.h"
#include "services/documents/readers/html_text.h"
#include "services/documents/readers/reader.h"

namespace services {

namespace {

// What <meta charset="…"> or <?xml encoding="…"?> says.
std::string declaredEncoding(std::string_view bytes)
{
    bytes = bytes.substr(0, 2048);
    for (const std::string_view word : {"charset=", "encoding="}) {
        size_t at = bytes.find(word);
        if (at == std::string_view::npos)
            continue;
        at = bytes.find_first_not_of("\"' ", at + word.size());
        if (at != std::string_view::npos)
            return std::string(bytes.substr(at, bytes.find_first_of("\"'> ;?/", at) - at));
    }
    return {};
}

} // namespace

void readHtml(const SourceFile& file, DocumentWriter& writer)
{
    putHtml(utf8Of(file.bytes, declaredEncoding(file.bytes)), writer);
}

} // namespace services
