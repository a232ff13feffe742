#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace services {
class Conversation;
class ConversationList;
} // namespace services

namespace ui {

/// Asks where to write a conversation, as Markdown or JSON, and writes it in the background; what
/// is not here yet is read from the disk first. `failed` hears a sentence, in the window's thread.
void exportWithDialog(QWidget* parent, services::ConversationList& conversations,
    services::Conversation* conversation, std::function<void(const QString&)> failed);

/// The second half of that.
void exportTo(const QString& path, services::ConversationList& conversations,
    services::Conversation* conversation, std::function<void(const QString&)> failed);

} // namespace ui
