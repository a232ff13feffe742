#pragma once

#include "services/documents/answers/picture_checks.h"
#include "ui/markdown/fact_marks.h"

namespace ui {

/// Says where a fact stands in one of so many images, or that it stands nowhere: "12.80, found at the
/// lower right, line 14".
QString describe(const services::PictureFact& fact, qsizetype pictures);

/// The marks of the facts in the text of an answer.
QList<FactMark> factMarks(const QList<services::PictureFact>& facts, qsizetype pictures);

/// Says that nothing was compared, since Tesseract lacks a language ("fra").
QString missingLanguageNote(const QString& language);

} // namespace ui
