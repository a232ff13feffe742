#pragma once

#include "services/conversations/message.h"

namespace services {

/// The content of the prompt box that has not been sent.
struct Draft {
    QString text = {};
    QList<Picture> pictures = {};
    QList<TextAttachment> attachments = {};
    /// Files that have not been read. They are stored only after the message is sent.
    QList<AwaitedFile> awaited = {};

    bool isEmpty() const
    {
        return text.isEmpty() && pictures.isEmpty() && attachments.isEmpty() && awaited.isEmpty();
    }
};

/// True if two drafts have the same pictures and attachments. Compares the identity of the pixels
/// of pictures and not their content.
bool haveSameFiles(const Draft& left, const Draft& right);

} // namespace services
