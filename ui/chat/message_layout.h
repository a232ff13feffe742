#pragma once

#include <QList>
#include <QRect>

namespace ui {

inline constexpr int messageGap = 8; ///< pixels between the parts of a message
inline constexpr int messageTop = 8; ///< pixels above the first part
inline constexpr int messageBottom = 20; ///< pixels below an answer, before the next question

/// The places of the parts of a message for one width of the view, in pixels. The rectangle of a
/// hidden part is empty.
struct MessageLayout {
    QList<QRect> tiles, attachments;
    QRect divider, bubble, thinking, toolUses, text, sources, note, pending, error, hint, actions,
        statistics;
    int height = 0;
};

} // namespace ui
