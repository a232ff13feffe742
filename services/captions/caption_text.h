#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace services {

// How captions are written to text files, by the window and by the command line. Any thread may
// call these functions.

/// A text as a quoted field of a CSV row (RFC 4180). A text that a spreadsheet would take for a
/// formula is preceded by an apostrophe.
QByteArray csvField(const QString& text);

/// Joins fields made by csvField() to a row.
QByteArray csvRow(const QList<QByteArray>& fields);

/// The rows of a CSV file.
struct CsvRows {
    QList<QStringList> rows;
    qsizetype end = 0; ///< the number of bytes of these rows; what follows is an incomplete row
};
/// Reads what csvField() and csvRow() wrote, and returns the original texts.
CsvRows readCsv(const QByteArray& bytes);

/// The path of a picture's caption beside it: picture.png → picture.txt.
QString sidecarOf(const QString& picture);

} // namespace services
