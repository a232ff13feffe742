#pragma once

#include <QByteArray>
#include <QImage>

namespace services {

/// TIFF through Qt's image formats plugin: the first page, upright. Any thread. Throws
/// Error{BadFile} with a sentence, also where the plugin is not installed.
bool isTiff(const QByteArray& file);
QImage decodeTiff(const QByteArray& file);

} // namespace services
