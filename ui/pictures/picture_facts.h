#pragma once

#include "services/documents/answers/place_check.h"
#include "services/documents/answers/version_facts.h"
#include "ui/markdown/fact_marks.h"

namespace ui {

/// Says where a fact stands in one of so many images, or that it stands nowhere: "12.80, found at the
/// lower right, line 14".
QString describe(const services::PictureFact& fact, qsizetype pictures);

/// Says what the model read at the place of a fact: "Answer: 12.80 — enlarged: 12.30".
QString describe(const services::PictureFact& fact, const services::PlaceCheck& check);

/// The marks of facts, of which some stand in other versions of the answer and others don't: "3 of 4
/// versions say 12.80". They are joined with those of the images; `facts` gets the index of the fact of
/// each mark that has one, −1 for others.
QList<FactMark> joinedMarks(const QList<FactMark>& marks,
    const QList<services::DisputedFact>& disputed, QList<int>& facts);

/// The marks of the facts in the text of an answer. `checks` are those of places that were read again, by
/// the index of the fact.
QList<FactMark> factMarks(const QList<services::PictureFact>& facts, qsizetype pictures,
    const QHash<int, services::PlaceCheck>& checks = {});

/// Says that nothing was compared, since Tesseract lacks a language ("fra").
QString missingLanguageNote(const QString& language);

} // namespace ui
