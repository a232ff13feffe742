#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace services {

/// Formulas and raised letters as plain text in one line: "10⁶", "x^(n+1)", "(a+b)/2", "√(x)".

/// Appends raised text: digits and signs as superscripts ("²"), letters behind "^". Ordinals and
/// marks stay as they are ("1st", "Mlle", "[1]"), so that nothing is added to words.
void appendRaised(std::string& text, std::string_view raised);

/// Appends lowered text: digits behind a letter stay plain ("H2O"), behind a digit they are
/// subscripts ("1011₂").
void appendLowered(std::string& text, std::string_view lowered);

/// What the parts of a formula are together. Parts of more than one term are put in parentheses.
std::string fraction(std::string_view numerator, std::string_view denominator);
std::string root(std::string_view degree, std::string_view radicand); ///< degree: empty is 2
std::string withExponent(std::string_view base, std::string_view exponent);
std::string withIndex(std::string_view base, std::string_view index);

/// The text of an element of MathML. Throws Unreadable{TooDeep} beyond so many levels.
std::string mathText(const pugi::xml_node& math, int nesting);

} // namespace services
