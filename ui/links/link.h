#pragma once

#include <QString>

#include <optional>

namespace ui {

/// The target of a mark such as [2] in an answer: a source of that answer. Such addresses are made
/// and followed within the program only; no text can contain one, and no other program is given
/// one.
struct CitationLink {
    // The placeholders in `missing` for what a checker found.
    static constexpr QChar saysOtherwise = u'!', doesNotSay = u'?';

    int number = 0; ///< of the source, from 1
    /// Facts that it is cited for and doesn't contain, or a placeholder; empty: none.
    QString missing = {};

    bool operator==(const CitationLink&) const = default;
};

QString toAddress(const CitationLink& link);

/// Nothing if the address is another one.
std::optional<CitationLink> citationLink(const QString& address);

/// The target of a fact of an answer about images: its place in one of them. Such addresses are made and
/// followed in the same way.
struct FactLink {
    int index = 0; ///< of the fact, from 0
    bool isSupported = false; ///< an image has it
    bool isDisputed = false; ///< other versions of the answer say otherwise

    bool operator==(const FactLink&) const = default;
};

QString toAddress(const FactLink& link);

/// Nothing if the address is another one.
std::optional<FactLink> factLink(const QString& address);

/// True for the addresses that only lead into the program: see CitationLink and FactLink.
bool isOwnLink(const QString& address);

/// True if both lead to the same target.
bool leadToTheSame(const QString& address, const QString& other);

/// True for addresses that may be opened: pages of the web and e-mail addresses.
bool isSafeLink(const QString& address);

/// The address as it may be given to another program. An e-mail address keeps its recipients and
/// the fields subject, body and cc, on one line except for the body: other fields attach files of
/// the user's or add recipients that nobody sees. Other addresses stay as they are.
QString addressToOpen(const QString& address);

/// The host of an address in ASCII, as computers look it up, and next to it as it is written if
/// that differs: "xn--pple-43d.com (аpple.com)". Letters of different scripts may look the same. A
/// very long one is shortened to its end, which shows whose it is. Empty for an e-mail address.
QString shownHost(const QString& address);

/// The target of a link, for the user to read: the address in ASCII, shortened in the middle to
/// `max` characters. The host comes before it, as above, if it could be mistaken: if it is not in
/// ASCII or very long, or if there is something before it with an "@".
QString shownLink(const QString& address, int max = 100);

} // namespace ui
