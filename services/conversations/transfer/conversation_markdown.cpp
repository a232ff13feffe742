#include "services/conversations/transfer/conversation_markdown.h"

#include "services/conversations/transfer/front_matter.h"
#include "services/conversations/transfer/markdown_message.h"
#include "services/conversations/transfer/time_text.h"

namespace services {

QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder)
{
    const MarkdownWords words = MarkdownWords::ofProgram();
    QString text = QStringLiteral("# %1\n").arg(conversation.record.title.simplified());
    for (const Message& message : shownBranch(conversation))
        text += u'\n' + markdownHeading(message, words) + QStringLiteral("\n\n")
            + markdownBody(message, pictureFolder, words);
    return text.toUtf8();
}

QByteArray toMarkdownFile(const ExportedConversation& conversation, const QString& pictureFolder)
{
    const ConversationRecord& record = conversation.record;
    const MarkdownWords words = MarkdownWords::ofProgram();
    QList<std::pair<QString, QString>> values{{"format", conversationFormat},
        {"title", record.title.simplified()}, {"created", textOfTime(record.created)},
        {"changed", textOfTime(record.changed)}, {"question", words.question},
        {"answer", words.answer}, {"sources", words.sources}};
    if (!record.folder.isEmpty())
        values << std::pair("folder", record.folder);
    return frontMatterOf(values).toUtf8() + toMarkdown(conversation, pictureFolder);
}

} // namespace services
