#pragma once

#include "services/documents/answers/document_table.h"
#include "services/documents/index/document_index.h"
#include "services/documents/read_document.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace services {

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
