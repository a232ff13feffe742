#include "ui/sidebar/transfer_dialogs.h"

#include "services/background.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/transfer/archive_export.h"
#include "services/conversations/transfer/conversation_import.h"
#include "services/conversations/transfer/transfer.h"
#include "services/storage/whole_file.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QCoreApplication>
#include <QDate>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QTimer>

#include <utility>

namespace ui {

namespace {

constexpr int momentMilliseconds = 400;

} // namespace

TransferBar::TransferBar(services::Transfer& transfer, QWidget* parent)
    : QWidget(parent)
    , m_label(new ElidedLabel(TextRole::Body, {}, this))
    , m_stop(new IconButton(QStringLiteral("stop"), tr("Stop"), IconButton::Look::Quiet, this))
{
    const auto show = [this, total = transfer.total()](int done) {
        setText(total > 0 ? tr("Exporting: %1 of %2").arg(done).arg(total)
                          : tr("Importing: %1").arg(done));
    };
    show(0);
    connect(&transfer, &services::Transfer::progressed, this, show);
    connect(&transfer, &QObject::destroyed, this, &QObject::deleteLater);
    connect(m_stop, &IconButton::clicked, &transfer, [this, &transfer] {
        m_stop->setEnabled(false);
        transfer.stop();
    });

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 4, 0);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_stop);
    hide();
    QTimer::singleShot(momentMilliseconds, this, &QWidget::show);
}

void TransferBar::setText(const QString& message)
{
    m_label->setText(message);
    m_label->setAccessibleName(message);
}

using services::Conversation;
using services::ConversationList;
using services::ConversationStore;
using services::Transfer;

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::transferDialogs)
};

// The desktop knows files with such names as ours.
const QString archiveEnding = QStringLiteral(".vignette.zip");

QString whereItWent(const QString& path, const QString& pictureFolder)
{
    const QString file = QDir::toNativeSeparators(path);
    return pictureFolder.isEmpty()
        ? Text::tr("Chat exported to “%1”.").arg(file)
        : Text::tr("Chat exported to “%1”, and its pictures to “%2” in the same folder.")
              .arg(file, pictureFolder);
}

void writeNow(const QString& path, Conversation* conversation, ShowResult show)
{
    services::runInBackground<QString>(
        conversation,
        [exported = services::exportedConversation(
             conversation->record(), conversation->tree().messages()),
            path] { return services::exportConversation(exported, path); },
        [show = std::move(show), path](const services::Outcome<QString>& pictureFolder) {
            if (pictureFolder.value)
                show(whereItWent(path, *pictureFolder.value), Tone::News);
            else
                show(pictureFolder.error, Tone::Failure);
        });
}

QString whatCame(int count, int twins)
{
    const QString came = Text::tr("Imported %Ln chats.", nullptr, count);
    return twins == 0 ? came
                      : came + u' '
            + Text::tr(
                "%Ln chats already existed; their copies end in “(imported)”.", nullptr, twins);
}

// "*.md" in "Markdown (*.md)" as "md".
QString endingIn(const QString& filter)
{
    const qsizetype dot = filter.lastIndexOf(QLatin1String("*."));
    return filter.mid(dot + 2).chopped(1);
}

QFileDialog* saveDialog(QWidget* parent, const QString& title, const QString& name)
{
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(name);
    dialog->setDefaultSuffix(QFileInfo(name).completeSuffix());
    return dialog;
}

} // namespace

void exportTo(const QString& path, ConversationList& conversations, Conversation* conversation,
    ShowResult show)
{
    if (conversation->isLoaded())
        return writeNow(path, conversation, std::move(show));
    QObject::connect(
        conversation, &Conversation::loaded, conversation,
        [path, conversation, show = std::move(show)] { writeNow(path, conversation, show); },
        Qt::SingleShotConnection);
    conversations.load(conversation);
}

void exportWithDialog(
    QWidget* parent, ConversationList& conversations, Conversation* conversation, ShowResult show)
{
    QFileDialog* dialog = saveDialog(parent, Text::tr("Export chat"),
        services::toFileName(conversation->title(), QStringLiteral("conversation"))
            + QStringLiteral(".md"));
    dialog->setNameFilters(
        {Text::tr("Markdown (*.md)"), Text::tr("JSON with all versions (*.vignette.json)"),
            Text::tr("Archive with all versions and pictures (*.zip)")});
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
        [dialog](const QString& filter) { dialog->setDefaultSuffix(endingIn(filter)); });
    QObject::connect(dialog, &QFileDialog::fileSelected, conversation,
        [&conversations, conversation, show = std::move(show)](
            const QString& path) { exportTo(path, conversations, conversation, show); });
    dialog->open();
}

Transfer& exportAllTo(
    const QString& path, ConversationList& conversations, ConversationStore* store, ShowResult show)
{
    using services::ArchiveExport;
    auto* job = new ArchiveExport(conversations, store, path, &conversations);
    QObject::connect(job, &ArchiveExport::finished, job, [job, show, path](int count) {
        show(
            Text::tr("Exported %Ln chats to “%1”.", nullptr, count).arg(QFileInfo(path).fileName()),
            Tone::News);
        job->deleteLater();
    });
    QObject::connect(
        job, &ArchiveExport::failed, job, [job, show = std::move(show)](const QString& message) {
            show(message, Tone::Failure);
            job->deleteLater();
        });
    return *job;
}

void chooseArchive(QWidget* parent, std::function<void(const QString&)> chosen)
{
    const QString name = Text::tr("Chats %1", "a file name with a date")
                             .arg(QDate::currentDate().toString(Qt::ISODate));
    QFileDialog* dialog = saveDialog(parent, Text::tr("Export all chats"), name + archiveEnding);
    dialog->setNameFilter(Text::tr("Archive (*.zip)"));
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

Transfer& importFrom(const QStringList& paths, ConversationList& conversations,
    std::function<void(Conversation*)> open, ShowResult show)
{
    using services::ConversationImport;
    auto* job = new ConversationImport(conversations, paths, &conversations);
    QObject::connect(job, &ConversationImport::finished, job,
        [job, open = std::move(open), show = std::move(show)](int count, const QString& failure) {
            if (count > 0 && job->first())
                open(job->first());
            if (count > 0 || failure.isEmpty())
                show(whatCame(count, job->twins()), Tone::News);
            if (!failure.isEmpty())
                show(failure, Tone::Failure);
            job->deleteLater();
        });
    return *job;
}

void chooseImports(QWidget* parent, std::function<void(const QStringList&)> chosen)
{
    auto* dialog = new QFileDialog(parent, Text::tr("Import chats"), {},
        Text::tr("Chats from Vignette or ChatGPT, Markdown (*.zip *.json *.md *.markdown)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, parent, std::move(chosen));
    dialog->open();
}

} // namespace ui
