#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace services {

// Captions as text files hold them, for the window and the command line. Any thread.

/// A text as a field of a CSV row (RFC 4180), always quoted. What a spreadsheet would take for a
/// formula gets an apostrophe before it.
QByteArray csvField(const QString& text);

/// Fields that are ready, as one row.
QByteArray csvRow(const QList<QByteArray>& fields);

/// The rows of a CSV file: what csvField wrote comes back as it was.
struct CsvRows {
    QList<QStringList> rows;
    qsizetype end = 0; ///< bytes of them; what follows is a row that has no end
};
CsvRows readCsv(const QByteArray& bytes);

/// Where the caption of a picture lies beside it: picture.png → picture.txt.
QString sidecarOf(const QString& picture);

} // namespace services
