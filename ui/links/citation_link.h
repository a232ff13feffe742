#pragma once

#include <QString>

#include <optional>

namespace ui {

/// Where a mark such as [2] of an answer leads: to a source of that answer. Such addresses are made
/// and followed within the program only; no text can hold one, and no other program is given one.
struct CitationLink {
    int number = 0; ///< of the source, from 1
    bool isSupported = true; ///< false: the source does not say what it is cited for

    bool operator==(const CitationLink&) const = default;
};

QString addressOf(const CitationLink& link);

/// Nothing if the address is another one.
std::optional<CitationLink> citationLink(const QString& address);

/// Whether both lead to the same place.
bool leadToTheSame(const QString& address, const QString& other);

} // namespace ui
