#pragma once

#include "services/documents/answers/picture_claims.h"
#include "services/documents/picture_texts.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>

namespace services {

/// A fact of an answer about images, and where it stands in them.
struct PictureFact {
    qsizetype begin = 0, end = 0; ///< in characters of the answer
    QString text = {};
    PictureClaim::Kind kind = PictureClaim::Kind::Number;
    bool isSupported = false; ///< see PictureClaim
    int picture = 0; ///< the index of the image
    QRectF place = {}; ///< see PictureClaim
    int line = 0; ///< of the text in the image, from 1; 0 without a place

    bool operator==(const PictureFact&) const = default;
};

/// Compares an answer with the texts of several images: a fact is supported if one of them has it. In
/// the order of the answer; none overlaps another. Any thread may call it.
QList<PictureFact> comparePictures(const QString& answer, const QList<PictureText>& texts);

/// The words of a text as if they stood in an image, to compare an answer with it. Any thread may call it.
PictureText asPictureText(const QString& text);

/// The result of a check.
struct PictureComparison {
    QList<PictureFact> facts = {};
    /// The language of the answer for which Tesseract has no data ("fra"): nothing was compared. Empty:
    /// there are some, or the images show no text.
    QString missingLanguage = {};
    QList<int> forms = {}; ///< the indices of images that look like receipts or forms

    bool operator==(const PictureComparison&) const = default;
};

/// Compares answers with the text in images in the background. Texts that are known are used; others are
/// read in the language of the answer. Lives in the window's thread.
class PictureChecks : public QObject {
public:
    using Done = std::function<void(const PictureComparison& comparison)>;

    /// `texts` must outlive this object.
    explicit PictureChecks(PictureTexts& texts, QObject* parent = nullptr);

    /// Calls `done` after this function has returned, unless `receiver` was destroyed by then.
    void compare(const QString& answer, const QList<Picture>& pictures, QObject* receiver, Done done);

private:
    struct Check;

    PictureTexts& textsFor(const TextLanguages& languages);
    void read(const std::shared_ptr<Check>& check, const TextLanguages& languages);
    void finish(const std::shared_ptr<Check>& check);

    PictureTexts& m_texts;
    QHash<QString, PictureTexts*> m_otherTexts; // by their languages; children of this object
};

} // namespace services
