#pragma once

#include "services/documents/answers/file_table.h"

#include <string>
#include <vector>

namespace services {

// A table over files as CSV (see csvRow()): a column for the files, and for each column of the table
// another one that says where its values are from.

/// The first line of a table with these columns.
std::string csvHead(const std::vector<std::string>& columns);

/// The line of a row, which has a cell for each column.
std::string csvLine(const FileRow& row);

} // namespace services
