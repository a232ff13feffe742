#include "ui/chat/message_copies.h"

#include "services/conversations/answer_parts.h"
#include "ui/chat/model_names.h"
#include "ui/markdown/markdown_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>

namespace ui {

using services::Author;
using services::Message;

QString shownTextOf(const Message& message)
{
    return message.author == Author::User ? message.text : services::partsOf(message).answer;
}

QString markdownOf(const Message& message)
{
    return message.author == Author::User ? message.text : shownTextOf(message).trimmed();
}

QString plainTextOf(const Message& message)
{
    if (message.author == Author::User)
        return message.text;
    return readableBlocks(markdownOf(message)).join(QStringLiteral("\n\n"));
}

QString lastCodeOf(const Message& message)
{
    if (message.author == Author::User)
        return {};
    const QStringList codes = codeBlocks(markdownOf(message));
    return codes.isEmpty() ? QString() : codes.last();
}

// For whoever mends the program, hence in English.
QString detailsOf(const Message& message)
{
    const services::AnswerStatistics& statistics = message.statistics;
    return QStringList{
        message.error,
        QStringLiteral("Program: %1 %2")
            .arg(QCoreApplication::applicationName(), QCoreApplication::applicationVersion()),
        QStringLiteral("Model: %1").arg(modelName(message.model)),
        QStringLiteral("Prompt: %1 tokens, %2 of them reused")
            .arg(statistics.promptTokens)
            .arg(statistics.cachedTokens),
        QStringLiteral("Answer: %1 tokens").arg(statistics.tokens),
        QStringLiteral("Time: %1").arg(QDateTime::currentDateTimeUtc().toString(Qt::ISODate)),
    }
        .join(u'\n');
}

} // namespace ui
