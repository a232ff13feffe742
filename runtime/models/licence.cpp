#include "runtime/models/licence.h"

#include "engine/files/gguf_file.h"
#include "engine/tokenizers/utf8.h"

#include <fstream>
#include <sstream>
#include <string_view>

namespace runtime {

namespace {

constexpr size_t longestLicence = 80; // bytes
constexpr std::streamsize headOfReadme = 16 * 1024; // bytes

// Words with one space between them, and no more than fits.
std::string onOneLine(std::string_view text)
{
    std::istringstream words{std::string(text)};
    std::string line;
    for (std::string word; words >> word;)
        line += (line.empty() ? "" : " ") + word;
    return engine::beginning(engine::repairedUtf8(line), longestLicence);
}

std::string withoutQuotes(std::string text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\''))
        return text.substr(1, text.size() - 2);
    return text;
}

// The value of "key: value" in the lines between two "---"; empty if there is none.
std::string frontMatter(const std::string& text, const std::string& key)
{
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line) || onOneLine(line) != "---")
        return {};
    while (std::getline(lines, line) && onOneLine(line) != "---")
        if (line.starts_with(key + ':'))
            return withoutQuotes(onOneLine(line.substr(key.size() + 1)));
    return {};
}

} // namespace

std::string licenceOf(const engine::GgufFile& file)
{
    for (const char* key : {"general.license.name", "general.license"})
        if (const auto text = file.metadata().string(key); text && !text->empty())
            return onOneLine(*text);
    return {};
}

std::string licenceOf(const std::filesystem::path& folder)
{
    std::ifstream readme(folder / "README.md", std::ios::binary);
    std::string head(size_t(headOfReadme), '\0');
    readme.read(head.data(), headOfReadme);
    head.resize(size_t(readme.gcount()));
    const std::string name = frontMatter(head, "license_name");
    return name.empty() ? frontMatter(head, "license") : name;
}

} // namespace runtime
