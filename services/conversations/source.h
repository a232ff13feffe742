#pragma once

#include <QList>
#include <QRectF>
#include <QString>

namespace services {

/// A passage that an answer is based on, and where it is from. It may come from a file by anyone.
struct Source {
    /// When the model read it.
    enum class Reading {
        WithQuestion, ///< it stands in the prompt before the question
        Earlier, ///< it stands before an earlier question of the conversation
        Never, ///< it is only shown
    };

    QString title; ///< of the document, to be shown to users
    QString address; ///< the path of a file or a web address; may be empty
    int page = 0; ///< counted from 1; 0 if there is none or it is not known
    QString passage; ///< the text that the model read, or the text it read notes on
    /// Where the passage begins and ends in the text of the document, in bytes of UTF-8, as
    /// services::Document counts them; `end` is behind its last byte. −1: not known.
    qint64 begin = -1;
    qint64 end = -1;
    QString heading = {}; ///< those it stands under, the highest first, joined by " › "
    /// Where it stands on its page, line by line, in points from the page's upper left corner. Empty:
    /// not known.
    QList<QRectF> rectangles = {};
    Reading reading = Reading::WithQuestion;
    QString notes
        = {}; ///< that the model read in place of a long passage; empty: it read the passage

    bool operator==(const Source&) const = default;
};

/// What a source is called: "Manual.pdf, page 3", shortened if necessary.
QString nameOf(const Source& source);

/// A source in one line to be shown to users: title, page and address, shortened if necessary.
QString lineOf(const Source& source);

} // namespace services
