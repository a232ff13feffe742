#pragma once

#include "runtime/answer_request.h"
#include "services/documents/answers/statement_support.h"
#include "services/documents/document.h"
#include "services/documents/index/document_search.h"
#include "services/documents/passages/split_document.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// The sentences of a text, in order and without the space around them. The end of a line ends a
/// sentence, too: lists and tables have one a line.
std::vector<ByteRange> splitSentences(std::string_view text);

/// A mark of an answer that names a passage: [1]; of [1, 3] each number is one.
struct Citation {
    ByteRange mark; ///< of the answer: "[1]", brackets included; of several numbers, this one alone
    ByteRange statement; ///< of the answer: what it is there to prove, the mark perhaps within
    int number = 0; ///< of the passage, from 1; as the model wrote it, so perhaps of none
    bool isSupported = false; ///< what the statement cites supports it, see Support
    std::vector<std::string> missing = {}; ///< facts that aren't there, see missingFacts()
    Verdict verdict = Verdict::Supported; ///< of the checker
    double score = 0; ///< see Support

    bool operator==(const Citation&) const = default;
};

/// The citations of an answer in Markdown, in their order; not those in code, nor the words of
/// links. Number 1 is the first of `passages`. A statement is supported unless it has a number, date
/// or name that none of the passages it cites has (see missingFacts()), or the checker says that
/// they don't support it; without one, what it means is not judged. Throws what the checker throws.
/// Without one, any thread may call it.
std::vector<Citation> citationsIn(std::string_view answer, std::span<const std::string> passages,
    StatementChecker* checker = nullptr);

/// Why a citation doesn't support its statement, for the command line and the API; empty if it does.
std::string citationProblem(const Citation& citation);

/// The same citations, whose statements are compared with nothing: none is supported. Any thread may
/// call it.
std::vector<Citation> findCitations(std::string_view answer);

/// The statements that cite this passage, without their marks. Any thread may call it.
std::vector<std::string> statementsCiting(std::string_view answer, int number);

/// What is compared with the statements that cite a passage: its heading and its text.
std::vector<std::string> citedTexts(std::span<const DocumentHit> hits);

/// What a check of an answer by a model takes.
struct CheckCost {
    size_t statements = 0; ///< that cite something
    size_t tokens = 0; ///< about so many are read

    bool operator==(const CheckCost&) const = default;
};

/// The cost for a model that is asked of each statement, see ModelChecker. Compares nothing.
CheckCost estimateCheck(std::string_view answer, std::span<const std::string> passages);

/// How many of the passages that were found are shown where they stand for an answer.
inline constexpr size_t mostShownPassages = 3;

/// True if a model with so many parameters (0: not known) is too small for its word to be enough:
/// it does not answer from what it reads, so the passages themselves are shown first.
bool isTooSmallToAnswer(int64_t parameters);

/// The passages that stand for an answer, each with its number: "…text… [1]".
std::string answerOfPassages(std::span<const std::string_view> passages);

/// What a model reads of a passage that was found: its document, its page or what it is under, and
/// its text.
runtime::Passage passageOf(const DocumentHit& hit);

/// A passage under a number by which an answer cites it: "[2] manual.pdf".
runtime::Passage numbered(const runtime::Passage& passage, size_t number);

/// A question in the words that make a model answer from the numbered passages before it alone and
/// cite them. They are in the last user turn: what the model has read of the conversation stays
/// true.
std::string citedQuestionText(std::string_view question);

/// A user's turn that asks about passages.
struct CitedQuestion {
    std::vector<runtime::Part> parts; ///< the passages, numbered from 1, and the question
    size_t passages = 0; ///< how many of them the model reads: the first ones
    size_t leftOut = 0; ///< how many there was no room for
    bool isCut = false; ///< of the last one it reads only the beginning is there
};

/// Puts as many passages, the first ones, before a question as `mostTokens` have room for, together
/// with the question and what is written around them; if there is no room for one, the beginning of
/// the first. The question is always there.
CitedQuestion citedQuestion(std::string_view question, std::span<const runtime::Passage> passages,
    size_t mostTokens, const TokenCounter& count = estimatedTokens);

} // namespace services
