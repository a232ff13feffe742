#pragma once

#include "engine/models/image_embedding.h"
#include "engine/templates/chat_template.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

/// The text of a prompt in which images are spelled as their model was trained to read them.
struct ImageText {
    /// A location in the text that spells a row of an image, and the id of the row.
    struct Row {
        size_t begin = 0, length = 0;
        TokenId id = 0;
    };

    RenderedPrompt prompt;
    std::vector<Row> rows; ///< in the order of the text
};

/// Replaces each alias of an image by ImageEmbedding::promptText, see withoutRepeating(). An alias
/// may occur any number of times; inside prompt.plain it is text like any other. Throws
/// Error{BadRequest} if an image's promptText does not spell each of its rows.
ImageText spellImages(const RenderedPrompt& prompt, std::span<const ImageEmbeddingPtr> images);

/// The ids of the text, with the ids of rows where rows are spelled.
TokenIds encode(const Tokenizer& tokenizer, const ImageText& text);

/// Both, for a text that has aliases:
///
///     encode(tokenizer, "Describe this picture: " + image->alias, images)
///
/// The alias of an image that is not among `images` is text like any other. `specials` says what
/// becomes of special tokens in the text around the images.
TokenIds encode(const Tokenizer& tokenizer, std::string_view text,
    std::span<const ImageEmbeddingPtr> images,
    Tokenizer::Specials specials = Tokenizer::Specials::Parse);

} // namespace engine
