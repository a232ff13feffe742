#pragma once

#include <QByteArray>

namespace services {

/// Returns an SVG with only those parts that may be drawn: shapes, text, gradients, and pictures
/// that are contained in the file. References to anything outside the file, scripts, animations and
/// unknown elements are left out. Throws Error{BadFile} if the file is not well-formed XML, defines
/// external entities or would take too long to draw: because it nests too deeply, has too many
/// elements (counting those that are used several times as often as they are used), or has an
/// element that is used within itself.
QByteArray cleanedSvg(const QByteArray& file);

} // namespace services
