#pragma once

#include "services/documents/answers/facts.h"

#include <QString>

namespace services {

/// True if something at a position of a text is behind a word of the same sentence.
bool isBehindWord(const QString& text, qsizetype at);

/// Finds the names of a text among its words, which it is given in their order.
class NameReader {
public:
    /// `text` is plain. It and the facts, to which the names are added, must outlive the reader.
    NameReader(Language language, const QString& text, Facts& facts);

    void read(const QString& word, qsizetype begin, bool isUnit);

    /// True if only a space is between the last word and the position.
    bool isBehindWord(qsizetype at) const;
    /// Returns it in small letters.
    const QString& lastWord() const { return m_word; }

private:
    bool isNationality(const QString& word, qsizetype end) const;
    bool isBehindName(qsizetype begin) const;
    void add(Name name, qsizetype begin, qsizetype end);
    // Adds an initial to the names that are together.
    void extend(const QString& initial, qsizetype end);

    const Language m_language;
    const QString& m_text;
    Facts& m_facts;
    // The last word, in small letters and as it is written, and the one before it.
    QString m_word, m_writtenWord, m_lead;
    qsizetype m_wordEnd = 0, m_nameEnd = 0;
    qsizetype m_firstName = 0; // of those that are together
    bool m_isCapital = false, m_isLeadCapital = false, m_isAdjacent = false;
    bool m_isBehindWord = false, m_mayBegin = false; // a name of several words
};

} // namespace services
