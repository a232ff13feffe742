#pragma once

#include <QDirIterator>
#include <QFile>
#include <QStringEncoder>
#include <QStringList>

namespace tests {

/// The files below a folder whose bytes hold a word, in any case and in UTF-8 or UTF-16. Its first
/// letters are not searched for: an index leaves out what a word has in common with the one before.
inline QStringList filesWith(const QString& word, const QString& folder)
{
    const QString end = word.mid(3).toLower();
    QByteArrayList spellings;
    for (const auto encoding :
        {QStringConverter::Utf8, QStringConverter::Utf16LE, QStringConverter::Utf16BE})
        spellings << QByteArray(QStringEncoder(encoding).encode(end));
    QStringList found;
    QDirIterator files(
        folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        const QByteArray bytes
            = file.open(QIODevice::ReadOnly) ? file.readAll().toLower() : QByteArray();
        for (const QByteArray& spelling : spellings)
            if (bytes.contains(spelling) && !found.contains(file.fileName()))
                found << file.fileName();
    }
    return found;
}

} // namespace tests
