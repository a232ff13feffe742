#pragma once

#include "runtime/answer_engine.h"

#include <algorithm>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace tests {

/// An engine that calls the tool that it is told to, "call NAME ARGUMENTS", in each line one, and
/// then says what came of it. After the first results it calls "then NAME ARGUMENTS", in each line one
/// step. "again" in the question: it calls for ever.
class CallingEngine : public runtime::AnswerEngine {
public:
    std::vector<runtime::AnswerRequest> asked() const
    {
        const std::lock_guard lock(m_mutex);
        return m_asked;
    }

    void load() override { }
    void unload(runtime::Unloading) override { }
    runtime::ModelState describe() const override
    {
        runtime::ModelState state{.stage = runtime::ModelState::Stage::Ready};
        state.summary.name = "caller";
        state.summary.contextTokens = 4096;
        state.summary.callsTools = true;
        return state;
    }
    runtime::EngineUse use() const override { return {}; }
    std::optional<runtime::TokenCount> count(
        const runtime::AnswerRequest&, const runtime::IsCancelled&) const override
    {
        return std::nullopt;
    }

    runtime::Answer submit(
        runtime::AnswerRequest request, std::shared_ptr<runtime::AnswerSink> sink) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_asked.push_back(request);
        }
        const bool wasAnswered = request.messages.back().role == runtime::Role::Tool;
        const std::string question = questionIn(request);
        const bool callsAgain = question.find("again") != std::string::npos;
        sink->onStarted();
        if (const std::string step = nextStep(question, request); !step.empty()) {
            call("call " + step, *sink);
            return finish(*sink, {}, runtime::AnswerStatistics::End::Called);
        }
        if (request.tools.empty() || (wasAnswered && !callsAgain))
            return finish(*sink, resultsIn(request), runtime::AnswerStatistics::End::Complete);
        if (!wasAnswered)
            sink->onText("Let me see.", {});
        call(question, *sink);
        return finish(*sink, {}, runtime::AnswerStatistics::End::Called);
    }

private:
    static std::string questionIn(const runtime::AnswerRequest& request)
    {
        std::string question;
        for (const runtime::RequestMessage& message : request.messages)
            if (message.role == runtime::Role::User)
                question = runtime::joinText(message);
        return question;
    }

    // What the question has to be called after the results so far; empty: nothing.
    static std::string nextStep(const std::string& question, const runtime::AnswerRequest& request)
    {
        auto after = std::ranges::count(
            request.messages, runtime::Role::Tool, &runtime::RequestMessage::role);
        std::istringstream lines(question);
        for (std::string line; after > 0 && std::getline(lines, line);)
            if (line.starts_with("then ") && --after == 0)
                return line.substr(5);
        return {};
    }

    static std::string resultsIn(const runtime::AnswerRequest& request)
    {
        std::string results = "I was told:";
        for (const runtime::RequestMessage& message : request.messages)
            for (const runtime::Part& part : message.parts)
                if (const auto* result = std::get_if<runtime::ToolResult>(&part))
                    results += " " + result->text;
        return results;
    }

    static void call(const std::string& question, runtime::AnswerSink& sink)
    {
        std::istringstream lines(question);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("call "))
                continue;
            const size_t space = line.find(' ', 5);
            sink.onToolCall({"123456789", line.substr(5, space - 5),
                space == std::string::npos ? "{}" : line.substr(space + 1)});
        }
    }

    static runtime::Answer finish(
        runtime::AnswerSink& sink, const std::string& words, runtime::AnswerStatistics::End end)
    {
        if (!words.empty())
            sink.onText(words, {});
        sink.onFinished({.end = end, .tokens = 1});
        return {};
    }

    mutable std::mutex m_mutex;
    std::vector<runtime::AnswerRequest> m_asked;
};

} // namespace tests
