#include "ui/output/output_dialogs.h"

#include "services/conversations/conversation.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/pictured_message.h"
#include "services/conversations/transfer/transfer.h"
#include "services/storage/whole_file.h"
#include "services/system/paths.h"
#include "ui/output/html_page.h"
#include "ui/output/output_job.h"
#include "ui/output/paper.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QPrintDialog>
#include <QPrinter>

#include <memory>
#include <utility>

namespace ui {

using services::Conversation;

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::outputDialogs)
};

struct FileKind {
    const char* title;
    const char* filter;
    const char* suffix;
};

constexpr FileKind pdf{QT_TRANSLATE_NOOP("ui::outputDialogs", "Save as PDF"),
    QT_TRANSLATE_NOOP("ui::outputDialogs", "PDF (*.pdf)"), "pdf"};
constexpr FileKind html{QT_TRANSLATE_NOOP("ui::outputDialogs", "Share as HTML file"),
    QT_TRANSLATE_NOOP("ui::outputDialogs", "Web page (*.html)"), "html"};

OutputContents contentsOf(const OutputRequest& request)
{
    const services::ExportedConversation exported = services::exportedConversation(
        request.conversation->record(), request.conversation->tree().messages());
    if (request.message == services::noMessage)
        return {exported.record.title, shownBranch(exported), {}, request.marksFacts};
    const auto branch = request.conversation->tree().messagesUntil(request.message);
    const services::Message* question = services::findPictured(int(branch.size()) - 1,
        [&branch](int row) -> const services::Message& { return branch[row]; });
    return {exported.record.title, {request.conversation->messageById(request.message)},
        question ? question->pictures : QList<services::Picture>(), request.marksFacts};
}

// Starts the work once the conversation is in memory.
void start(const OutputRequest& request, OutputJob::Make make, const QString& done)
{
    const auto begin = [request, make = std::move(make), done] {
        auto* job = new OutputJob(contentsOf(request), make, request.parent);
        QObject::connect(job, &OutputJob::finished, job, [job, request, done] {
            request.show(done, Tone::News);
            job->deleteLater();
        });
        QObject::connect(job, &OutputJob::stopped, job, &QObject::deleteLater);
        QObject::connect(job, &OutputJob::failed, job, [job, request](const QString& message) {
            request.show(message, Tone::Failure);
            job->deleteLater();
        });
        request.follow(*job);
    };
    if (request.conversation->isLoaded())
        return begin();
    QObject::connect(request.conversation, &Conversation::loaded, request.parent, begin,
        Qt::SingleShotConnection);
    request.conversations.load(request.conversation);
}

void print(const OutputRequest& request)
{
    auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
    setUsualPaper(*printer);
    printer->setDocName(request.conversation->title());
    printer->setCreator(QStringLiteral("Vignette"));
    auto* dialog = new QPrintDialog(printer.get(), request.parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Text::tr("Print"));
    dialog->setOptions(QAbstractPrintDialog::PrintToFile | QAbstractPrintDialog::PrintShowPageSize);
    QObject::connect(dialog, &QDialog::accepted, request.conversation, [request, printer] {
        start(
            request,
            [printer](const OutputContents& contents, const OutputWork& work) {
                printOn(*printer, contents, work);
            },
            Text::tr("Sent to the printer."));
    });
    dialog->open();
}

void chooseFile(OutputKind kind, const OutputRequest& request)
{
    const FileKind& file = kind == OutputKind::Pdf ? pdf : html;
    auto* dialog = new QFileDialog(request.parent, Text::tr(file.title));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QLatin1String(file.suffix));
    dialog->setNameFilter(Text::tr(file.filter));
    dialog->selectFile(
        services::toFileName(request.conversation->title(), QStringLiteral("conversation")) + u'.'
        + QLatin1String(file.suffix));
    QObject::connect(dialog, &QFileDialog::fileSelected, request.conversation,
        [kind, request](const QString& path) { outputTo(path, kind, request); });
    dialog->open();
}

} // namespace

void outputWithDialog(OutputKind kind, const OutputRequest& request)
{
    kind == OutputKind::Print ? print(request) : chooseFile(kind, request);
}

void outputTo(const QString& path, OutputKind kind, const OutputRequest& request)
{
    start(
        request,
        [path, kind](const OutputContents& contents, const OutputWork& work) {
            services::writeExport(
                path, kind == OutputKind::Pdf ? toPdf(contents, work) : htmlPage(contents, work));
        },
        Text::tr("Saved as “%1”.").arg(QDir::toNativeSeparators(path)));
}

} // namespace ui
