#pragma once

#include <QString>

namespace services {

/// A passage that an answer is based on, and where it is from. It may come from a file by anyone.
struct Source {
    QString title; ///< of the document, to be shown to users
    QString address; ///< the path of a file or a web address; may be empty
    int page = 0; ///< counted from 1; 0 if there is none or it is not known
    QString passage; ///< the text that the model read
    /// Where the passage begins and ends in the text of the document, in characters; `end` is after
    /// its last character. −1: not known.
    qint64 begin = -1;
    qint64 end = -1;

    bool operator==(const Source&) const = default;
};

/// A source in one line to be shown to users: title, page and address, shortened if necessary.
QString lineOf(const Source& source);

} // namespace services
