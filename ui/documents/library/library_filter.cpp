#include "ui/documents/library/library_filter.h"

#include "ui/documents/library/library_model.h"

namespace ui {

using State = services::LibraryFile::State;

namespace {

int countOf(const services::LibraryCounts& counts, State state)
{
    switch (state) {
    case State::Waiting:
        return counts.waiting;
    case State::Read:
        return counts.read;
    case State::Failed:
        return counts.failed;
    }
    return 0;
}

} // namespace

void LibraryFilter::setState(std::optional<State> state)
{
    m_state = state;
    invalidateFilter();
}

bool LibraryFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (!m_state)
        return true;
    const auto* model = static_cast<const LibraryModel*>(sourceModel());
    const QModelIndex index = model->index(row, 0, parent);
    if (const services::LibraryFile* file = model->file(index))
        return file->state == *m_state;
    return countOf(*model->counts(index), *m_state) > 0;
}

} // namespace ui
