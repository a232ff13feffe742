#pragma once

#include "engine/filters/filter.h"
#include "engine/generate/job.h"

#include "runtime/answer_request.h"
#include <memory>
#include <string>

namespace engine {
class TokenTrie;
class Tokenizer;
} // namespace engine

namespace runtime {

class LoadedModel;
struct Prompt;

/// The constraints that answers of one model keep to. Remembers the last one of each kind, for the
/// answers of a batch have it in common. Belongs to one thread.
class FormConstraints {
public:
    explicit FormConstraints(const engine::Tokenizer& tokenizer); ///< which must outlive it

    /// For the schema, expression and grammar that are set and not blank. Throws Error with a
    /// sentence that names the construct that cannot be kept to.
    std::vector<engine::ConstraintPtr> constraints(const AnswerSettings& settings);

private:
    using Compile = engine::ConstraintPtr (*)(
        std::shared_ptr<const engine::TokenTrie> trie, const std::string& text);
    struct Remembered {
        std::string text;
        engine::ConstraintPtr constraint = nullptr;
    };

    void add(std::vector<engine::ConstraintPtr>& constraints, Remembered& remembered,
        const std::optional<std::string>& text, Compile compile);

    const engine::Tokenizer& m_tokenizer;
    std::shared_ptr<const engine::TokenTrie> m_trie; // made with the first constraint
    Remembered m_schema, m_regex, m_grammar;
};

/// What the generator is asked to do: the request's prompt, answered as its settings say. Throws
/// Error with a sentence if their form cannot be kept to.
engine::Job makeJob(
    const LoadedModel& model, Prompt prompt, const AnswerRequest& request, FormConstraints& forms);

} // namespace runtime
