#include "services/documents/figures.h"

#include <algorithm>
#include <charconv>

namespace services {

namespace {

constexpr std::string_view beginning = "[Image ";

} // namespace

std::string figureMark(int number)
{
    return std::string(beginning) + std::to_string(number) + ']';
}

std::vector<int> figuresMarkedIn(std::string_view text, size_t most)
{
    std::vector<int> numbers;
    const char* const end = text.data() + text.size();
    for (size_t at = text.find(beginning); at != std::string_view::npos && numbers.size() < most;
         at = text.find(beginning, at + 1)) {
        int number = 0;
        const auto [behind, error]
            = std::from_chars(text.data() + at + beginning.size(), end, number);
        if (error == std::errc() && behind != end && *behind == ']' && number > 0
            && number <= maxFigures && std::ranges::find(numbers, number) == numbers.end())
            numbers.push_back(number);
    }
    return numbers;
}

} // namespace services
