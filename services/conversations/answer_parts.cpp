#include "services/conversations/answer_parts.h"

namespace services {

namespace {

void add(QString& text, const QString& more)
{
    if (!text.isEmpty() && !more.isEmpty() && !text.endsWith(u'\n'))
        text += QStringLiteral("\n\n");
    text += more;
}

} // namespace

Thinking partsOf(const Message& answer)
{
    if (answer.toolUses.isEmpty())
        return splitThinking(answer.text);
    Thinking whole;
    qsizetype begin = 0;
    QList<qsizetype> ends;
    for (const ToolUse& use : answer.toolUses)
        if (ends.isEmpty() || ends.last() != use.place)
            ends << use.place;
    ends << answer.text.size();
    for (const qsizetype end : ends) {
        const Thinking part = splitThinking(answer.text.mid(begin, end - begin));
        add(whole.thought, part.thought);
        add(whole.answer, part.answer);
        whole.isOpen = part.isOpen && end == answer.text.size() && end > begin;
        begin = end;
    }
    return whole;
}

} // namespace services
