#pragma once

#include <QString>

#include <vector>

namespace ui {

/// A tag of a disclosure in HTML, or a whole summary.
struct DisclosureTag {
    enum class Kind { Begin, End, Summary };

    Kind kind;
    qsizetype begin, end; ///< in the HTML
    bool isOpen = false; ///< of Begin: what it contains is shown at first
    QString text = {}; ///< of Summary: its title as one line without tags and marks
};

/// The tags <details>, </details> and <summary>…</summary> in HTML by anyone, in their order, in time
/// linear in its length. Any thread may call it.
std::vector<DisclosureTag> disclosureTags(const QString& html);

} // namespace ui
