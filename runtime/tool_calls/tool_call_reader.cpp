#include "runtime/tool_calls/tool_call_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace runtime {

namespace {

constexpr size_t longestCall = 256 << 10; // in bytes
constexpr size_t longestBeginning = 4 << 10; // that is held back to see what it becomes
constexpr std::string_view space = " \t\r\n";
constexpr std::string_view thoughtBegins = "<think>", thoughtEnds = "</think>";

std::string withoutSpace(std::string_view text)
{
    std::string kept;
    std::ranges::copy_if(text, std::back_inserter(kept),
        [](char byte) { return space.find(byte) == std::string_view::npos; });
    return kept;
}

// How many bytes at the end of a text may be the beginning of a mark.
size_t begunMark(std::string_view text, std::string_view mark)
{
    for (size_t length = std::min(mark.size() - 1, text.size()); length > 0; --length)
        if (text.ends_with(mark.substr(0, length)))
            return length;
    return 0;
}

size_t endOfWords(std::string_view text)
{
    return text.find_last_not_of(space) + 1; // 0 if there are none
}

} // namespace

ToolCallReader::ToolCallReader(const ToolCallFormat& format, std::vector<Tool> tools, Begins begins)
    : m_format(format)
    , m_tools(std::move(tools))
    , m_isInThought(begins == Begins::InThought)
{
    for (const std::string_view pattern : format.bare) {
        const size_t place = pattern.find('@');
        for (const Tool& tool : m_tools)
            m_bare.push_back(std::string(pattern.substr(0, place)) + withoutSpace(tool.name)
                + std::string(pattern.substr(place + 1)));
    }
    const auto addOpens = [this](const ToolCallFormat& each) {
        m_opens.insert(m_opens.end(), each.opens.begin(), each.opens.end());
        if (!each.ownOpen.empty())
            m_opens.push_back(each.ownOpen);
    };
    addOpens(format);
    for (const ToolCallFormat& each : toolCallFormats())
        if (each.isCommon && &each != &format)
            addOpens(each);
}

std::vector<ToolCallReader::Part> ToolCallReader::push(std::string_view text)
{
    m_text += text;
    while (readMore()) { }
    return std::exchange(m_parts, {});
}

std::vector<ToolCallReader::Part> ToolCallReader::finish()
{
    while (m_stage == Stage::Call || m_stage == Stage::BareCall) {
        endWithoutMark();
        while (readMore()) { }
    }
    if (!m_hasCalled && m_calls.empty())
        tellWords(m_text.size());
    tellWords(endOfWords(m_text));
    tellCalls(std::exchange(m_calls, {}));
    return std::exchange(m_parts, {});
}

// False if nothing more can be said of the text before more of it comes.
bool ToolCallReader::readMore()
{
    switch (m_stage) {
    case Stage::Beginning:
        return readBeginning();
    case Stage::Words:
        return readWords();
    case Stage::Call:
    case Stage::BareCall:
        return readCall();
    case Stage::WordsOnly:
        break;
    }
    tellWords(m_text.size());
    return false;
}

bool ToolCallReader::readBeginning()
{
    const size_t begin = m_text.find_first_not_of(space);
    if (begin == std::string::npos && m_text.size() < longestBeginning)
        return false;
    const std::string text = withoutSpace(m_text);
    const bool canBecome = !m_isInThought && m_text.size() < longestBeginning
        && std::ranges::any_of(
            m_bare, [&](const std::string& call) { return call.starts_with(text); });
    const bool isBare = !m_isInThought && std::ranges::any_of(m_bare, [&](const std::string& call) {
        return text.starts_with(call);
    });
    if (canBecome && !isBare)
        return false;
    m_stage = isBare ? Stage::BareCall : Stage::Words;
    m_body = m_searched = 0;
    m_opened = {};
    m_reading = {&m_format, &*std::prev(toolCallFormats().end())};
    return true;
}

bool ToolCallReader::readWords()
{
    if (const Mark mark = firstMark(); !mark.text.empty()) {
        meet(mark);
        return true;
    }
    tellWords(m_text.size() - heldBack());
    return false;
}

void ToolCallReader::meet(const Mark& mark)
{
    if (mark.text == thoughtBegins || mark.text == thoughtEnds)
        return turnThought(mark);
    const size_t words = endOfWords(std::string_view(m_text).substr(0, mark.at));
    tellWords(words);
    const size_t begin = mark.at - words;
    if (std::ranges::find(m_opens, mark.text) == m_opens.end()) { // ends a call that had no mark
        m_called += m_isInThought ? m_text.substr(0, begin + mark.text.size()) : "";
        m_text.erase(0, begin + mark.text.size());
        return;
    }
    m_opened = mark.text;
    m_reading.clear();
    if (m_format.begins(mark.text))
        m_reading.push_back(&m_format);
    for (const ToolCallFormat& each : toolCallFormats())
        if (each.begins(mark.text) && &each != &m_format)
            m_reading.push_back(&each);
    m_body = m_searched = begin + (closesOwn() ? 0 : mark.text.size());
    m_scan = {};
    m_stage = Stage::Call;
}

// The end of a thought behind a call waits with the call for what follows.
void ToolCallReader::turnThought(const Mark& mark)
{
    const size_t end = mark.at + mark.text.size();
    if (m_calls.empty() || endOfWords(std::string_view(m_text).substr(0, mark.at)) > 0) {
        tellWords(end);
    } else {
        m_called += m_text.substr(0, end);
        m_text.erase(0, end);
    }
    m_isInThought = mark.text == thoughtBegins;
    m_stage = Stage::Beginning;
}

