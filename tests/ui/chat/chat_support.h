#pragma once

#include "services/conversations/conversation.h"
#include "tests/ui/keep_picture.h"
#include "ui/chat/chat_view.h"

#include <QAbstractButton>
#include <QTest>

// What the tests of the messages have in common.
namespace tests {

// Adds turns, each a question and an answer, as if they were read from the disk.
inline void fill(services::Conversation& conversation, int turns)
{
    for (int turn = 0; turn < turns; ++turn) {
        conversation.appendUserMessage({QString("Question %1\nwith a second line").arg(turn)});
        services::OpenReply answer = conversation.appendReply();
        answer.append(QString("Answer **%1** to it.").arg(turn));
        answer.finish();
    }
}

// The button within that a screen reader calls this; null if there is none to be seen.
inline QAbstractButton* button(const QWidget* within, const QString& name)
{
    for (QAbstractButton* each : within->findChildren<QAbstractButton*>())
        if ((each->accessibleName() == name || each->text() == name) && !each->isHidden())
            return each;
    return nullptr;
}

} // namespace tests
