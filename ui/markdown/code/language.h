#pragma once

#include <QString>

#include <vector>

namespace ui {

/// What a piece of code is, as far as colours tell.
enum class CodeStyle : quint8 {
    Plain,
    Keyword,
    Type, ///< and constants that the language knows
    String,
    Number,
    Comment,
    Name, ///< of what is called, set or declared: functions, keys, attributes, variables
    Added, ///< in a difference, as the two below
    Removed,
    Heading,
};

/// What stands between two marks: a comment, a string, a line that begins in some way.
struct CodeRule {
    QStringView begin;
    QStringView end = {}; ///< empty: the end of the line
    CodeStyle style = CodeStyle::Comment;
    char16_t escape = 0; ///< takes the meaning from the next character
    bool spansLines = false;
    bool nests = false;
    bool startsLine = false; ///< counts only as the first thing in a line
    int closesWithin = 0; ///< characters, or it is no mark at all; 0: wherever
};

/// How the code of a language looks. A row of the table in languages.cpp.
struct Language {
    QStringView name; ///< as people write it
    QStringView aliases; ///< after a fence, in lower case; the first is what its files end with
    QStringView keywords;
    QStringView types;
    std::vector<CodeRule> rules; ///< the first that fits counts
    QStringView wordStart = {}; ///< what a word may begin with beside letters and _
    QStringView wordPart = {}; ///< … and go on with beside digits
    QStringView sigils = {}; ///< make a Name of the word after them
    char16_t lineKey = 0; ///< what stands before it in a line is a Name
    bool hasStringKeys = false; ///< strings before a colon are Names
    bool hasTags = false; ///< <name attribute="value">
    bool ignoresCase = false;
    bool marksCalls = true; ///< a word before a bracket is a Name
};

const std::vector<Language>& languages();

/// The language that goes by this name, its alias or the end of its files' names; null if unknown.
const Language* languageNamed(QStringView name);

} // namespace ui
