#pragma once

#include <QByteArray>
#include <QImage>

namespace services {

/// Reads the first page of a TIFF file, upright, with the plugin of Qt's image formats. Any thread
/// may call these functions. decodeTiff() throws Error{BadFile} with a sentence, also if the plugin
/// is not installed.
bool isTiff(const QByteArray& file);
QImage decodeTiff(const QByteArray& file);

} // namespace services
