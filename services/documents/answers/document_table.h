#pragma once

#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/whole_document.h"
#include "services/documents/index/document_index.h"
#include "services/documents/passages/split_document.h"
#include "services/documents/read_document.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
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

/// A value of a table and the passage of its file that has it.
struct FileCell {
    std::string column; ///< the property's name
    std::string value; ///< in JSON
    std::optional<Passage> source; ///< see TableCell::passage

    /// The value for people: a text without its quotes, null as nothing, everything else as JSON.
    std::string text() const;
};

/// What a model read of one file.
struct FileRow {
    QString file; ///< its path
    std::vector<FileCell> cells = {}; ///< in the order of the schema; none if there is an error
    bool isWhole = true; ///< false: the model's context had no room for all of the document
    bool isComplete = true; ///< false: the answer was cut off, and its cells are empty
    std::string error = {}; ///< why the file cannot be read, for users; empty: it was read
};

/// How a table over files is made. All functions are called on the thread that makes it.
struct FileTableWork {
    WholeReading reading = {}; ///< of each document; `progress` counts files
    ReaderProcess process = {};
    std::function<void(const FileRow& row)> made = {}; ///< called for every file, in their order
};

/// Makes a row of each file (see makeTable()), of which a few are in memory at a time. A file that
/// cannot be read becomes a row with an error. Blocks. Throws what makeTable() throws; the rows that
/// were made before remain.
void tableOfFiles(runtime::AnswerEngine& engine, const std::string& schema,
    const QStringList& files, const FileTableWork& work);

// A table over files as CSV (see csvRow()): a column for the files, and for each column of the table
// another one that says where its values are from.

/// The first line of a table with these columns.
std::string csvHead(const std::vector<std::string>& columns);

/// The line of a row, which has a cell for each column.
std::string csvLine(const FileRow& row);

/// A column of a table as a person describes it.
struct TableColumn {
    enum class Kind { Text, Number, Date, YesNo };

    QString name;
    Kind kind = Kind::Text;

    bool operator==(const TableColumn&) const = default;
};

/// The JSON schema of a table with these columns, whose names must differ. A value may be null, where a
/// document does not tell it.
std::string makeSchema(const QList<TableColumn>& columns);

} // namespace services
