#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace services {
class Conversation;
class ConversationList;
class ConversationStore;
} // namespace services

namespace ui {

/// Hears a sentence about what was done or could not be, in the window's thread.
using TellUser = std::function<void(const QString& sentence)>;

// What follows happens in the background; list and store must outlive the program's event loop.
// Without a store what is in memory is all there is.

/// Asks where to write a conversation, as Markdown, JSON or an archive, and writes it; what is not
/// here yet is read from the disk first.
void exportWithDialog(QWidget* parent, services::ConversationList& conversations,
    services::Conversation* conversation, TellUser failed);
/// The second half of that.
void exportTo(const QString& path, services::ConversationList& conversations,
    services::Conversation* conversation, TellUser failed);

/// The same for all conversations, as an archive.
void exportAllWithDialog(QWidget* parent, services::ConversationList& conversations,
    services::ConversationStore* store, TellUser tell);
void exportAllTo(const QString& path, services::ConversationList& conversations,
    services::ConversationStore* store, TellUser tell);

/// Asks for archives and JSON, of this program or ChatGPT's, and adds their conversations.
void importWithDialog(QWidget* parent, services::ConversationList& conversations, TellUser tell);
void importFrom(const QStringList& paths, services::ConversationList& conversations, TellUser tell);

} // namespace ui
