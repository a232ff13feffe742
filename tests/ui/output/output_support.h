#pragma once

#include "services/conversations/message.h"
#include "ui/output/message_html.h"

namespace tests {

inline services::Message question(const QString& text)
{
    services::Message message;
    message.author = services::Author::User;
    message.text = text;
    return message;
}

inline services::Message answer(const QString& text)
{
    services::Message message;
    message.author = services::Author::Assistant;
    message.text = text;
    return message;
}

} // namespace tests
