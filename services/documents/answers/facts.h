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
    bool isClock = false; ///< its last reading may be a time of day: "11.30"

    double value() const { return readings[0].value; }
    char dimension() const { return unit ? unit->dimension : '\0'; }
    bool isMoney() const { return dimension() >= 'A' && dimension() <= 'Z'; }
    /// The time of a day, in hours: "14:08", "2 pm", "14.08".
    std::optional<double> clock() const
    {
        if (isOfDate && unit == Unit{'t', 3600})
            return value();
        return isClock ? std::optional(readings.last().value) : std::nullopt;
    }
    bool isCount() const { return !unit && value() >= 2 && value() <= 12; }
};

/// What isn't known is 0.
struct Date {
    int day = 0, month = 0, year = 0;

    double days() const { return year * 365.25 + (month - 1) * 30.4375 + day; }
};

/// A month or a day of the week.
struct DateWord {
    QString text;
    int number = 0, other = 0; ///< `other`: the month of "04/05/2025" if it is read the other way

    bool isAsIn(const QList<DateWord>& others) const
    {
        return std::ranges::any_of(others, [this](const DateWord& each) {
            return number == each.number || number == each.other || (other && other == each.number);
        });
    }
};

/// A word that names something.
struct Name {
    QString text, folded, initials; ///< `initials`: of the neighboring names, too
};

/// The numbers, dates and names of a text, and what else may support those of another text.
struct Facts {
    QList<Number> numbers;
    QList<Date> dates;
    QList<DateWord> months, weekdays;
    QList<Name> names;
    QStringList codes; ///< "KX-200", "WPA2", "192.168.1.1"
    QSet<QString> words; ///< in small letters
    QSet<QString> plainWords; ///< those that aren't numbers or parts of dates
    QSet<double> periods; ///< such as "monthly", in seconds
    QString squeezed; ///< all letters and digits, in small letters
    QString initials; ///< of the words, in order
    qsizetype listed = 0; ///< as many items are listed at most
};

/// Reads the facts of a text, whose language decides which words may be names.
Facts readFacts(std::string_view text, Language language);

/// The letters and digits of a text, in small letters.
QString squeezed(QString text);

} // namespace services
