#pragma once

#include "services/conversations/source.h"
#include "services/documents/index/document_index.h"

namespace ui {

/// A file as the viewer of documents opens it at its beginning.
services::Source sourceOf(const QString& file);

/// A passage of a file as the viewer of documents opens it. `title` may be empty.
services::Source sourceOf(
    const QString& file, const QString& title, const services::IndexedPassage& passage);

} // namespace ui
