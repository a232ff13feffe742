#pragma once

#include "engine/encoders/encoder.h"
#include "kernels/backend.h"
#include "services/documents/index/document_index.h"
#include "services/documents/index/index_documents.h"

#include <memory>
#include <string>
#include <vector>

namespace services {

/// Makes vectors of passages and questions that lie close where they are about the same. Belongs to
/// one thread.
class PassageEncoder {
public:
    /// Loads an embedding model, a folder or a GGUF file, onto the processor. Throws what
    /// engine::Encoder::load throws.
    explicit PassageEncoder(const QString& model);

    /// Passages measured in the model's tokens, so long that it reads a passage whole.
    Splitting splitting() const;

    /// The vectors of passages with their headings, each one unit long.
    std::vector<std::vector<float>> ofPassages(const std::vector<PassageText>& passages);
    std::vector<float> ofQuestion(const std::string& question);

    /// What the model makes of a sentence that stays the same: by it stores know whose vectors they
    /// have, wherever the model lies and in whatever form.
    std::vector<float> mark();

private:
    std::vector<std::vector<float>> vectorsOf(const std::vector<std::string>& texts);

    std::unique_ptr<kernels::Backend> m_processor;
    std::unique_ptr<engine::Encoder> m_encoder;
};

/// Whether two marks are of the same model.
bool isSameModel(const std::vector<float>& one, const std::vector<float>& other);

/// Gives vectors to the passages that have none. If the store has those of another model, they are
/// forgotten first. After each step, whose vectors stay whatever happens, calls `done` with the
/// number of passages that have got theirs and of those that had none; what that throws ends it and passes through.
void embedPassages(DocumentIndex& index, PassageEncoder& encoder,
    const std::function<void(int64_t, int64_t)>& done);

} // namespace services
