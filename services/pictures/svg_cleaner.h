#pragma once

#include <QByteArray>

namespace services {

/// An SVG with only those parts that may be drawn: shapes, text, gradients, and pictures that are
/// part of the file. Whatever names something outside the file, scripts, animations and unknown
/// elements are left out. Throws Error{BadFile} for what is no well-formed XML, defines external
/// entities, or would take too long to draw: nested too deep, too many elements once everything
/// that is used several times is counted as often, or used within itself.
QByteArray cleanedSvg(const QByteArray& file);

} // namespace services
