#pragma once

#include <QByteArray>
#include <QImage>

namespace services {

/// Reads SVG with Qt. It is drawn on white in its own proportions, scaled so that the longer side
/// has 1024 to 2048 pixels. Only shapes, text, and pictures that are contained in the file are
/// drawn: nothing is fetched, no script runs, no entity is expanded. Any thread may call these
/// functions, in a program with a screen. decodeSvg() throws Error{BadFile} with a sentence.
bool isSvg(const QByteArray& file);
QImage decodeSvg(const QByteArray& file);

} // namespace services
