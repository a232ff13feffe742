#pragma once

#include "services/attachments/text_file.h"
#include "services/conversations/source.h"
#include "services/documents/index/document_search.h"
#include "services/documents/passages/passage.h"

#include <QList>

namespace services {

/// A passage of a document that is attached to a message.
Source sourceOf(const TextAttachment& document, const Passage& passage);

/// A passage that was found in the user's library.
Source sourceOf(const FoundPassage& found);

/// All passages of a document, in order.
QList<Source> passagesOf(const TextAttachment& document);

/// Whether both are the same words of the same document, whoever read them and when.
bool isSamePassage(const Source& one, const Source& other);

} // namespace services
