#include "services/documents/readers/encoding.h"
#include "services/documents/readers/lines.h"
#include "services/documents/readers/reader.h"

namespace services {

namespace {

constexpr size_t longest = 4000; // bytes after which any empty line ends a block

bool isEmpty(std::string_view line)
{
    return line.find_first_not_of(" \t\f") == std::string_view::npos;
}

bool isIndented(std::string_view line)
{
    return line.starts_with(' ') || line.starts_with('\t');
}

} // namespace

// A block is what stands together at the outermost level: a function, a class with its members.
void readCode(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = utf8Of(file.bytes);
    std::string block;
    bool isAfterGap = false;
    for (const std::string_view line : linesOf(text)) {
        if (isEmpty(line)) {
            isAfterGap = true;
            block += '\n';
            continue;
        }
        const bool continues = isIndented(line) || line.starts_with('}') || line.starts_with(')');
        if (isAfterGap && (!continues || block.size() > longest)) {
            writer.code(block);
            block.clear();
        }
        isAfterGap = false;
        block += std::string(line) + '\n';
    }
    writer.code(block);
}

} // namespace services
