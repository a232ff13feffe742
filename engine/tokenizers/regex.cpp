#include "engine/tokenizers/regex.h"

#include "base/error.h"
#include "base/utf8.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <array>
#include <chrono>
#include <optional>
#include <pcre2.h>

namespace engine {
namespace {

using base::Error;
using base::ErrorKind;

struct PcreDeleter {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
    void operator()(pcre2_jit_stack* stack) const { pcre2_jit_stack_free(stack); }
};
template <typename Type>
using Pcre = std::unique_ptr<Type, PcreDeleter>;

// A pattern made by somebody else may need exponential time. A single match is bounded in steps,
// a text in time; where no match begins within a window the clock is looked at again.
constexpr size_t window = 4096;
constexpr auto maxSearchLength = std::chrono::seconds(20);
constexpr uint32_t heapKibibytes = 256 << 10;

uint32_t stepsFor(size_t textSize)
{
    return static_cast<uint32_t>(100'000 + 8 * std::min<size_t>(textSize, 10'000'000));
}

std::string errorText(int code)
{
    std::array<PCRE2_UCHAR, 256> buffer{};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return reinterpret_cast<const char*>(buffer.data());
}

// The state that a match needs in addition to the pattern. Kept for each thread, because making it
// takes longer than most matches.
struct Workspace {
    Pcre<pcre2_match_data> data{pcre2_match_data_create(1, nullptr)};
    Pcre<pcre2_match_context> context{pcre2_match_context_create(nullptr)};
    Pcre<pcre2_jit_stack> stack{pcre2_jit_stack_create(32 << 10, 16 << 20, nullptr)};
};

Workspace& workspace()
{
    thread_local Workspace kept;
    if (!kept.data || !kept.context)
        throw base::outOfMemory("splitting a text into words");
    return kept;
}

// One walk through one text.
class Search {
public:
    Search(const pcre2_code* code, std::string_view text)
        : m_code(code)
        , m_text(text)
        , m_data(workspace().data.get())
        , m_context(workspace().context.get())
        , m_deadline(std::chrono::steady_clock::now() + maxSearchLength)
    {
        pcre2_set_match_limit(m_context, stepsFor(text.size()));
        pcre2_set_heap_limit(m_context, heapKibibytes);
        pcre2_jit_stack_assign(m_context, nullptr, workspace().stack.get());
    }

    std::optional<TextRange> next(size_t from)
    {
        while (true) {
            const size_t last = lastStart(from);
            requireTime();
            pcre2_set_offset_limit(m_context, last);
            const int result = matchAt(from);
            if (result >= 0) {
                const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(m_data);
                return TextRange{std::min(ends[0], ends[1]), ends[1]};
            }
            if (result != PCRE2_ERROR_NOMATCH)
                refuse();
            if (last == m_text.size())
                return std::nullopt;
            from = last;
        }
    }

private:
    // Matches are short: it is enough to look at the clock now and then.
    void requireTime()
    {
        if (m_searches++ % 64 == 0 && std::chrono::steady_clock::now() > m_deadline)
            refuse();
    }

    int matchAt(size_t from)
    {
        const auto subject = reinterpret_cast<PCRE2_SPTR>(m_text.data());
        const auto match = [&](uint32_t options) {
            return pcre2_match(m_code, subject, m_text.size(), from, PCRE2_NO_UTF_CHECK | options,
                m_data, m_context);
        };
        const int result = match(0);
        return result == PCRE2_ERROR_JIT_STACKLIMIT ? match(PCRE2_NO_JIT) : result;
    }

    // The end of the window, moved to where a character begins.
    size_t lastStart(size_t from) const
    {
        return base::nextCharacterStart(m_text, std::min(from + window, m_text.size()));
    }

    [[noreturn]] static void refuse()
    {
        throw Error(ErrorKind::Unsupported,
            "the tokenizer's pattern takes too many steps to split this text");
    }

    const pcre2_code* m_code;
    std::string_view m_text;
    pcre2_match_data* m_data;
    pcre2_match_context* m_context;
    std::chrono::steady_clock::time_point m_deadline;
    uint64_t m_searches = 0;
};

} // namespace

struct Regex::Impl {
    Pcre<pcre2_code> code;
};

Regex::Regex(std::string_view pattern)
    : m_impl(std::make_unique<Impl>())
{
    constexpr uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_USE_OFFSET_LIMIT
        | PCRE2_NEVER_BACKSLASH_C;
    int error = 0;
    PCRE2_SIZE position = 0;
    m_impl->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
        options, &error, &position, nullptr));
    if (!m_impl->code)
        throw Error(ErrorKind::Unsupported,
            "the tokenizer's pattern \"" + base::repairedUtf8(pattern.substr(0, 200))
                + "\" cannot be used: " + errorText(error));
    pcre2_jit_compile(m_impl->code.get(), PCRE2_JIT_COMPLETE); // slower without, but right
}

Regex::~Regex() = default;
Regex::Regex(Regex&&) noexcept = default;

std::vector<TextRange> Regex::matches(std::string_view text) const
{
    std::vector<TextRange> found;
    Search search(m_impl->code.get(), text);
    for (size_t from = 0; from <= text.size();) {
        const std::optional<TextRange> match = search.next(from);
        if (!match)
            break;
        found.push_back(*match);
        from = match->end;
        if (match->begin == match->end)
            from += from < text.size() ? base::utf8At(text, from).length : 1;
    }
    return found;
}

} // namespace engine
