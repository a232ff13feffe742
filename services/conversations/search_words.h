#pragma once

#include <QString>
#include <QStringList>

namespace services {

/// The words of a search, in the forms that the database needs. A text must contain all of them.
class SearchWords {
public:
    explicit SearchWords(const QString& text);

    bool isEmpty() const { return m_words.isEmpty(); }

    /// True if a word is in a script without spaces between words (Chinese, Japanese, Thai …). The
    /// index of the database holds whole runs of such characters and finds only their beginnings,
    /// so texts must be read.
    bool needScan() const;

    /// A query for SQLite's FTS5: each word as a quoted string.
    QString match() const;
    /// One pattern per word for SQL's LIKE, with '\' as escape character.
    QStringList patterns() const;

    /// The part of a text around the first word that is found in it. The word is put between U+0002
    /// and U+0003, as in the excerpts of FTS5 here.
    QString excerpt(const QString& text) const;

private:
    QStringList m_words;
};

} // namespace services