std::span<const std::string_view> ToolCallReader::closingMarks() const
{
    const ToolCallFormat& format = *m_reading.front();
    return closesOwn() ? std::span(&format.ownClose, 1)
                       : std::span(format.closes.begin(), format.closes.size());
}

// The length of the closing mark at the beginning of a text; 0 if there is none.
size_t ToolCallReader::closingMark(std::string_view text) const
{
    for (const std::string_view close : closingMarks())
        if (text.starts_with(close))
            return close.size();
    return 0;
}

bool ToolCallReader::readCall()
{
    const std::string_view text = m_text;
    const size_t first = text.find_first_not_of(space, m_body);
    const auto isJson = [](const ToolCallFormat* format) { return format->isJson; };
    const bool mayBeJson = std::ranges::any_of(m_reading, isJson) && first != text.npos
        && (text[first] == '{' || text[first] == '[');
    for (; m_searched < text.size(); m_scan.follow(text[m_searched++])) {
        const std::string_view rest = text.substr(m_searched);
        if (mayBeJson && m_scan.isInString())
            continue;
        if (const size_t length = closingMark(rest); length > 0) {
            const auto isBegun = [mark = rest.substr(0, length)](
                                     std::string_view open) { return open.starts_with(mark); };
            const bool isKept = std::ranges::any_of(m_opens, isBegun);
            endCall(m_searched + (closesOwn() ? length : 0), m_searched + (isKept ? 0 : length));
            return true;
        }
        const auto mayFollow = [rest](std::string_view close) { return close.starts_with(rest); };
        if (std::ranges::any_of(closingMarks(), mayFollow))
            break;
    }
    if (m_text.size() < longestCall)
        return false;
    m_stage = Stage::WordsOnly;
    return true;
}

// The text up to `end` should be a call; the text continues at `next`.
void ToolCallReader::endCall(size_t end, size_t next)
{
    auto calls = callsIn(std::string_view(m_text).substr(m_body, end - m_body));
    m_stage = Stage::Words;
    if (!calls)
        return tellWords(next);
    if (m_isInThought) {
        m_called += m_text.substr(0, next);
        std::ranges::move(*calls, std::back_inserter(m_calls));
    } else {
        m_calls.clear(); // those of a thought before weren't meant
        if (!m_called.empty())
            m_parts.emplace_back(std::exchange(m_called, {}));
        tellCalls(*std::move(calls));
    }
    m_text.erase(0, next);
}

// The answer has ended: as a call, with a call and some words behind it, or with neither.
void ToolCallReader::endWithoutMark()
{
    const std::string_view body = std::string_view(m_text).substr(m_body);
    const size_t bracket = body.find_last_of("]}");
    const bool hasWords = !callsIn(body) && bracket != std::string_view::npos
        && callsIn(body.substr(0, bracket + 1));
    const size_t end = hasWords ? m_body + bracket + 1 : m_text.size();
    endCall(end, end);
}

// Calls without an opening mark of this family count only if their tools exist.
std::optional<ToolCalls> ToolCallReader::callsIn(std::string_view text) const
{
    const auto isKnown = [this](const ToolCall& call) {
        return std::ranges::find(m_tools, call.name, &Tool::name) != m_tools.end();
    };
    for (const ToolCallFormat* format : m_reading) {
        const bool isOwn = format == &m_format && m_stage == Stage::Call && !closesOwn();
        auto calls = format->read(text, m_tools);
        if (calls && (isOwn || std::ranges::all_of(*calls, isKnown)))
            return calls;
    }
    return std::nullopt;
}

std::vector<std::string_view> ToolCallReader::marks() const
{
    std::vector<std::string_view> marks = m_opens;
    marks.push_back(m_isInThought ? thoughtEnds : thoughtBegins);
    if (closesOwn() && (m_hasCalled || !m_calls.empty()))
        marks.insert(
            marks.end(), m_reading.front()->closes.begin(), m_reading.front()->closes.end());
    return marks;
}

// The longest of those that begin first.
ToolCallReader::Mark ToolCallReader::firstMark() const
{
    Mark first;
    for (const std::string_view mark : marks()) {
        const size_t at = m_text.find(mark);
        const bool isBefore = first.text.empty() || at < first.at
            || (at == first.at && mark.size() > first.text.size());
        if (at != std::string::npos && isBefore)
            first = {mark, at};
    }
    return first;
}

// How many bytes at the end wait for what follows.
size_t ToolCallReader::heldBack() const
{
    size_t begun = 0;
    for (const std::string_view mark : marks())
        begun = std::max(begun, begunMark(m_text, mark));
    const std::string_view before = std::string_view(m_text).substr(0, m_text.size() - begun);
    const size_t held = m_text.size() - endOfWords(before);
    return held < longestBeginning ? held : begun;
}

// Calls in a thought that continues were not meant.
void ToolCallReader::tellWords(size_t length)
{
    if (length == 0)
        return;
    m_calls.clear();
    m_parts.emplace_back(std::exchange(m_called, {}) + m_text.substr(0, length));
    m_text.erase(0, length);
}

void ToolCallReader::tellCalls(ToolCalls calls)
{
    m_hasCalled = m_hasCalled || !calls.empty();
    for (ToolCall& call : calls)
        m_parts.emplace_back(std::move(call));
}

} // namespace runtime
