#pragma once

#include "runtime/answer_engine.h"
#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/citations.h"
#include "services/documents/document.h"

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// True if a question is about all of a document ("summarise this", "vergleiche die beiden"), so
/// that no search finds what answers it. In English, German, French, Spanish and Chinese.
bool isAboutWholeDocument(std::string_view question);

/// True if such a question is about two or more of them together ("compare these two").
bool isAboutSeveralDocuments(std::string_view question);

/// A document that is read from its beginning to its end.
struct WholeDocument {
    std::string name; ///< to be shown to users
    Document document;
};

/// A part of a document that an answer cites by its number.
struct WholePart {
    size_t document = 0; ///< an index into those that were read
    size_t firstPage = 0, lastPage = 0; ///< from 1; 0: without pages
    ByteRange bytes; ///< of the document's text

    bool operator==(const WholePart&) const = default;
};

/// What a model has to read to answer about all of its documents.
struct WholeNotes {
    std::vector<WholePart> parts;
    std::vector<std::string>
        texts; ///< of each part its words or, where there was no room, notes on it
    bool areNotes = false; ///< false: all of the words are there
};

/// An answer that rests on all of its documents.
struct WholeAnswer {
    std::string text;
    std::vector<WholePart> parts; ///< [1] in the answer is the first
    std::vector<Citation> citations;
    runtime::AnswerRequest request; ///< the last one: of the answer itself
};

/// How a whole document is answered about.
struct WholeReading {
    runtime::AnswerSettings settings = {}; ///< of the answer; its form does not bind the notes
    /// Reports the parts that have been read and the rounds that follow.
    BatchProgress progress = {};
    std::stop_token stop = {};
    size_t mostTokens = 0; ///< of the question with the notes; 0: as many as there is room for
};

/// Reads all of one or more documents for a question, as answerAboutWhole() does, up to what it answers
/// from. Throws what that throws.
WholeNotes notesAboutWhole(runtime::AnswerEngine& engine, std::string_view question,
    std::span<const WholeDocument> documents, const WholeReading& reading = {});

/// Asks a model about all of one or more documents. What does not fit its context at once is read
/// in parts, several at a time: the model notes down what each says about the question, and answers
/// from the notes; notes that do not fit either are noted down again. Blocks. Throws what
/// answerTexts() throws, and Error{BadRequest} if there is nothing to read or no room to read it.
WholeAnswer answerAboutWhole(runtime::AnswerEngine& engine, std::string_view question,
    std::span<const WholeDocument> documents, const WholeReading& reading = {});

} // namespace services
