#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// The facts of passages, read once for many statements. Any thread may use it.
class PassageFacts {
public:
    explicit PassageFacts(std::span<const std::string_view> passages);
    PassageFacts(PassageFacts&&) noexcept;
    ~PassageFacts();

    /// See missingFacts().
    std::vector<std::string> missing(std::string_view statement) const;
    /// See hasValue().
    bool hasValue(std::string_view value) const;

private:
    struct Content;
    std::unique_ptr<const Content> m_content;
};

/// The facts of a statement that its passages don't contain, as they are written. Facts are numbers,
/// months, days of the week, and names in texts whose language sets only names in capitals. A number
/// is contained if a passage has it in any notation, or if one step leads to it: another unit,
/// rounding, the sum, difference, product or ratio of two numbers, a price times two counts, the time
/// between two dates, or a count of listed items. So is a date or a time of day to which a time leads
/// from another one. A fact that may be right is left out. Any thread may call it.
std::vector<std::string> missingFacts(
    std::string_view statement, std::span<const std::string_view> passages);

/// True if a passage has a value: all of its words, numbers and dates, in any notation. Nothing is
/// derived. An empty value is in no passage. Any thread may call it.
bool hasValue(std::string_view passage, std::string_view value);

} // namespace services
