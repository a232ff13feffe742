#pragma once

#include "services/documents/index/search_terms.h"

#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <string_view>

namespace services {

constexpr double secondsPerHour = 3600, secondsPerDay = 86400, secondsPerYear = 31557600;

/// A unit. Those of one dimension are converted into each other by their factors.
struct Unit {
    char dimension = 0;
    double factor = 1; ///< of time: seconds

    bool operator==(const Unit&) const = default;
};

/// A way to read a number: "1.100" is 1100 or 1.1.
struct Reading {
    double value = 0;
    double step = 1; ///< to the next number with as many digits: 0.1 for "12.8"
};

/// A number of a text.
struct Number {
    QString text; ///< as it is written
    QList<Reading> readings = {}; ///< at least one
    std::optional<Unit> unit = {};
    qsizetype begin = 0, end = 0; ///< in the text
    bool isFact = true; ///< false: it supports statements, but need not be supported
    bool isLoose = false; ///< its word may mean something else: "quarter"
    bool isApproximate = false; ///< "about 300"
    bool isOfDate = false; ///< or of a time of day
    bool isOrdinal = false; ///< "28th", which may be a day of a month
    bool isRatio
        = false; ///< of numbers of any unit: "one of every 5 kg", days if something is per day
    bool isShare = false; ///< "one in 15"
    bool isAge = false; ///< it may be one: "at 77"
    double multiplier = 1; ///< of "3.2 million"
    QStringList behind = {}; ///< the next words, up to the next number or sign
    bool isFactor = false; ///< of the number before it: "3 × 4"
    bool isDivisor = false; ///< of the number before it: "12 ÷ 4"
    QStringList around = {}; ///< the longer words near it
    bool isClock = false; ///< its last reading may be a time of day: "11.30"

    double value() const { return readings[0].value; }
    void multiply(double factor); ///< all readings of it
    char dimension() const { return unit ? unit->dimension : '\0'; }
    bool isMoney() const { return dimension() >= 'A' && dimension() <= 'Z'; }
    /// The time of a day, in hours: "14:08", "2 pm", "14.08", "14 h".
    std::optional<double> clock() const
    {
        if (isClock)
            return readings.last().value;
        return unit == Unit{'t', 3600} && value() <= 24 ? std::optional(value()) : std::nullopt;
    }
    /// Below zero if it is a temperature that is written so.
    double signedValue() const
    {
        return readings.size() > 1 && readings[1].value < 0 ? readings[1].value : value();
    }
    bool isCount() const { return !unit && value() >= 2 && value() <= 12; }
    /// True if a value in its unit is written so: exactly, or rounded to the digits that it shows.
    bool shows(double value) const;
};

/// Numbers of about the size of another one that are written alike: with as many digits or zeros.
QList<Number> neighborsOf(const Number& number);

/// What isn't known is 0.
struct Date {
    int day = 0, month = 0, year = 0;
    int other = 0; ///< the month of "04/05/2025" if it is read the other way
    int nearDay = 0; ///< about which "mid-June" is: the 15th
    QString text = {}; ///< as it is written
    QString word = {}; ///< of the month; empty if it is a number
    bool isFact = true; ///< false: the word may mean something else
    bool isYearGuessed = false; ///< it is that of another date
    bool isMonthGuessed = false; ///< so is the month: "the 15th"

    /// True if both may be the same, as far as they are known.
    bool isAs(const Date& date) const;
    /// The day of the calendar; a year that isn't known is an ordinary one.
    qint64 toJulianDay() const;
    /// From Monday, 1; 0 if it isn't known.
    int weekday() const;
};

/// A day of the week.
struct Weekday {
    QString text;
    int number = 0; ///< from Monday, 1
    bool isFact = true; ///< false: "Sun"
};

/// A word that names something.
struct Name {
    QString text, folded, initials; ///< `initials`: of the neighboring names, too
    /// In German, where every noun has a capital: the word directly before it, and whether another one
    /// is before that behind which a name may begin.
    QString before = {};
    bool isBehindNameStart = false;
    bool isThird = false; ///< of three words with capitals
    bool isTitled = false; ///< "Mrs" is before it
    bool isAlone = false; ///< no article and no other name is next to it
    QString first = {}; ///< the word with a capital directly before it: "Anna" of "Lindqvist"
    QString last = {}; ///< of a word that begins its sentence: the one directly behind it
};

/// The numbers, dates and names of a text, and what else may support those of another text.
struct Facts {
    QList<Number> numbers;
    QList<Date> dates;
    QList<Weekday> weekdays;
    bool isInflected = false; ///< the language inflects names: Polish
    bool namesOtherYear = false; ///< "the previous year"
    bool hasWeekdayRange = false; ///< "Tuesday to Saturday", which names other days, too
    QList<Name> names;
    QStringList codes; ///< "KX-200", "WPA2", "192.168.1.1"
    QStringList quoted; ///< short texts in quotation marks that begin with a capital
    QSet<QString> words; ///< in small letters
    QSet<QString> plainWords; ///< those that aren't numbers or parts of dates
    QSet<double> periods; ///< such as "monthly", in seconds
    QString squeezed; ///< all letters and digits, in small letters
    QString phrase; ///< the words in order, in small letters, with a space before and behind each
    QString initials; ///< of the words, in order
    QSet<QString> pairs; ///< words with capitals behind each other: "anna lindqvist"
    QSet<QString> places; ///< such words behind a preposition and another word: "museum in kassel"
    qsizetype listed = 0; ///< as many items are named at most
};

/// The ways to read digits with signs between them: "1,100.50" is 1100.5 and "1.100" is 1100 or 1.1, if
/// the language permits both. There is none for an address or a version.
QList<Reading> toReadings(const QString& digits, Language language);

/// Reads the facts of a text, whose language decides which words may be names.
Facts readFacts(std::string_view text, Language language);

/// The unit of a word in small letters, if it is one.
std::optional<Unit> findUnit(const QString& word);

/// True of two forms of a word, which differ in their last letters.
bool areForms(const QString& word, const QString& other);

/// The letters and digits of a text, in small letters.
QString squeezed(QString text);

} // namespace services
