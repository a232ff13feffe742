#include "ui/links/open_failure.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int dialogWidth = 480; // pixels

} // namespace

OpenFailure::OpenFailure(const QUrl& url, Reason reason, QWidget* parent)
    : QDialog(parent)
{
    const bool isLocal = url.isLocalFile();
    const bool isFolder = isLocal && !QFileInfo(url.toLocalFile()).isFile();
    const QString address
        = isLocal ? QDir::toNativeSeparators(url.toLocalFile()) : url.toString(QUrl::FullyEncoded);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(isFolder ? tr("The folder was not opened")
            : isLocal       ? tr("The file was not opened")
                            : tr("The link was not opened"));
    const QString sentence = reason == Reason::Missing
        ? tr("The folder is not there: nothing has been written to it yet.")
        : reason == Reason::MayBeProgram
        ? tr("Only documents are opened from here: this file may be a program.")
        : isFolder ? tr("This desktop names no program that shows folders.")
        : isLocal  ? tr("This desktop names no program that opens such files.")
                   : tr("This desktop names no program that opens such links.");

    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
    layout->setSpacing(metric.medium);
    layout->addWidget(new TextLabel(TextRole::Heading, windowTitle()));
    layout->addWidget(new TextLabel(TextRole::Body, sentence));
    auto* shown = new TextLabel(TextRole::Muted, address);
    shown->makeSelectable();
    layout->addWidget(shown);

    auto* buttons = new QDialogButtonBox;
    auto* copy = buttons->addButton(tr("Copy address"), QDialogButtonBox::ActionRole);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this,
        [address] { QApplication::clipboard()->setText(address); });
    auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    close->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    setAccessibleDescription(sentence);
    resize(dialogWidth, sizeHint().height());
    close->setFocus();
}

} // namespace ui
