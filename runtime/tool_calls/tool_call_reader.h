#pragma once

#include "engine/files/json_text.h"
#include "runtime/tool_calls/tool_call_format.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace runtime {

/// Tells the words of an answer from the calls of tools in it, while it is being written. Words are
/// reported at once, except for white space and the beginning of what may be a mark, which wait for
/// what follows. Nothing of a call is reported as text; what begins like one and is none becomes
/// words as soon as that shows. A call in a thought counts if no words follow it, for models forget
/// to end their thoughts, and not otherwise. A call may be written as another family does it. Belongs
/// to one answer.
class ToolCallReader {
public:
    enum class Begins { WithAnswer, InThought };
    using Part = std::variant<std::string, ToolCall>; ///< words, or a call

    /// `tools` are those that the model was offered; `format` lives as long as the program.
    ToolCallReader(const ToolCallFormat& format, std::vector<Tool> tools, Begins begins);

    /// Takes more of the answer, and returns what is known now, in its order.
    std::vector<Part> push(std::string_view text);

    /// The answer has ended. Returns what was held back.
    std::vector<Part> finish();

private:
    enum class Stage {
        Beginning, // only white space so far
        Words,
        Call, // behind the mark of one
        BareCall, // in an answer that began like one
        WordsOnly, // behind what was too long for one: there are none any more
    };
    struct Mark {
        std::string_view text = {}; // empty: none
        size_t at = 0;
    };
    using Formats = std::vector<const ToolCallFormat*>;

    bool readMore();
    bool readBeginning();
    bool readWords();
    bool readCall();
    void meet(const Mark& mark);
    void turnThought(const Mark& mark);
    void endCall(size_t end, size_t next);
    void endWithoutMark();
    std::optional<ToolCalls> callsIn(std::string_view text) const;
    std::vector<std::string_view> marks() const;
    std::span<const std::string_view> closingMarks() const;
    size_t closingMark(std::string_view text) const;
    bool closesOwn() const { return !m_opened.empty() && m_opened == m_reading.front()->ownOpen; }
    Mark firstMark() const;
    size_t heldBack() const;
    void tellWords(size_t length);
    void tellCalls(ToolCalls calls);

    const ToolCallFormat& m_format;
    const std::vector<Tool> m_tools;
    std::vector<std::string> m_bare; // how calls without a mark begin
    std::vector<std::string_view> m_opens; // marks before calls, of this format and of common ones
    Formats m_reading; // that may be those of the call
    std::string_view m_opened; // the mark of the call
    Stage m_stage = Stage::Beginning;
    bool m_isInThought = false;
    bool m_hasCalled = false;
    std::string m_text; // the text that is not reported yet
    size_t m_body = 0; // in m_text: where the call begins behind its mark
    size_t m_searched = 0; // in m_text: how far its end was searched for
    engine::JsonScan m_scan; // of what was searched
    std::string m_called; // in a thought, as it was written
    ToolCalls m_calls; // that these are
    std::vector<Part> m_parts; // to be returned
};

} // namespace runtime
