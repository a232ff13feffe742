#include "ui/links/open_link.h"

#include "services/conversations/conversation.h"
#include "services/conversations/repeated_words.h"
#include "services/documents/document_formats.h"
#include "ui/links/link.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <string>
#include <string_view>

namespace ui {

namespace {

constexpr int questionWidth = 520; // pixels
constexpr int failureWidth = 480; // pixels
constexpr int shownLines = 5; // of the address; the rest is scrolled to
constexpr qsizetype namedWords = 5;
constexpr int maxWordLength = 40; // characters of a word

QString named(const QStringList& words)
{
    QStringList quoted;
    for (const QString& word : words.mid(0, namedWords))
        quoted << QStringLiteral("“%1”").arg(
            word.size() > maxWordLength ? word.left(maxWordLength) + u'…' : word);
    if (words.size() > namedWords)
        quoted << QStringLiteral("…");
    return quoted.join(QStringLiteral(", "));
}

} // namespace

LinkQuestion::LinkQuestion(const QString& address, const QStringList& words, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Open this link?"));
    setAttribute(Qt::WA_DeleteOnClose);
    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
    layout->setSpacing(metric.medium);
    const QString host = shownHost(address);
    const QString location = host.isEmpty() ? QUrl(address).path() : host;
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Open %1?").arg(location)));
    auto* reason = new TextLabel(TextRole::Body, reasonFor(address, words));
    layout->addWidget(reason);
    layout->addWidget(makeAddress(address));
    layout->addWidget(makeButtons(address));
    setAccessibleDescription(reason->text());
    resize(questionWidth, sizeHint().height());
    m_leave->setFocus();
}

QString LinkQuestion::reasonFor(const QString& address, const QStringList& words)
{
    QStringList messages;
    if (!words.isEmpty())
        messages << tr("This link contains text from your chat (%1). Opening it would share that "
                       "text with the site.")
                        .arg(named(words));
    if (address.size() > longLink)
        messages << tr("This link has %1 characters and may contain hidden data.")
                        .arg(QLocale().toString(address.size()));
    return messages.join(u'\n');
}

QWidget* LinkQuestion::makeAddress(const QString& address)
{
    auto* edit = new QPlainTextEdit;
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    edit->setWordWrapMode(QTextOption::WrapAnywhere);
    edit->setFont(codeFont(this));
    edit->setAccessibleName(tr("Full URL"));
    edit->setPlainText(QUrl(address).toString(QUrl::FullyEncoded));
    edit->setFixedHeight(shownLines * edit->fontMetrics().lineSpacing() + 2 * metrics(this).medium);
    return edit;
}

QDialogButtonBox* LinkQuestion::makeButtons(const QString& address)
{
    auto* buttons = new QDialogButtonBox;
    auto* copy = buttons->addButton(tr("Copy link"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this,
        [address] { QApplication::clipboard()->setText(address); });
    auto* open = buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole);
    m_leave = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    for (QPushButton* button : {copy, open})
        button->setAutoDefault(false);
    m_leave->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

OpenFailure::OpenFailure(const QUrl& url, Reason reason, QWidget* parent)
    : QDialog(parent)
{
    const bool isLocal = url.isLocalFile();
    const bool isFolder = isLocal && !QFileInfo(url.toLocalFile()).isFile();
    const QString address
        = isLocal ? QDir::toNativeSeparators(url.toLocalFile()) : url.toString(QUrl::FullyEncoded);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(isFolder ? tr("The folder couldn't be opened")
            : isLocal       ? tr("The file couldn't be opened")
                            : tr("The link couldn't be opened"));
    const QString message = reason == Reason::Missing
        ? tr("The folder doesn't exist yet: nothing has been written to it.")
        : reason == Reason::MayBeProgram
        ? tr("For your safety, only documents can be opened from here. This file may be a program.")
        : isFolder ? tr("No file manager is installed.")
        : isLocal  ? tr("No program for opening such files is installed.")
                   : tr("No program for opening such links is installed.");

    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
    layout->setSpacing(metric.medium);
    layout->addWidget(new TextLabel(TextRole::Heading, windowTitle()));
    layout->addWidget(new TextLabel(TextRole::Body, message));
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
    setAccessibleDescription(message);
    resize(failureWidth, sizeHint().height());
    close->setFocus();
}

namespace {

// Documents with macros and source code may be programs.
bool isSafeDocument(const QFileInfo& file)
{
    constexpr std::string_view unread = "doc xls ppt rtf"; // only other programs open them
    const std::string suffix = file.suffix().toLower().toStdString();
    bool isSafe = false;
    const auto compare = [&](std::string_view each) { isSafe |= each == suffix; };
    services::forEachItem(unread, compare);
    for (const services::DocumentFormat& format : services::documentFormats())
        services::forEachItem(format.suffixes, compare);
    return isSafe && file.isFile() && !file.isExecutable();
}

void open(const QUrl& url, QWidget* parent)
{
    const bool isMissing = url.isLocalFile() && !QFileInfo::exists(url.toLocalFile());
    if (!isMissing && QDesktopServices::openUrl(url))
        return;
    const auto reason = isMissing ? OpenFailure::Reason::Missing : OpenFailure::Reason::NoProgram;
    (new OpenFailure(url, reason, parent))->open();
}

} // namespace

QDialog* openLink(const QString& link, const services::Conversation* conversation,
    const QString& systemPrompt, QWidget* parent)
{
    if (!isSafeLink(link))
        return nullptr;
    const QString address = addressToOpen(link);
    const QList<services::Message> messages
        = conversation ? conversation->tree().messages() : QList<services::Message>();
    const QStringList words = services::repeatedWords(address, messages, systemPrompt);
    if (words.isEmpty() && address.size() <= longLink) {
        open(QUrl(address), parent);
        return nullptr;
    }
    auto* question = new LinkQuestion(address, words, parent);
    QObject::connect(
        question, &QDialog::accepted, parent, [address, parent] { open(QUrl(address), parent); });
    question->open();
    return question;
}

void openFile(const QString& path, QWidget* parent)
{
    const QUrl url = QUrl::fromLocalFile(path);
    if (QFileInfo::exists(path) && !isSafeDocument(QFileInfo(path)))
        (new OpenFailure(url, OpenFailure::Reason::MayBeProgram, parent))->open();
    else
        open(url, parent);
}

void openFolder(const QString& path, QWidget* parent)
{
    open(QUrl::fromLocalFile(path), parent);
}

} // namespace ui
