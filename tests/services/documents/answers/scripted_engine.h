#pragma once

#include "runtime/answer_engine.h"
#include "runtime/prompt/message_json.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// The text of a request as a model reads it, without its images.
inline std::string writtenText(const runtime::AnswerRequest& request)
{
    std::string text;
    for (const runtime::RequestMessage& message : request.messages)
        for (const runtime::Part& part : message.parts) {
            if (const auto* passage = std::get_if<runtime::Passage>(&part))
                text += runtime::passageText(*passage);
            else if (const auto* words = std::get_if<std::string>(&part))
                text += *words;
        }
    return text;
}

inline int64_t wordsIn(std::string_view text)
{
    return std::ranges::count_if(text, [](char byte) { return byte == ' ' || byte == '\n'; }) + 1;
}

/// An engine whose answers a function makes of what it is asked. A word is a token.
class ScriptedEngine : public runtime::AnswerEngine {
public:
    using Script = std::function<std::string(const std::string& text)>;
    using Choices
        = std::function<std::vector<runtime::TokenDetail::Choice>(const std::string& text)>;

    ScriptedEngine(int64_t contextTokens, Script script)
        : m_contextTokens(contextTokens)
        , m_script(std::move(script))
    {
    }

    /// Answers only when so many requests wait, the last one first.
    void answerTogether(size_t requests) { m_together = requests; }
    /// Answers with the first of these and tells all of them.
    void chooseFrom(Choices choices) { m_choices = std::move(choices); }
    /// Says of its answers that it is not sure, as the built-in model does.
    void beUnsure() { m_isSure = false; }
    /// Is a model with this vision tower.
    void see(std::string family) { m_tower = std::move(family); }
    /// Fails the answers to texts with these words in them.
    void failAt(std::string words) { m_failing = std::move(words); }

    const std::vector<runtime::AnswerRequest>& asked() const { return m_asked; }

    void load() override { }
    void unload(runtime::Unloading) override { }
    runtime::ModelState describe() const override
    {
        runtime::ModelState state{.stage = runtime::ModelState::Stage::Ready};
        state.summary.contextTokens = m_contextTokens;
        state.summary.canSee = !m_tower.empty();
        if (!m_tower.empty())
            state.summary.vision.emplace().family = m_tower;
        return state;
    }
    runtime::EngineUse use() const override { return {}; }

    runtime::Answer submit(
        runtime::AnswerRequest request, std::shared_ptr<runtime::AnswerSink> sink) override
    {
        m_asked.push_back(request);
        m_waiting.emplace_back(std::move(request), std::move(sink));
        if (m_waiting.size() >= m_together)
            answerAll();
        return {};
    }

    std::optional<runtime::TokenCount> count(
        const runtime::AnswerRequest& request, const runtime::IsCancelled&) const override
    {
        const int64_t tokens = wordsIn(writtenText(request));
        return runtime::TokenCount{.tokens = tokens + 4,
            .contextTokens = m_contextTokens,
            .parts = {{.role = runtime::Role::User, .textTokens = tokens}, {.textTokens = 4}}};
    }

private:
    void answerAll()
    {
        auto waiting = std::exchange(m_waiting, {});
        std::ranges::reverse(waiting);
        m_together = 1;
        for (const auto& [request, sink] : waiting) {
            const std::string text = writtenText(request);
            if (!m_failing.empty() && text.find(m_failing) != std::string::npos) {
                sink->onFailed({.message = "It is broken."});
                continue;
            }
            if (m_choices) {
                const auto choices = m_choices(text);
                const runtime::TokenDetail detail{choices.front(), choices};
                sink->onText(detail.chosen.text, {&detail, 1});
            } else {
                sink->onText(m_script(text), {});
            }
            sink->onFinished({.isSure = m_isSure});
        }
    }

    const int64_t m_contextTokens;
    const Script m_script;
    Choices m_choices;
    size_t m_together = 1;
    bool m_isSure = true;
    std::string m_failing, m_tower;
    std::vector<runtime::AnswerRequest> m_asked;
    std::vector<std::pair<runtime::AnswerRequest, std::shared_ptr<runtime::AnswerSink>>> m_waiting;
};

} // namespace tests
