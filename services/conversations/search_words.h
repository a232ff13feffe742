#pragma once

#include <QString>
#include <QStringList>

namespace services {

/// The words somebody searches for, in the forms that the database asks for. All must occur.
class SearchWords {
public:
    explicit SearchWords(const QString& text);

    bool isEmpty() const { return m_words.isEmpty(); }

    /// Whether a word is in a script without spaces between words (Chinese, Japanese, Thai …). The
    /// index holds whole runs of these and finds only their beginnings, so texts must be read.
    bool needScan() const;

    /// A query for FTS5: each word a quoted string.
    QString match() const;
    /// For LIKE with '\' as escape character, one a word.
    QStringList patterns() const;

    /// The part of the text around the first word found in it, that word between U+0002 and U+0003
    /// as FTS5's excerpts have it here.
    QString excerpt(const QString& text) const;

private:
    QStringList m_words;
};

} // namespace services
