#pragma once

#include "engine/encoders/encoder.h"
#include "kernels/backend.h"
#include "services/documents/index/document_index.h"
#include "services/documents/index/index_documents.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace services {

/// What an embedding model was trained to see before questions and before passages; mostly nothing.
struct EmbeddingPrompts {
    std::string question, passage;

    bool operator==(const EmbeddingPrompts&) const = default;
};

/// Those that config_sentence_transformers.json of a folder names, or else those of the models that
/// are known by the name of file or folder (e5, bge). Throws Error{BadFile} if that file is no JSON.
EmbeddingPrompts findEmbeddingPrompts(const QString& model);

/// Makes vectors of passages and questions that are close where they are about the same. Belongs to
/// one thread.
class PassageEncoder {
public:
    /// Loads an embedding model, a folder or a GGUF file, onto the CPU. Throws what
    /// engine::Encoder::load throws.
    explicit PassageEncoder(const QString& model);

    /// Passages measured in the model's tokens, so long that it reads a passage whole.
    Splitting splitting() const;

    /// The vectors of passages with their headings, each one unit long.
    std::vector<std::vector<float>> ofPassages(const std::vector<PassageText>& passages);
    std::vector<float> ofQuestion(const std::string& question);

    /// The cosine of a question and a passage as a share of the way from texts that have nothing to
    /// do with each other (0) to the same text (1): models differ in how close all texts are to them.
    double relative(float cosine) const;

    /// How much of a question a passage speaks of: of each word that says what the question is about,
    /// how close the closest word of the passage is, both as they are meant in their sentences
    /// ("late interaction": Khattab and Zaharia, 2020, arXiv:2004.12832). The mean of them; 1 for the
    /// same text and about 0 for texts that have nothing to do with each other.
    double sharedMeaning(const std::string& question, const PassageText& passage);

    /// What the model makes of a sentence that stays the same: by it stores know whose vectors they
    /// have, wherever the model is and in whatever form; with the text before passages.
    std::vector<float> mark();

private:
    /// The rows of a text's tokens, each one unit long [tokens, columns], without those around it.
    struct Rows {
        engine::TokenIds ids;
        std::vector<float> numbers;
    };

    /// The tokens [from, to) of a word.
    struct TokenRange {
        size_t from = 0, to = 0;
    };

    Rows rowsOf(const std::string& text);
    engine::TokenIds within(const engine::TokenIds& ids) const;
    std::vector<TokenRange> decidingWords(
        const std::string& question, const engine::TokenIds& ids) const;
    double closeness(const Rows& question, TokenRange word, const Rows& passage) const;

    EmbeddingPrompts m_prompts;
    std::unique_ptr<kernels::Backend> m_processor;
    std::unique_ptr<engine::Encoder> m_encoder;
    size_t m_before = 0, m_behind = 0; // tokens that are put around a text
    // How close texts, and words of texts, are that have nothing to do with each other.
    double m_strangeTexts = 0, m_strangeWords = 0;
};

/// True if two marks are of the same model.
bool isSameModel(const std::vector<float>& one, const std::vector<float>& other);

/// Gives vectors to the passages that have none. If the store has those of another model, they are
/// forgotten first. After each step, whose vectors stay whatever happens, calls `done` with the
/// number of passages that have got theirs and of those that had none; what that throws ends it and passes through.
void embedPassages(DocumentIndex& index, PassageEncoder& encoder,
    const std::function<void(int64_t, int64_t)>& done);

} // namespace services
