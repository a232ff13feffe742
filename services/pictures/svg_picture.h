#pragma once

#include <QByteArray>
#include <QImage>

namespace services {

/// SVG through Qt, drawn on white at its own size, enlarged or reduced so that its longer side has
/// 1024 … 2048 pixels. Only shapes, text, and pictures that are part of the file are drawn: nothing
/// is fetched, no script runs, no entity is expanded. Any thread of a program with a screen. Throws
/// Error{BadFile} with a sentence.
bool isSvg(const QByteArray& file);
QImage decodeSvg(const QByteArray& file);

} // namespace services
