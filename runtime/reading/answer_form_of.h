#pragma once

#include "runtime/answer_form.h"

namespace runtime {

struct PromptFormat;

/// How answers to prompts of this format are to be read, as its chat template shows. Any thread may
/// call it.
AnswerForm answerFormOf(const PromptFormat& format);

} // namespace runtime
