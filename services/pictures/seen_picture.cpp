#include "services/pictures/seen_picture.h"

#include "services/pictures/vision_image.h"
#include "vision/preprocess.h"

namespace services {

SeenPicture seenSize(QSize picture, const vision::VisionConfig& config)
{
    const vision::Tiling tiling = vision::tilingOf(config, {picture.width(), picture.height()});
    SeenPicture seen;
    seen.size = QSize(int(tiling.scaled.width), int(tiling.scaled.height));
    for (const vision::PixelRect& tile : tiling.tiles)
        seen.tiles << QRect(int(tile.left), int(tile.top), int(tile.width), int(tile.height));
    seen.rows = int(tiling.rows);
    seen.columns = int(tiling.columns);
    seen.hasOverview = tiling.hasOverview;
    seen.tileSize = seen.tiles.first().size();
    seen.tokensPerTile = tiling.rowsPerTile;
    seen.tokens = tiling.promptRows();
    return seen;
}

SeenPicture seenPicture(const QImage& picture, const vision::VisionConfig& config)
{
    SeenPicture seen = seenSize(picture.size(), config);
    const Pixels pixels = pixelsOf(picture);
    seen.scaled = viewOf(pixelsOf(
        vision::scaledImage(*pixels, vision::tilingOf(config, {pixels->width, pixels->height}))));
    return seen;
}

} // namespace services
