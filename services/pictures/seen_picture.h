#pragma once

#include "services/pictures/picture.h"

#include <QList>
#include <QRect>

namespace vision {
struct VisionConfig;
}

namespace services {

/// A picture as a model sees it: scaled and cut into tiles, which it reads in their order. A value.
struct SeenPicture {
    QImage scaled; ///< what the tiles are cut from; null where only the numbers were asked for
    QSize size; ///< of it
    QList<QRect> tiles; ///< in it, row by row; they may reach beyond it
    int rows = 0, columns = 0; ///< of the tiles; 0 × 0: the picture was not cut
    bool hasOverview = false; ///< the whole picture as one more tile, read last
    QSize tileSize; ///< that the model reads
    qint64 tokensPerTile = 0;
    qint64 tokens = 0; ///< of all tiles, without the marks around them
};

// Any thread. Throw Error with a sentence for a picture that the model cannot read.

SeenPicture seenPicture(const QImage& picture, const vision::VisionConfig& config);

/// The numbers alone, which needs no pixels.
SeenPicture seenSize(QSize picture, const vision::VisionConfig& config);

} // namespace services
