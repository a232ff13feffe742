#include "services/conversations/decoded_contents.h"

#include "kernels/error.h"

#include <algorithm>

namespace services {

namespace {

QList<Picture> decoded(const QList<Picture>& files)
{
    QList<Picture> pictures;
    for (const Picture& each : files) {
        try {
            pictures << decodePicture(each.file, each.name);
            pictures.last().text = each.text;
        } catch (const kernels::Error&) { // left out
        }
    }
    return pictures;
}

} // namespace

ConversationContents decodedContents(ConversationContents contents)
{
    for (Message& message : contents.messages)
        message.pictures = decoded(message.pictures);
    contents.draft.pictures = decoded(contents.draft.pictures);
    return contents;
}

bool holdsPictures(const ConversationContents& contents)
{
    return !contents.draft.pictures.isEmpty()
        || std::ranges::any_of(
            contents.messages, [](const Message& message) { return !message.pictures.isEmpty(); });
}

} // namespace services
