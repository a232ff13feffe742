#pragma once

#include "services/attachments/attachment_loader.h"
#include "services/conversations/message.h"
#include "services/settings/settings.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/widgets/undo_bar.h"

#include <QAbstractButton>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>

// What the tests of the prompt box have in common.
namespace tests {

// What a paste does, without a clipboard.
inline void paste(ui::PromptBox& box, const QMimeData& data)
{
    struct Opened : ui::PromptEdit {
        using PromptEdit::insertFromMimeData;
    };
    (box.edit()->*(&Opened::insertFromMimeData))(&data);
}

struct OwnServices {
    QTemporaryDir folder;
    services::Settings settings{folder.filePath("settings.ini")};
    services::AttachmentLoader loader;
};

// A box with settings and a loader of its own.
struct Box : OwnServices, ui::PromptBox {
    Box()
        : ui::PromptBox(OwnServices::settings, OwnServices::loader)
    {
    }
};

// What PromptBox::submitted, edited or draftFilesChanged said last.
inline services::Draft draftOf(const QSignalSpy& told)
{
    return told.last()[0].value<services::Draft>();
}

inline QAbstractButton* buttonNamed(const QWidget& within, const QString& beginning)
{
    for (QAbstractButton* button : within.findChildren<QAbstractButton*>())
        if (button->accessibleName().startsWith(beginning) || button->text() == beginning)
            return button;
    return nullptr;
}

inline QStringList notices(const ui::PromptBox& box)
{
    QStringList messages;
    for (const ui::Notice* notice : box.findChildren<ui::Notice*>())
        messages << notice->message();
    return messages;
}

} // namespace tests
