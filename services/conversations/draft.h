#pragma once

#include "services/conversations/message.h"

namespace services {

/// What is in the prompt box and not yet sent. A value.
struct Draft {
    QString text = {};
    QList<Picture> pictures = {};
    QList<TextAttachment> attachments = {};
    QList<AwaitedFile> awaited = {}; ///< not yet read; of a message that is sent, not kept before

    bool isEmpty() const
    {
        return text.isEmpty() && pictures.isEmpty() && attachments.isEmpty() && awaited.isEmpty();
    }
};

/// Whether two drafts hold the same pictures and attachments. Pictures are told apart by their
/// pixels' identity, not by comparing them.
bool haveSameFiles(const Draft& left, const Draft& right);

} // namespace services
