#include "services/conversations/search_words.h"

#include "services/written_without_spaces.h"

#include <algorithm>

namespace services {

namespace {

constexpr qsizetype before = 20, after = 60; // characters of an excerpt beside what was found

} // namespace

SearchWords::SearchWords(const QString& text)
    : m_words(text.simplified().split(u' ', Qt::SkipEmptyParts))
{
}

bool SearchWords::needScan() const
{
    return std::ranges::any_of(m_words, [](const QString& word) {
        return std::ranges::any_of(word.toUcs4(), isWrittenWithoutSpaces);
    });
}

QString SearchWords::match() const
{
    QStringList terms;
    for (QString word : m_words)
        terms << u'"' + word.replace(u'"', QStringLiteral("\"\"")) + u'"';
    return terms.join(u' ');
}

QStringList SearchWords::patterns() const
{
    QStringList patterns;
    for (QString word : m_words) {
        for (const QChar special : {u'\\', u'%', u'_'})
            word.replace(special, QStringLiteral("\\") + special);
        patterns << u'%' + word + u'%';
    }
    return patterns;
}

QString SearchWords::excerpt(const QString& text) const
{
    for (const QString& word : m_words) {
        const qsizetype place = text.indexOf(word, 0, Qt::CaseInsensitive);
        if (place < 0)
            continue;
        const qsizetype begin = std::max<qsizetype>(0, place - before);
        const qsizetype end = std::min(text.size(), place + word.size() + after);
        return (begin > 0 ? QStringLiteral("…") : QString()) + text.mid(begin, place - begin)
            + QChar(2) + text.mid(place, word.size()) + QChar(3)
            + text.mid(place + word.size(), end - place - word.size())
            + (end < text.size() ? QStringLiteral("…") : QString());
    }
    return text.left(after);
}

} // namespace services
