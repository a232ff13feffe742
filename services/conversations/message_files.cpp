#include "services/conversations/message_files.h"

namespace services {

namespace {

// The place may come from a file of anyone's.
template <typename File>
void insertAt(QList<File>& files, int place, const File& file)
{
    files.insert(qBound(0, place, int(files.size())), file);
}

} // namespace

int placeOfAwaited(const Message& message, qsizetype awaited)
{
    const AwaitedFile& file = message.awaited[awaited];
    return file.pictures + file.texts + int(awaited);
}

void takeFile(Message& message, int place, const LoadedFile& file)
{
    qsizetype index = 0;
    while (index < message.awaited.size() && placeOfAwaited(message, index) != place)
        ++index;
    if (index == message.awaited.size())
        return;
    const AwaitedFile taken = message.awaited.takeAt(index);
    const auto* picture = std::get_if<Picture>(&file);
    if (picture)
        insertAt(message.pictures, taken.pictures, *picture);
    else
        insertAt(message.attachments, taken.texts, std::get<TextAttachment>(file));
    for (; index < message.awaited.size(); ++index)
        ++(picture ? message.awaited[index].pictures : message.awaited[index].texts);
}

} // namespace services
