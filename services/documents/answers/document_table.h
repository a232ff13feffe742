#pragma once

#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/whole_document.h"
#include "services/documents/passages/split_document.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace services {

/// A value of a table and where its document says so.
struct TableCell {
    std::string column; ///< the property's name
    std::string value; ///< in JSON
    /// The passage that has the value, the one of them that says most of what the column is about;
    /// nothing: none has it, or it is null, true, false or no single value.
    std::optional<Passage> passage;
};

/// What a model read of one document.
struct TableRow {
    std::vector<TableCell> cells; ///< in the order of the schema
    bool isWhole = true; ///< false: the model's context had no room for all of the document
    bool isComplete = true; ///< false: the answer was cut off, and its cells are empty
};

/// The names of a table's columns, in the order of its schema. Throws Error{BadRequest} if the schema
/// is no object with properties.
std::vector<std::string> readColumnNames(const std::string& schema);

/// Makes one row of each document: an object that keeps to the JSON schema `schema`, whose
/// properties are the columns. If a document is too long, the passages are read that say most of
/// what the schema asks for, in their order. Several rows are written at once. Blocks. Throws what
/// answerTexts() throws, and Error{BadRequest} if the schema isn't an object with properties.
std::vector<TableRow> makeTable(runtime::AnswerEngine& engine, const std::string& schema,
    std::span<const WholeDocument> documents, const WholeReading& reading = {});
} // namespace services
