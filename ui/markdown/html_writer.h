#pragma once

#include "ui/markdown/code/highlighter.h"
#include "ui/markdown/text_part.h"

#include <QString>

namespace ui {

/// Stands before HTML on the clipboard: some programs take it for Latin 1 otherwise.
inline constexpr QLatin1String htmlEncoding("<meta charset=\"utf-8\">");

/// The parts of HTML that differ between the places where it goes. This is the form for the
/// clipboard: formulas stay LaTeX, code has no colors, and marks of citations lead nowhere. What the
/// functions return is HTML, with everything from the text escaped.
class HtmlForm {
public:
    virtual ~HtmlForm() = default;

    /// A displayed formula is a block, any other a part of a line.
    virtual QString formula(const QString& latex, bool isDisplayed) const;
    /// A part of a block of code; `state` is that at its beginning, and afterwards at its end.
    virtual QString code(const QString& code, const Language* language, CodeState& state) const;
    /// The picture of a diagram, as a block, that closed code describes. Empty: its code is shown.
    virtual QString diagram(const QString&, const QString&) const { return {}; }
    /// Whether disclosures can be closed; otherwise their titles stand above what they contain.
    virtual bool hasDisclosures() const { return false; }
    /// The mark of a citation in an answer, such as [2], around `html`.
    virtual QString citation(int number, const QString& html) const;
    /// A fact that was compared, around `html`; `index` as in FactLink.
    virtual QString fact(int index, const QString& html) const;
};

/// A text in HTML, with line breaks for its line ends.
QString escapedHtml(QString text);

/// A part of a text as HTML for the body of a page, with the lists, quotes, tables and links of the
/// text. It names no image and leads only to safe addresses. Any thread may call it.
QString htmlText(const TextPart& part, const HtmlForm& form = HtmlForm());

} // namespace ui
