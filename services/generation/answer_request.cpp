#include "services/generation/answer_request.h"

namespace services {

void leaveOutPictures(QList<RequestMessage>& messages)
{
    for (qsizetype i = messages.size() - 2; i >= 0; --i) {
        if (messages[i].pictures.isEmpty())
            continue;
        messages[i].pictures.clear();
        const bool wasAnswered = messages[i + 1].role != messages[i].role;
        if (!wasAnswered)
            messages.removeAt(i);
    }
}

} // namespace services
