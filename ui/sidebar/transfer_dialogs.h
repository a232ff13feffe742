#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace services {
class Conversation;
class ConversationList;
class ConversationStore;
class Transfer;
} // namespace services

namespace ui {

enum class Tone;

/// Hears what was done or could not be, in the window's thread.
using TellUser = std::function<void(const QString& sentence, Tone tone)>;

// What follows happens in the background; list and store must outlive the program's event loop.
// Without a store what is in memory is all there is.

/// Asks where to write a conversation, as Markdown, JSON or an archive, and writes it; what is not
/// here yet is read from the disk first.
void exportWithDialog(QWidget* parent, services::ConversationList& conversations,
    services::Conversation* conversation, TellUser tell);
/// The second half of that.
void exportTo(const QString& path, services::ConversationList& conversations,
    services::Conversation* conversation, TellUser tell);

/// Asks where to write an archive of all conversations.
void chooseArchive(QWidget* parent, std::function<void(const QString& path)> chosen);
/// Writes it; what comes back deletes itself at its end.
services::Transfer& exportAllTo(const QString& path, services::ConversationList& conversations,
    services::ConversationStore* store, TellUser tell);

/// Asks for archives and JSON, of this program or ChatGPT's.
void chooseImports(QWidget* parent, std::function<void(const QStringList& paths)> chosen);
/// Adds their conversations; what comes back deletes itself at its end.
services::Transfer& importFrom(
    const QStringList& paths, services::ConversationList& conversations, TellUser tell);

} // namespace ui
