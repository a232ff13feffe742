#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QWidget;

namespace services {
class Conversation;
class ConversationList;
class ConversationStore;
class Transfer;
} // namespace services

namespace ui {

class ElidedLabel;
class IconButton;

/// Shows the progress of an import or export, with a button that stops it. Appears only if that
/// takes longer than a moment, and disappears when it ends.
class TransferBar : public QWidget {
    Q_OBJECT

public:
    TransferBar(services::Transfer& transfer, QWidget* parent);

private:
    void setText(const QString& message);

    ElidedLabel* m_label;
    IconButton* m_stop;
};

enum class Tone;

/// Called in the window's thread with a message about the result.
using ShowResult = std::function<void(const QString& message, Tone tone)>;

// The following work is done in the background; list and store must outlive the program's event
// loop. With a null store, only conversations in memory exist.

/// Asks where to write a conversation, as Markdown, JSON or an archive, writes it and says where it
/// went. What is not in memory is read from the disk first.
void exportWithDialog(QWidget* parent, services::ConversationList& conversations,
    services::Conversation* conversation, ShowResult show);
/// Writes the conversation to `path` without asking.
void exportTo(const QString& path, services::ConversationList& conversations,
    services::Conversation* conversation, ShowResult show);

/// Asks where to write an archive of all conversations.
void chooseArchive(QWidget* parent, std::function<void(const QString& path)> chosen);
/// Writes that archive. The transfer deletes itself at its end.
services::Transfer& exportAllTo(const QString& path, services::ConversationList& conversations,
    services::ConversationStore* store, ShowResult show);

/// Asks for archives and JSON files of this program or of ChatGPT, or for Markdown.
void chooseImports(QWidget* parent, std::function<void(const QStringList& paths)> chosen);
/// Adds the conversations of these files, and at the end calls `open` with the first one that was
/// added. The transfer deletes itself at its end.
services::Transfer& importFrom(const QStringList& paths, services::ConversationList& conversations,
    std::function<void(services::Conversation*)> open, ShowResult show);

} // namespace ui
