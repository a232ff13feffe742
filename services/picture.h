#pragma once

#include <QImage>
#include <QString>

namespace services {

inline constexpr int maxPreviewSide = 800; ///< pixels

/// A decoded picture as the user and the models see it: upright, opaque. A value; the pixels are
/// shared between copies.
struct Picture {
    QString name; ///< of the file; empty for a pasted one
    QImage image; ///< Format_RGB888
    QImage preview; ///< the same, at most maxPreviewSide pixels wide and high
};

} // namespace services
