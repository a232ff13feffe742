#pragma once

#include "base/error.h"

#include <QChar>
#include <QLocale>
#include <QString>

namespace services {

/// A text such as "1.2 GB", in the user's language.
inline QString sizeText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

/// True for characters of Chinese, Japanese, Thai and other scripts without spaces between words.
inline bool isWrittenWithoutSpaces(char32_t character)
{
    switch (QChar::script(character)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
        return true;
    default:
        return false;
    }
}

/// Makes a text for a tooltip that shows every character as it is. Without this, Qt interprets what
/// looks like markup and would open the files that it names; titles, file names and texts of models
/// may look so. Every tooltip is made by this function or the next; an architecture test checks it.
QString plainToolTip(const QString& text);

/// Does the same, and breaks a long text into lines.
QString plainToolTipInLines(const QString& text);

/// Throws base::Error{BadFile} with a message for users.
[[noreturn]] inline void reject(const QString& message)
{
    throw base::Error(base::ErrorKind::BadFile, message.toStdString());
}

/// Replaces every character that is invisible, breaks a line or changes the order of others (controls,
/// format characters such as bidirectional overrides, unassigned and private ones) by an escape: \n,
/// \r, \t or \u{202E}. The result is one line that looks like what it holds, so that nobody can fake
/// what the user is asked about. Unchanged if applied again.
QString visibleText(const QString& text);

} // namespace services
