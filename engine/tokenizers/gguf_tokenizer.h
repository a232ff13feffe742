#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <memory>

namespace engine {

class GgufMetadata;

/// Makes the tokenizer that a GGUF file describes under tokenizer.ggml.*, so that it gives the ids
/// that llama.cpp gives. The known values of tokenizer.ggml.model are "llama" (SentencePiece's
/// BPE), "gpt2", "gemma4" and "whitespace" (BPE), "bert" (WordPiece), "t5" (unigram) and "none".
/// Throws Error{BadFile} for a damaged vocabulary and Error{Unsupported} for an unknown model or
/// pre-tokenizer.
std::shared_ptr<const Tokenizer> makeGgufTokenizer(const GgufMetadata& metadata);

} // namespace engine
