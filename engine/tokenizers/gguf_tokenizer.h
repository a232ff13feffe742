#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <memory>

namespace engine {

class GgufMetadata;

/// The vocabulary under tokenizer.ggml.*, read as llama.cpp reads it. What models it knows:
/// "llama" (SentencePiece BPE), "gpt2", "gemma4" and "whitespace" (BPE), "bert" (WordPiece),
/// "t5" (unigram), "none". Throws Error{BadFile} or Error{Unsupported}.
std::shared_ptr<const Tokenizer> makeGgufTokenizer(const GgufMetadata& metadata);

} // namespace engine
