#pragma once

#include <QList>
#include <QString>

#include <cstdint>

namespace services {

/// The text in small letters without accents, as many characters as it has.
QString folded(const QString& text);

/// A folded word in the form in which words that OCR confuses are equal: "0" is "o", "rn" is "m". No two
/// digits become equal.
QString confusable(QString word);

/// True if OCR may have read one such word as the other: at most one letter differs, and is similar.
bool areConfused(const QString& one, const QString& other);

/// A day of the calendar. What isn't known is 0.
struct Day {
    int day = 0, month = 0, year = 0;

    bool isDate() const { return month >= 1 && month <= 12 && day <= 31; }
    /// True if nothing that both know differs.
    bool fits(const Day& other) const;
};

/// A number, date or time as it is written.
struct WrittenFact {
    enum class Kind : uint8_t { Number, Date, Time };

    Kind kind = Kind::Number;
    qsizetype begin = 0, end = 0; ///< in the text
    QList<double> values = {}; ///< of a number, one for each way to read it; of a time, minutes
    QString digits = {}; ///< of a number
    bool hasSeparator = false; ///< between its digits
    QList<Day> days = {}; ///< of a date, one for each way to read it
    int weekday = 0; ///< from 1, Monday, if that is all
};

/// The values of toReadings() in any language.
QList<double> readNumber(const QString& text);

// Each finds the facts of one kind in a folded text, in the languages whose function words are known. They
// may overlap.
QList<WrittenFact> findDates(const QString& text);
QList<WrittenFact> findTimes(const QString& text);
QList<WrittenFact> findNumbers(const QString& text);

/// True if a folded word is the name of a month or of a day of the week.
bool isDateWord(const QString& word);

/// Replaces letters in words that are numbers, as OCR reads them: "l2,8o" becomes "12,80".
QString lettersAsDigits(QString text);

} // namespace services
