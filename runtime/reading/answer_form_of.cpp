#include "runtime/reading/answer_form_of.h"

#include "kernels/error.h"

#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"

namespace runtime {

namespace {

bool opensThought(const PromptFormat& format)
try {
    std::string text = renderRequest(format, {.messages = {textMessage(Role::User, "a")}}, {}).text;
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text.ends_with("<think>");
} catch (const kernels::Error&) {
    return false; // the template refuses it
}

} // namespace

AnswerForm answerFormOf(const PromptFormat& format)
{
    const engine::Tokenizer& tokenizer = *format.tokenizer;
    return {.beginsInThought = opensThought(format),
        .hasChannels = tokenizer.find("<|channel|>") >= 0 && tokenizer.find("<|message|>") >= 0};
}

} // namespace runtime
