#include "ui/sidebar/export_dialog.h"

#include "services/background.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/export_conversation.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>

#include <utility>

namespace ui {

using services::Conversation;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::exportWithDialog", text);
}

// A title as the name of a file.
QString fileNameFor(const QString& title)
{
    QString name = title.left(60);
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != u'-' && letter != u'_')
            letter = u' ';
    name = name.simplified();
    return name.isEmpty() ? QStringLiteral("conversation") : name;
}

void writeNow(
    const QString& path, Conversation* conversation, std::function<void(const QString&)> failed)
{
    services::ExportedConversation exported{conversation->record(), conversation->allMessages()};
    services::runInBackground<bool>(
        conversation,
        [exported = std::move(exported), path] {
            services::exportConversation(exported, path);
            return true;
        },
        [failed = std::move(failed)](const services::Outcome<bool>& outcome) {
            if (!outcome.value)
                failed(outcome.error);
        });
}

} // namespace

void exportTo(const QString& path, services::ConversationList& conversations,
    Conversation* conversation, std::function<void(const QString&)> failed)
{
    if (conversation->isLoaded())
        return writeNow(path, conversation, std::move(failed));
    QObject::connect(
        conversation, &Conversation::loaded, conversation,
        [path, conversation, failed = std::move(failed)] { writeNow(path, conversation, failed); },
        Qt::SingleShotConnection);
    conversations.load(conversation);
}

void exportWithDialog(QWidget* parent, services::ConversationList& conversations,
    Conversation* conversation, std::function<void(const QString&)> failed)
{
    auto* dialog = new QFileDialog(parent, tr("Export conversation"), {},
        tr("Markdown (*.md)") + QStringLiteral(";;") + tr("JSON, with all versions (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    dialog->selectFile(fileNameFor(conversation->title()) + QStringLiteral(".md"));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains(QLatin1String("*.json")) ? QStringLiteral("json")
                                                                          : QStringLiteral("md"));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, conversation,
        [&conversations, conversation, failed = std::move(failed)](
            const QString& path) { exportTo(path, conversations, conversation, failed); });
    dialog->open();
}

} // namespace ui
