#pragma once

#include "vision/images/image.h"

#include <QByteArray>
#include <QImage>
#include <QJsonArray>
#include <QList>
#include <QRect>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace vision {
struct VisionConfig;
}

namespace services {

/// The pixels of an image as models read them. Everyone who holds the image shares them. Any
/// thread may call the functions below.
using Pixels = std::shared_ptr<const vision::Image>;

/// The pixels as something to paint, in Format_RGB888. They are not copied.
QImage toQImage(const Pixels& pixels);

Pixels toPixels(vision::Image image);
Pixels toPixels(const QImage& picture); ///< copies the pixels, transparent ones laid on white

inline constexpr int maxPreviewSide = 800; ///< in pixels

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

/// A decoded image as the user and the models see it: upright and opaque. Copies share the pixels.
struct Picture {
    QString name = {}; ///< of the file; empty for a pasted image
    QImage image = {}; ///< Format_RGB888: a view of `pixels`
    QImage preview = {}; ///< a copy of at most maxPreviewSide pixels in width and height
    QByteArray file = {}; ///< the bytes of the file; empty if the pixels were never a file
    /// What models read. As long as `image` is null, null or without a size: see undecodedPicture().
    Pixels pixels = {};
    std::optional<PictureText> text = {}; ///< that was read in it; nothing: nobody has tried yet
};

/// A format of images that can be opened, for file dialogs and for searching folders. The content of a
/// file decides its format; the suffixes only decide which files are offered.
struct PictureFormat {
    const char* name; ///< to be shown to users: "JPEG"
    const char* suffixes; ///< of file names, separated by blanks: "jpg jpeg"
};

/// The table of all formats. TIFF needs the plugin of Qt's image formats; all but TIFF and SVG are read by
/// vision/images.
const QList<PictureFormat>& pictureFormats();

/// "*.png", "*.jpg", …, to be matched without regard to case.
QStringList pictureNamePatterns();

// The functions below may be called on any thread.

/// True if the bytes begin like an image of a format that can be read.
bool isPicture(const QByteArray& file);

/// Throws Error{BadFile} with a message if the bytes aren't a readable image.
Picture decodePicture(const QByteArray& file, const QString& name);

/// An image as it is stored, whose pixels will take so many tokens, see withTokens().
Picture undecodedPicture(const QString& name, const QByteArray& file, qint64 tokens);

/// Decodes the file of such an image and keeps what else is known of it. Throws in the same way.
Picture decodePicture(const Picture& stored);

/// Reads and decodes a file in the same way. Error messages begin with the name of the file.
Picture decodePictureFile(const QString& path);

/// Returns the pixels of an image file alone. Throws as decodePictureFile() does.
Pixels readPicturePixels(const QString& path);

/// A small version that takes much less time than decoding a large image: the thumbnail that the
/// camera put into the file, or a coarse decoding. Null if neither is possible.
QImage quickPreview(const QByteArray& file);

/// Makes an image of pixels that are already decoded. Transparent ones are laid on white.
Picture makePicture(const QImage& image, const QString& name);

/// The same image scaled down to at most `maxPixels` pixels, unless it moves.
Picture reducedPicture(Picture picture, qint64 maxPixels);

/// The same pixels, which may take so many tokens in a prompt, see vision::withImageTokens(). Copies them
/// unless they may already.
Pixels withTokens(const Pixels& pixels, qint64 tokens);
Picture withTokens(Picture picture, qint64 tokens);
qint64 tokensOf(const Picture& picture); ///< that it may take; 0: as many as the model gives it

/// A file from which decodePicture() makes the same image.
QByteArray encodedPicture(const Picture& picture);

/// An image as a model sees it: scaled, and cut into tiles.
struct SeenPicture {
    QImage scaled; ///< the image that the tiles are cut from; null if it was made by seenSize()
    QSize size; ///< of `scaled`
    QList<QRect> tiles; ///< in pixels of `scaled`, row by row; a tile may reach beyond it
    int rows = 0, columns = 0; ///< of the tiles; 0 × 0 if the image was not cut
    bool hasOverview = false; ///< the model also reads the whole image as one more tile
    QSize tileSize; ///< the size in which the model reads a tile
    qint64 tokensPerTile = 0;
    qint64 tokens = 0; ///< of all tiles, without the separators around them
};

/// `tokens` are the most that the image may take, see vision::withImageTokens(). Throws Error with a
/// message if the model cannot read the image. Any thread may call these functions.
SeenPicture seenPicture(
    const QImage& picture, const vision::VisionConfig& config, qint64 tokens = 0);

/// Computes all numbers from the size of an image; needs no pixels.
SeenPicture seenSize(QSize picture, const vision::VisionConfig& config, qint64 tokens = 0);

} // namespace services
