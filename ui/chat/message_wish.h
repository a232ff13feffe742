#pragma once

#include <QMetaType>
#include <QString>

namespace ui {

/// What the user can ask for at a message.
enum class MessageWish {
    /// Writes another version: of a question in the prompt box, of an answer in its place.
    Edit,
    AnswerAgain,
    AnswerAlike, ///< writes another version in the same way, with the same seed
    AnswerSeveral, ///< writes several versions at once, side by side
    Continue,
    CopyMarkdown,
    CopyPlain,
    CopyDetails, ///< copies what a report about the error needs
    UseProcessor, ///< uses the processor in place of the graphics card and answers again
    Compare, ///< shows the versions side by side
    FindModel, ///< leads to a model that can be fetched and knows photographs
    AnswerBetter, ///< answers again, by MessagePlace::betterModel
    Fork, ///< begins a new conversation with all messages up to this one
    Remove,
};

/// Where a message is in its conversation.
struct MessagePlace {
    /// What the model reads of the messages above, if this is the first one after those that it
    /// does not read.
    enum class Above { IsRead, IsReadInPart, IsUnread };

    int version = 0; ///< which of the versions, counted from 0
    int versions = 1;
    bool isLast = false; ///< it is the last message of its branch
    Above above = Above::IsRead;
    bool isOnCard = false; ///< its model is computed on a graphics card
    bool isEdited = false; ///< it is being edited in the prompt box
    QString modelName = {}; ///< the model that answered; empty if it need not be named
    /// The name of a model that is here and knows what the built-in one does not; empty: there is none.
    QString betterModel = {};
};

} // namespace ui
