#include "engine/files/split_name.h"

#include <algorithm>
#include <string_view>

namespace engine {

namespace {

constexpr size_t digits = 5;

std::string padded(int64_t number)
{
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

// Takes `ending` off the end of `text`; false if it ends otherwise.
bool cutEnd(std::string_view& text, std::string_view ending)
{
    if (!text.ends_with(ending))
        return false;
    text.remove_suffix(ending.size());
    return true;
}

// Takes five digits off the end of `text`; 0 if there are none.
int64_t cutNumber(std::string_view& text)
{
    if (text.size() < digits)
        return 0;
    int64_t number = 0;
    for (const char digit : text.substr(text.size() - digits)) {
        if (digit < '0' || digit > '9')
            return 0;
        number = number * 10 + (digit - '0');
    }
    text.remove_suffix(digits);
    return number;
}

} // namespace

std::optional<SplitName> splitName(const std::filesystem::path& path)
{
    const std::string whole = path.filename().string();
    std::string_view rest = whole;
    SplitName name;
    if (!cutEnd(rest, ".gguf"))
        return std::nullopt;
    name.count = cutNumber(rest);
    if (name.count == 0 || !cutEnd(rest, "-of-"))
        return std::nullopt;
    name.number = cutNumber(rest);
    if (name.number == 0 || name.number > name.count || !cutEnd(rest, "-"))
        return std::nullopt;
    name.stem = rest;
    return name;
}

bool isLaterPart(const std::filesystem::path& path)
{
    const auto part = splitName(path);
    return part && part->number > 1;
}

std::string fileNameOf(const SplitName& name)
{
    return name.stem + "-" + padded(name.number) + "-of-" + padded(name.count) + ".gguf";
}

} // namespace engine
