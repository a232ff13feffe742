#pragma once

#include <QMetaType>
#include <QString>

namespace ui {

/// What can be asked for at a message.
enum class MessageWish {
    Edit, ///< a question in the prompt box, an answer in place: another version of it
    AnswerAgain,
    AnswerSeveral, ///< more versions at once, side by side
    Continue,
    CopyMarkdown,
    CopyPlain,
    CopyDetails, ///< of what went wrong
    UseProcessor, ///< in place of a graphics card, and answer again
    Compare, ///< its versions, side by side
    FindModel, ///< another one, which knows more
    Fork, ///< a new conversation that begins with all up to here
    Remove,
};

/// Where a message stands in its conversation. A value.
struct MessagePlace {
    int version = 0; ///< of the versions, from 0
    int versions = 1;
    bool isLast = false; ///< of its branch
    bool isFirstRead = false; ///< the model does not read what is above
    bool isOnCard = false; ///< its model is computed on a graphics card
    QString modelName = {}; ///< to be told who answered; empty where it goes without saying
};

} // namespace ui
