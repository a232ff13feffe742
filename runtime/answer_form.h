#pragma once

namespace runtime {

/// How the thoughts in a model's answers are told from its words. A value.
struct AnswerForm {
    /// The chat template opens a thought by itself, so that an answer begins inside of one.
    bool beginsInThought = false;
    /// Answers have several parts, each with a channel, as those of GPT-OSS.
    bool hasChannels = false;
};

} // namespace runtime
