#include "runtime/reading/thought_splitter.h"

#include <algorithm>
#include <utility>

namespace runtime {

namespace {

using Kind = AnswerPart::Kind;

constexpr std::string_view blanks = " \t\r\n";

struct Marks {
    std::string_view open, close;
};

constexpr Marks thoughts[] = {
    {"<think>", "</think>"},
    {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"},
    {"<reasoning>", "</reasoning>"},
    {"<seed:think>", "</seed:think>"},
    {"[THINK]", "[/THINK]"},
    {"<|channel>thought", "<channel|>"},
};

constexpr std::string_view message = "<|message|>";
constexpr std::string_view partEnds[] = {"<|end|>", "<|start|>", "<|call|>", "<|return|>"};

// How many bytes at the end of the text may become the beginning of `mark`.
size_t partialMarkLength(std::string_view mark, std::string_view text)
{
    for (size_t length = std::min(mark.size() - 1, text.size()); length > 0; --length)
        if (text.ends_with(mark.substr(0, length)))
            return length;
    return 0;
}

} // namespace

ThoughtSplitter::ThoughtSplitter(const AnswerForm& form)
    : m_stage(form.hasChannels ? Stage::ChannelHead : Stage::Start)
    , m_close(thoughts[0].close)
{
}

std::vector<AnswerPart> ThoughtSplitter::push(std::string_view text)
{
    m_held += text;
    while (step()) { }
    return std::exchange(m_parts, {});
}

std::vector<AnswerPart> ThoughtSplitter::finish()
{
    const bool isThought = m_stage == Stage::Thought;
    const bool isHead = m_stage == Stage::ChannelHead && m_hasChannels;
    if (!isHead)
        tell(isThought                      ? Kind::Thought
                : m_stage == Stage::Channel ? m_kind
                                            : Kind::Words,
            m_held.size());
    return std::exchange(m_parts, {});
}

// False: more text is needed.
bool ThoughtSplitter::step()
{
    switch (m_stage) {
    case Stage::Start:
        return readStart();
    case Stage::Thought:
        return readThought();
    case Stage::ChannelHead:
        return readChannelHead();
    case Stage::Channel:
        return readChannel();
    case Stage::Words:
        break;
    }
    tell(Kind::Words, m_held.size());
    return false;
}

bool ThoughtSplitter::readStart()
{
    const size_t begin = m_held.find_first_not_of(blanks);
    if (begin == std::string::npos)
        return false;
    const std::string_view rest = std::string_view(m_held).substr(begin);
    for (const Marks& marks : thoughts) {
        if (m_hasThought)
            break;
        if (rest.starts_with(marks.open)) {
            m_close = marks.close;
            m_held.erase(0, begin + marks.open.size());
            m_stage = Stage::Thought;
            return true;
        }
        if (marks.open.starts_with(rest))
            return false;
    }
    if (m_hasThought)
        m_held.erase(0, begin);
    m_stage = Stage::Words;
    return true;
}

bool ThoughtSplitter::readThought()
{
    if (m_isThoughtBlank) {
        m_held.erase(0, m_held.find_first_not_of(blanks));
        m_isThoughtBlank = m_held.empty();
    }
    const size_t end = m_held.find(m_close);
    if (end == std::string::npos) {
        tell(Kind::Thought, m_held.size() - partialMarkLength(m_close, m_held));
        return false;
    }
    tell(Kind::Thought, end);
    m_held.erase(0, m_close.size());
    m_hasThought = true;
    m_stage = Stage::Start;
    return true;
}

bool ThoughtSplitter::readChannelHead()
{
    const size_t end = m_held.find(message);
    if (end != std::string::npos) {
        const std::string_view head = std::string_view(m_held).substr(0, end);
        m_kind = head.find("analysis") != std::string_view::npos ? Kind::Thought : Kind::Words;
        m_held.erase(0, end + message.size());
        m_stage = Stage::Channel;
        return m_hasChannels = true;
    }
    const bool mayBeHead = m_hasChannels || m_held.empty() || m_held[0] == '<' || m_held[0] == ' ';
    if (mayBeHead && m_held.size() < 200)
        return false;
    m_stage = Stage::Words; // the model keeps to no channel
    return true;
}

bool ThoughtSplitter::readChannel()
{
    size_t end = m_held.size(), length = 0, kept = 0;
    for (const std::string_view mark : partEnds) {
        const size_t at = m_held.find(mark);
        if (at < end) {
            end = at;
            length = mark.size();
        }
        kept = std::max(kept, partialMarkLength(mark, m_held));
    }
    tell(m_kind, length > 0 ? end : m_held.size() - kept);
    m_held.erase(0, length);
    if (length > 0)
        m_stage = Stage::ChannelHead;
    return length > 0;
}

void ThoughtSplitter::tell(Kind kind, size_t length)
{
    if (length == 0)
        return;
    if (m_parts.empty() || m_parts.back().kind != kind)
        m_parts.push_back({kind, {}});
    m_parts.back().text.append(m_held, 0, length);
    m_held.erase(0, length);
}

std::string_view thoughtOpenedAtEnd(std::string_view text)
{
    const std::string_view bare = text.substr(0, text.find_last_not_of(blanks) + 1);
    for (const Marks& marks : thoughts)
        if (bare.ends_with(marks.open))
            return text.substr(bare.size() - marks.open.size());
    return {};
}

std::string_view thoughtOpenedAtBegin(std::string_view text)
{
    const size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    for (const Marks& marks : thoughts)
        if (text.substr(begin).starts_with(marks.open)) {
            const size_t end = text.find_first_not_of(blanks, begin + marks.open.size());
            return text.substr(0, end);
        }
    return {};
}

std::string_view thoughtClose(std::string_view opening)
{
    for (const Marks& marks : thoughts)
        if (opening.find(marks.open) != std::string_view::npos)
            return marks.close;
    return {};
}

} // namespace runtime
