#pragma once

#include <QString>

namespace services {

/// A passage that an answer rests on, and where it stands. A value; it may come from a file of
/// anyone's.
struct Source {
    QString title; ///< of the document, for people
    QString address; ///< the path of a file or an address in the web; empty: there is none
    int page = 0; ///< from 1; 0: the document has none, or it is not known
    QString passage; ///< the text that the model read
    qint64 begin = -1; ///< where the passage begins in the text of the document, in characters;
                       ///< −1: not known
    qint64 end = -1; ///< where it ends: the place after its last character; −1: not known

    bool operator==(const Source&) const = default;
};

/// A source in one line for people: title, page and address, none of them at full length.
QString lineOf(const Source& source);

} // namespace services
