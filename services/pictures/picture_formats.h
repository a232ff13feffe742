#pragma once

#include <QByteArray>
#include <QImage>
#include <QStringList>

namespace services {

/// The kinds of pictures that can be opened, for dialogs and for looking through folders. Files
/// are told apart by content; the endings only say which ones to offer.
struct PictureFormat {
    const char* name; ///< for people: "JPEG"
    const char* endings; ///< of file names, with blanks between them: "jpg jpeg"

    // Of those that vision/images does not read; null for the others. decode throws Error{BadFile}.
    bool (*isOfIt)(const QByteArray& file) = nullptr;
    QImage (*decode)(const QByteArray& file) = nullptr; ///< upright
};

/// The one table.
const QList<PictureFormat>& pictureFormats();

/// "*.png", "*.jpg", …: to be matched without regard to case.
QStringList pictureNamePatterns();

} // namespace services
