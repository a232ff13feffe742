#pragma once

#include "services/pictures/picture.h"

#include <QList>
#include <QRect>

namespace vision {
struct VisionConfig;
}

namespace services {

/// A picture as a model sees it: scaled, and cut into tiles.
struct SeenPicture {
    QImage scaled; ///< the picture that the tiles are cut from; null if it was made by seenSize()
    QSize size; ///< of `scaled`
    QList<QRect> tiles; ///< in pixels of `scaled`, row by row; a tile may reach beyond it
    int rows = 0, columns = 0; ///< of the tiles; 0 × 0 if the picture was not cut
    bool hasOverview = false; ///< the model also reads the whole picture as one more tile
    QSize tileSize; ///< the size in which the model reads a tile
    qint64 tokensPerTile = 0;
    qint64 tokens = 0; ///< of all tiles, without the separators around them
};

// Any thread. Throw Error with a sentence for a picture that the model cannot read.

/// Throws Error with a sentence if the model cannot read the picture. Any thread may call these
/// functions.
SeenPicture seenPicture(const QImage& picture, const vision::VisionConfig& config);

/// Computes all numbers from the size of a picture; needs no pixels.
SeenPicture seenSize(QSize picture, const vision::VisionConfig& config);

} // namespace services
