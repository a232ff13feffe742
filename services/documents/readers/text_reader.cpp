#include "services/documents/readers/encoding.h"
#include "services/documents/readers/lines.h"
#include "services/documents/readers/reader.h"

namespace services {

// Paragraphs stand apart by empty lines; the lines within stay lines, for they may be a poem.
void readText(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = utf8Of(file.bytes);
    std::string paragraph;
    for (const std::string_view line : linesOf(text)) {
        if (line.find_first_not_of(" \t\f") != std::string_view::npos) {
            paragraph += std::string(line) + '\n';
            continue;
        }
        writer.paragraph(paragraph);
        paragraph.clear();
    }
    writer.paragraph(paragraph);
}

} // namespace services
