#pragma once

#include <QString>
#include <QStringList>

namespace services {

/// In which languages text in pictures is read, and where Tesseract's data for them lie.
struct TextLanguages {
    QString folder; ///< empty: none are installed
    QStringList
        names; ///< as Tesseract calls them ("eng", "deu"); those that come first are likelier
    QStringList missing; ///< those of the user for which there are no data
};

/// Those that are installed (in TESSDATA_PREFIX, if that is set): of the user's languages, English,
/// and, if there are few, the others too. More than three would be slow and read no better.
TextLanguages standardTextLanguages();

/// The same, of those in a folder.
TextLanguages textLanguagesIn(const QString& folder, const QStringList& ofTheUser);

} // namespace services
