#include "engine/files/json_text.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/lines.h"
#include "services/documents/readers/reader.h"

#include <nlohmann/json.hpp>

namespace services {

namespace {

using Json = nlohmann::ordered_json;

// Nothing if it is no JSON. The reader's memory is limited, so values are not counted.
std::optional<Json> parsed(std::string_view text, int nesting)
try {
    return engine::parseJson<Json>(
        text, {.depth = nesting, .values = text.size(), .bytes = text.size()});
} catch (const engine::JsonError& error) {
    if (error.reason == engine::JsonError::Reason::Depth)
        throw Unreadable(DocumentFault::TooDeep);
    return std::nullopt;
}

std::string wordsOf(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool isSimple(const Json& value)
{
    return !value.is_structured() || value.empty();
}

// An object is a block of "name: value", and what lies within it follows, under the path to it.
void put(const Json& value, const std::string& path, DocumentWriter& writer)
{
    if (isSimple(value)) {
        writer.paragraph(path.empty() ? wordsOf(value) : path + ": " + wordsOf(value));
        return;
    }
    std::string simple;
    for (const auto& [name, part] : value.items())
        if (isSimple(part))
            simple += (value.is_object() ? name + ": " : "") + wordsOf(part) + '\n';
    if (!simple.empty())
        writer.paragraph(path.empty() ? simple : path + '\n' + simple);
    for (const auto& [name, part] : value.items()) {
        const std::string step = value.is_object() ? (path.empty() ? name : path + '.' + name)
                                                   : path + '[' + name + ']';
        if (!isSimple(part))
            put(part, step, writer);
    }
}

} // namespace

void readJson(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = utf8Of(file.bytes);
    const int nesting = writer.limits().nesting;
    if (const auto whole = parsed(text, nesting)) {
        put(*whole, {}, writer);
        return;
    }
    for (const std::string_view line : linesOf(text)) { // a value a line
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        const auto value = parsed(line, nesting);
        if (!value)
            throw Unreadable(DocumentFault::Damaged);
        put(*value, {}, writer);
    }
}

} // namespace services
