#pragma once

#include "services/pictures/picture.h"

#include <QList>
#include <QSize>
#include <QString>

namespace services {

/// How closely models look at an image: how many tokens of the prompt it may take.
struct PictureDetail {
    QString id; ///< in the settings
    qint64 tokens = 0; ///< see vision::withImageTokens()
};

/// All details, from the fewest tokens to the most; with "auto" the model decides. The last one, "tiles", is
/// the most of families that cut images into tiles; others read them as with "auto".
const QList<PictureDetail>& pictureDetails();

/// The tokens of the detail that the settings name.
qint64 detailTokens(const QString& id);

/// What an image takes of the prompt at each of pictureDetails().
struct DetailCosts {
    bool canChange = false; ///< false: the family reads the image alike at each of them
    bool hasTiles = false; ///< false: it cuts no tiles
    QList<qint64> tokens;
};

/// Throws Error with a message if the model cannot read the image. May take some milliseconds; any
/// thread may call it.
DetailCosts detailCosts(QSize picture, const vision::VisionConfig& config);

} // namespace services
