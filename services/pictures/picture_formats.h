#pragma once

#include <QByteArray>
#include <QImage>
#include <QStringList>

namespace services {

/// A format of images that can be opened, for file dialogs and for searching folders. The content
/// of a file decides its format; the endings only decide which files are offered.
struct PictureFormat {
    const char* name; ///< to be shown to users: "JPEG"
    const char* endings; ///< of file names, separated by blanks: "jpg jpeg"

    // The reader of a format that vision/images does not read; null for the others. `decode` throws
    // Error{BadFile}.
    bool (*isOfIt)(const QByteArray& file) = nullptr;
    QImage (*decode)(const QByteArray& file) = nullptr; ///< returns an upright image
};

/// The table of all formats.
const QList<PictureFormat>& pictureFormats();

/// "*.png", "*.jpg", …, to be matched without regard to case.
QStringList pictureNamePatterns();

/// Reads the first page of a TIFF file, upright, with the plugin of Qt's image formats. Any thread
/// may call these functions. decodeTiff() throws Error{BadFile} with a message, also if the plugin
/// is not installed.
bool isTiff(const QByteArray& file);
QImage decodeTiff(const QByteArray& file);

} // namespace services
