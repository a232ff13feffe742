#pragma once

#include "ui/output/message_html.h"

namespace ui {

inline constexpr int maxPageImageSide = 1600; ///< pixels; larger images are scaled down
inline constexpr qint64 maxPageImageBytes = qint64(64) << 20; ///< of all images of a page

/// A conversation as one page of HTML that needs nothing else: light or dark as the reader's desktop
/// is, images within it, formulas as MathML, sources with their passages. It runs no script and
/// fetches nothing. Images are written again, without what cameras add to them, such as the location;
/// those beyond maxPageImageBytes are named only. Any thread may call it, in a program with a screen.
QByteArray htmlPage(const OutputContents& contents, const OutputWork& work = {});

} // namespace ui
