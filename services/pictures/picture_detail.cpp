#include "services/pictures/picture_detail.h"

#include "vision/image_budget.h"

namespace services {

const QList<PictureDetail>& pictureDetails()
{
    static const QList<PictureDetail> details{{QStringLiteral("fast"), vision::fastImage},
        {QStringLiteral("balanced"), vision::balancedImage}, {QStringLiteral("auto"), 0},
        {QStringLiteral("fine"), vision::fineImage}, {QStringLiteral("tiles"), vision::tilesImage}};
    return details;
}

qint64 detailTokens(const QString& id)
{
    for (const PictureDetail& detail : pictureDetails())
        if (detail.id == id)
            return detail.tokens;
    return 0;
}

DetailCosts detailCosts(QSize picture, const vision::VisionConfig& config)
{
    DetailCosts costs;
    costs.hasTiles = vision::canCutTiles(config);
    for (const PictureDetail& detail : pictureDetails())
        costs.tokens << seenSize(picture, config, detail.tokens).tokens;
    costs.canChange = costs.tokens.count(costs.tokens.first()) < costs.tokens.size();
    return costs;
}

} // namespace services
