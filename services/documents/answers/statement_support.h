#pragma once

#include "engine/encoders/encoder.h"
#include "kernels/backend.h"
#include "runtime/answer_engine.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// What passages say about a statement.
enum class Verdict : uint8_t {
    Supported,
    NotStated,
    Contradicted,
};

/// Whether passages support a statement.
struct Support {
    std::vector<std::string> missing = {}; ///< facts that aren't there, see missingFacts()
    Verdict verdict = Verdict::Supported; ///< by a checker; without one, Supported
    /// How sure the checker is that the statement is supported, 0 … 1; without one, 1 if no fact is
    /// missing and 0 otherwise.
    double score = 1;

    bool isSupported() const { return missing.empty() && verdict == Verdict::Supported; }

    bool operator==(const Support&) const = default;
};

/// Why a statement isn't supported, for the command line and the API: "12.80 isn't in the passage".
/// Empty if it is.
std::string supportProblem(const Support& support);

/// A model that reads a statement together with what it cites.
class StatementChecker {
public:
    struct Result {
        Verdict verdict = Verdict::Supported;
        double score = 1; ///< how sure it is that the statement is supported, 0 … 1
    };

    virtual ~StatementChecker() = default;

    /// Throws base::Error.
    virtual Result check(const std::string& passage, const std::string& statement) = 0;
};

/// An encoder that was trained on natural language inference (NLI): its labels are entailment, neutral
/// and contradiction, or entailment and not_entailment, in any order. Belongs to one thread.
class EntailmentChecker : public StatementChecker {
public:
    /// Loads a folder with config.json and safetensors, or a GGUF file, onto the CPU. Throws what
    /// engine::Encoder::load throws, and Error{Unsupported} if the labels are other ones. `threads`:
    /// 0: one per core.
    explicit EntailmentChecker(const std::string& model, int threads = 0);

    /// A passage that is too long for the model is read in parts. The one that supports the
    /// statement most decides, unless another contradicts it with more certainty.
    Result check(const std::string& passage, const std::string& statement) override;

private:
    Result readLabels(std::span<const float> scores) const;

    std::unique_ptr<kernels::Backend> m_processor;
    std::unique_ptr<engine::Encoder> m_encoder;
    engine::EntailmentLabels m_labels;
};

/// A language model that is asked whether a passage supports a statement, and answers with one of
/// three words. Belongs to one thread.
class ModelChecker : public StatementChecker {
public:
    /// The engine must outlive it.
    explicit ModelChecker(runtime::AnswerEngine& engine, std::stop_token stop = {});

    /// How the engine is asked: with fields that few engines elsewhere have.
    static runtime::AnswerSettings settings();

    /// Blocks. Throws what answerBatch() throws, and Error{Unsupported} if the model answers
    /// something else.
    Result check(const std::string& passage, const std::string& statement) override;

private:
    runtime::AnswerEngine& m_engine;
    std::stop_token m_stop;
};

/// Compares a statement with what it cites: its facts, and what it means if there is a checker.
/// Throws what the checker throws.
Support checkSupport(std::string_view statement, std::span<const std::string_view> passages,
    StatementChecker* checker = nullptr);

} // namespace services
