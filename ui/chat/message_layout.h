#pragma once

#include <QList>
#include <QRect>

namespace ui {

inline constexpr int messageGap = 8; ///< pixels between the parts of a message, as below
inline constexpr int messageTop = 8; ///< above the first part
inline constexpr int messageBottom = 20; ///< below an answer, before the next question

/// Where the parts of a message stand, for one width; those of hidden parts are empty. A value.
struct MessageLayout {
    QList<QRect> tiles, attachments;
    QRect divider, bubble, thinking, text, sources, pending, error, hint, actions, statistics;
    int height = 0;
};

} // namespace ui
