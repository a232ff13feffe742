#pragma once

#include "services/attachments/text_file.h"

#include <functional>

class QDialog;
class QWidget;

namespace ui {

/// A window that shows a text attachment, however long it is: lines and text are cut where the
/// editor would become slow, and it says so. With `insert` it offers to write the text into the
/// message instead. Deletes itself when it is closed.
QDialog* showTextPreview(
    QWidget* parent, const services::TextAttachment& text, std::function<void()> insert = {});

} // namespace ui
