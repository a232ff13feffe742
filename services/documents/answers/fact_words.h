#pragma once

#include <QHash>
#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringView>

namespace services {

/// What each word stands for: in small letters and without accents.
using WordTable = QHash<QString, QString>;

/// The words and patterns of numbers, units, dates and names in English, German, French, Spanish,
/// Italian, Portuguese, Dutch, Swedish and Polish, and some Chinese ones.
struct FactWords {
    FactWords();

    WordTable numerals;
    WordTable ordinals; ///< behind tens: "twenty-first"
    WordTable loose; ///< words that may mean a number: they support one and need no support
    WordTable multipliers, shortMultipliers; ///< "million"; of money: "m"
    WordTable units; ///< the dimension and the factor: "l1000"
    WordTable periods; ///< how words such as "monthly" begin, and their seconds
    WordTable months, weekdays; ///< from 1
    WordTable shortWeekdays; ///< "Mon", "Mo"

    // "~" is before a number whose word may mean something else.
    QRegularExpression isoDate, numericDate, shortDate, chineseDate, date, rangeStart, rangeEnd;
    QRegularExpression time, minutes, minutesBehind, minutesAndSeconds, hour, noon, beforeClock, minutesOf, code;
    QRegularExpression digits, part, multiplier, shortMultiplier, symbolMultiplier;
    QRegularExpression unit, power, unitBehindWord, ordinal, every, age;
    QRegularExpression word, wordBehind, approximation, between, of, andOnly, range;
    QRegularExpression separator, company, listMark, sentenceEnd;
    QRegularExpression dayAlone; // "the 15th"
    QRegularExpression monthPart; // "mid-", "end of" in front of a month
    QRegularExpression decade, beforeDecade, exponent, century, oneOf, namedCode;
    QRegularExpression result; // a word such as "altogether"
    QRegularExpression person; // "person" in "per person"
    QRegularExpression workdays, weekends; // without spaces
    QRegularExpression firstFree; // "the first one is free"
    QRegularExpression changeVerb; // of amounts: "rose"
    QRegularExpression nextSuch; // "the following Sunday", "next week"
    QRegularExpression partOfDay; // "morgen" of "Mittwochmorgen"
    QRegularExpression change; // "less" behind an amount
    QRegularExpression rest; // "the remainder", in a phrase
    QRegularExpression closed; // in a phrase
    QRegularExpression nextDay; // "the day before", without spaces
    struct Holiday {
        QRegularExpression name; ///< in a phrase
        int day = 0, month = 0;
    };
    QList<Holiday> holidays;
    QRegularExpression yearEnd, monthEnd; // "end of the year", without spaces
    QRegularExpression otherYear; // "the previous year", without spaces
};

/// Any thread may call it.
const FactWords& factWords();

/// A part of a pattern: any of the words, the longest that fits.
QString anyOf(const WordTable& table);

/// True if a list of words with spaces between them contains the word.
bool isAnyOf(QStringView word, QStringView list);

} // namespace services
