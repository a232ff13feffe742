#pragma once

#include "engine/filters/filter.h"
#include "engine/generate/job.h"
#include "runtime/answer_engine.h"
#include "runtime/answer_request.h"
#include "vision/known_world.h"

#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>

namespace engine {
class TokenTrie;
class Tokenizer;
} // namespace engine

namespace runtime {

class LoadedModel;
struct Prompt;

/// The failure for an error that ended an answer or the loading of a model.
inline AnswerFailure toFailure(const std::exception& error)
{
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return {base::ErrorKind::OutOfMemory, base::outOfMemory("this").what()};
    const auto* known = dynamic_cast<const base::Error*>(&error);
    return {known ? known->kind() : base::ErrorKind::BadRequest, error.what()};
}

/// Makes the constraints of answers of one model. Remembers the last constraint of each kind,
/// because the answers of a batch often have the same. Belongs to one thread.
class FormConstraints {
public:
    explicit FormConstraints(const engine::Tokenizer& tokenizer); ///< the tokenizer must outlive it

    /// The constraints for the schema, expression and grammar that are set and not blank. Throws
    /// Error with a message that names the part that cannot be enforced.
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

/// Makes the job for the generator: the prompt of a request, to be answered as its settings say.
/// Throws Error with a message if the form cannot be enforced.
engine::Job makeJob(
    const LoadedModel& model, Prompt prompt, const AnswerRequest& request, FormConstraints& forms);

/// True if the text that was read in images is more than a drawing has: on its signs, charts,
/// dialogs and small receipts.
bool isWritten(std::span<const Passage> pictureTexts);

/// The answer in place of a model that does not know such images: the text that was read in them,
/// or, if there is none, that the model is not sure.
std::string foreignAnswer(const vision::KnownWorld& world, std::span<const Passage> pictureTexts);

} // namespace runtime
