#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QVariantList>

namespace services {

/// Text as XML may contain it: escaped, and with U+FFFD for characters that XML has no way to write.
QString toXmlText(const QString& text);

/// A spreadsheet file (Office Open XML) with one sheet, whose first row stays in sight. Numbers are
/// cells of numbers; everything else is text and never computed. A text longer than a cell can be,
/// 32,767 characters, ends in "…". Throws Error{BadFile} with a message if there are more rows than
/// a sheet has. Any thread may call it.
QByteArray makeWorkbook(const QList<QVariantList>& rows);

} // namespace services
