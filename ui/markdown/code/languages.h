#pragma once

#include <QString>

#include <vector>

namespace ui {

/// The kinds of code that are colored differently.
enum class CodeStyle : quint8 {
    Plain,
    Keyword,
    Type, ///< also constants that belong to the language
    String,
    Number,
    Comment,
    Name, ///< of what is called, set or declared: functions, keys, attributes, variables
    Added, ///< in a diff, like the next two
    Removed,
    Heading,
};

/// A part of code between two marks: a comment, a string, or a line with a certain beginning.
struct CodeRule {
    QStringView begin;
    QStringView end = {}; ///< empty: the end of the line
    CodeStyle style = CodeStyle::Comment;
    char16_t escape = 0; ///< the character after this one has no special meaning
    bool spansLines = false;
    bool nests = false;
    bool startsLine = false; ///< counts only as the first thing in a line
    int closesWithin = 0; ///< at most so many characters, or it does not count; 0: no limit
};

/// How the code of a language looks: a row of the table in languages.cpp.
struct Language {
    QStringView name; ///< as people write it
    QStringView aliases; ///< in lower case, as after a fence; the first is the ending of its files
    QStringView keywords;
    QStringView types;
    std::vector<CodeRule> rules; ///< the first that matches counts
    QStringView wordStart = {}; ///< characters that may begin a word, in addition to letters and _
    QStringView wordPart = {}; ///< characters that may continue a word, in addition to digits
    QStringView sigils = {}; ///< characters that make the word after them a Name
    char16_t lineKey = 0; ///< what precedes this character in a line is a Name
    bool hasStringKeys = false; ///< strings before a colon are Names
    bool hasTags = false; ///< it has <name attribute="value">
    bool ignoresCase = false;
    bool marksCalls = true; ///< a word before a bracket is a Name
};

const std::vector<Language>& languages();

/// The language with this name, alias or file ending; null if it is not known.
const Language* languageNamed(QStringView name);

} // namespace ui
