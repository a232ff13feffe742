#pragma once

#include "services/documents/answers/picture_checks.h"
#include "services/documents/answers/version_facts.h"

#include <QList>

namespace services {

/// True if the text in an image looks like that of a receipt or a form: at least three of its lines, and a
/// third of all, end in an amount ("Apple cake 3.90 EUR") or have a label and a value ("Name: Anna"). Any
/// thread may call it.
bool looksLikeForm(const PictureText& text);

inline constexpr int maxFactsReadAgain = 5;

/// The indices of the facts to read again in images that look like receipts or forms, at most
/// maxFactsReadAgain: first those that other versions of the answer dispute, then amounts. All have a
/// place. `forms` are the indices of these images. Any thread may call it.
QList<int> factsToReadAgain(const QList<PictureFact>& facts, const QList<int>& forms,
    const QList<DisputedFact>& disputed);

} // namespace services
