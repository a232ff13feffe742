#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <string>
#include <vector>

namespace services {

// CSV (RFC 4180, UTF-8) for every table that the program writes. Any thread may call these functions.

/// Joins texts in UTF-8 to a row with its line end. A text is quoted if it has a quotation mark, a
/// line break or what separates columns in any spreadsheet's language: comma, semicolon or tab.
///
/// What a spreadsheet would compute is preceded by an apostrophe: a text that begins with =, +, -,
/// @, a tab or a carriage return, also in the full-width forms that East Asian spreadsheets take
/// for the same. Numbers such as -12.5, +3e-4, -1,250.00 or -4 % stay what they are: they contain
/// no operator but their sign, so there is nothing to compute. A spreadsheet that is told to
/// separate columns at something else than the comma may still split a quoted text there.
std::string csvRow(const std::vector<std::string>& texts);

/// The rows of a CSV file.
struct CsvRows {
    QList<QStringList> rows;
    qsizetype end = 0; ///< the number of bytes of these rows; what follows is an incomplete row
};

/// Reads what csvRow() wrote, and returns the original texts.
CsvRows readCsv(const QByteArray& bytes);

} // namespace services
