#pragma once

#include "services/conversations/message.h"
#include "ui/widgets/undo_bar.h"

#include <QString>

#include <functional>

class QWidget;

namespace services {
class Conversation;
class ConversationList;
class Transfer;
} // namespace services

namespace ui {

/// The forms in which a conversation leaves the program to be read.
enum class OutputKind { Print, Pdf, Html };

/// What is printed or saved, and the functions that report progress and result. The list and the parent
/// must outlive the work.
struct OutputRequest {
    QWidget* parent; ///< of dialogs
    services::ConversationList& conversations;
    services::Conversation* conversation;
    services::MessageId message = services::noMessage; ///< this one alone; none: all that is shown
    /// Called with the work, which deletes itself at its end, to show its progress.
    std::function<void(services::Transfer&)> follow;
    /// Called with a message about the result.
    std::function<void(const QString& message, Tone tone)> show;
    bool marksFacts = true; ///< see OutputContents
};

/// Asks for a printer or for a file, and makes the output in the background. What of the conversation
/// is not in memory is read from the disk first.
void outputWithDialog(OutputKind kind, const OutputRequest& request);

/// Writes a PDF or a page of HTML to `path` without asking. A file that is there stays as it is if
/// this fails or is stopped.
void outputTo(const QString& path, OutputKind kind, const OutputRequest& request);

} // namespace ui
