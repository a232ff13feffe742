#pragma once

#include <QJsonArray>
#include <QList>
#include <QRectF>
#include <QString>

namespace services {

/// A word that was read in an image.
struct PictureWord {
    /// The separator between it and the next word.
    enum class After { Nothing, Space, Line, Paragraph };

    QString text;
    QRectF place; ///< in parts of the image's width and height, so it holds at every size
    After after = After::Space; ///< Nothing: the next one is the rest of it

    bool operator==(const PictureWord&) const = default;
};

/// The separator behind a word in the text: nothing, a space, or one or two line ends.
QString spelled(PictureWord::After after);

/// The text that was read in an image, in the order in which people read it. Without words: the
/// image shows no text.
struct PictureText {
    QList<PictureWord> words;

    bool isEmpty() const { return words.isEmpty(); }
    QString text() const; ///< its lines as they are in the image
    /// Words [first, last] alone, in the same way.
    QString text(qsizetype first, qsizetype last) const;

    bool operator==(const PictureText&) const = default;
};

/// [["word", x, y, width, height, after], …], with places in ten-thousandths.
QJsonArray toJson(const PictureText& text);
PictureText pictureTextFrom(const QJsonArray& json); ///< leaves out what is none

} // namespace services
