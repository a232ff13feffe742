#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace services {

/// What terms are made of.
enum class TermsOf {
    Text, ///< to be found
    Question, ///< that finds it
};

/// The words of a text in UTF-8, in their order and in the form in which they are compared: small
/// letters without accents, without the endings of English (Russian and Greek where the script says
/// so). A script without spaces between words, and Korean, gives pairs of neighbouring characters,
/// for a text also single ones. A term holds letters and digits only. Any thread may call it.
std::vector<std::string> searchTermsOf(std::string_view text, TermsOf of);

} // namespace services
