#pragma once

class QMimeData;

namespace ui {

/// Whether there are files or a picture in what is dropped or pasted. Text alone is not.
bool holdsAttachments(const QMimeData* data);

} // namespace ui
