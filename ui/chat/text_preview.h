#pragma once

#include "services/attachments/text_file.h"

#include <functional>

class QDialog;
class QWidget;

namespace ui {

/// Opens a window that shows a text attachment of any length. Lines and text are cut, with a note,
/// where the editor would become slow. If `insert` is given, a button calls it to write the text
/// into the message instead. The window deletes itself when it is closed.
QDialog* showTextPreview(
    QWidget* parent, const services::TextAttachment& text, std::function<void()> insert = {});

} // namespace ui
