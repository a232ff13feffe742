#include "ui/captions/caption_filter.h"

#include "ui/captions/caption_table_model.h"

#include <algorithm>

namespace ui {

void CaptionFilter::setWords(const QString& words)
{
    m_words = words.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void CaptionFilter::setState(std::optional<services::CaptionRow::State> state)
{
    m_state = state;
    invalidateFilter();
}

void CaptionFilter::setEdited(int row)
{
    if (row == m_edited)
        return;
    m_edited = row;
    invalidateFilter();
}

bool CaptionFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (row == m_edited)
        return true; // else its editor would go with it
    const auto* table = static_cast<const CaptionTableModel*>(sourceModel());
    const services::CaptionRow& caption = table->run()->row(row);
    if (m_state && caption.state != *m_state)
        return false;
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return caption.file.contains(word, Qt::CaseInsensitive)
            || caption.caption.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace ui
