#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace services {

/// Whether a word is said to be so or not to be so.
enum class Denial {
    No,
    Perhaps, ///< its sentence has a "not" somewhere
    Yes, ///< it is right behind one
};

/// A word of a text, as two texts are compared by them.
struct SaidWord {
    enum class Kind {
        Usual,
        Number, ///< whatever it is written with: "1,100" and "eleven hundred" are 1100
        Name, ///< of a person, a thing, a variable; or another noun, where those have capitals
        Function, ///< "the", "of", "must": it says little by itself
    };

    Kind kind = Kind::Usual;
    std::string term; ///< in the form in which it is compared
    std::vector<std::string> others; ///< numbers that say the same: of a month, of "quarter"
    Denial denial = Denial::No;
    bool deniesItself = false; ///< "unavailable"
    bool isOfSigns = false; ///< two neighbors of a script without spaces
    int clause = 0; ///< which of the text
    bool isCapital = false, beginsSentence = false;
    int place = 0; ///< so many words are before it; a line and a sentence ends count as several
    int row = -1, column = -1; ///< of a table whose cells are between " | "; −1: of none
    bool isHeader = false; ///< it is in a table's first row
};

/// The words of a text in any of the languages that documents are searched in.
std::vector<SaidWord> saidWordsOf(std::string_view text);

} // namespace services
