#pragma once

#include <QJsonArray>
#include <QList>
#include <QRectF>
#include <QString>

namespace services {

/// A word that was read in a picture.
struct PictureWord {
    /// What stands between it and the next word.
    enum class After { Nothing, Space, Line, Paragraph };

    QString text;
    QRectF place; ///< in parts of the picture's width and height, so it holds at every size
    After after = After::Space; ///< Nothing: the next one is the rest of it

    bool operator==(const PictureWord&) const = default;
};

/// What stands behind a word in the text: nothing, a space, or one or two line ends.
QString spelled(PictureWord::After after);

/// What was read in a picture, in the order in which people read it. Without words: the picture
/// shows no text.
struct PictureText {
    QList<PictureWord> words;

    bool isEmpty() const { return words.isEmpty(); }
    QString text() const; ///< its lines as they stand in the picture
    /// Words [first, last] alone, in the same way.
    QString text(qsizetype first, qsizetype last) const;

    bool operator==(const PictureText&) const = default;
};

/// [["word", x, y, width, height, after], …], with places in ten-thousandths.
QJsonArray toJson(const PictureText& text);
PictureText pictureTextFrom(const QJsonArray& json); ///< leaves out what is none

} // namespace services
