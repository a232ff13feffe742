#include "ui/links/open_link.h"

#include "services/conversations/conversation.h"
#include "services/conversations/repeated_words.h"
#include "ui/links/link.h"
#include "ui/links/link_question.h"
#include "ui/links/open_failure.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace ui {

namespace {

constexpr QLatin1String documentSuffixes(" pdf epub txt text md markdown rst log csv tsv json xml "
                                         "html htm xhtml eml doc docx odt rtf ppt "
                                         "pptx odp xls xlsx ods png jpg jpeg webp bmp tif tiff ");

bool isDocument(const QFileInfo& file)
{
    return file.isFile() && !file.isExecutable()
        && documentSuffixes.contains(u' ' + file.suffix().toLower() + u' ');
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
        = conversation ? conversation->allMessages() : QList<services::Message>();
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
    if (QFileInfo::exists(path) && !isDocument(QFileInfo(path)))
        (new OpenFailure(url, OpenFailure::Reason::MayBeProgram, parent))->open();
    else
        open(url, parent);
}

void openFolder(const QString& path, QWidget* parent)
{
    open(QUrl::fromLocalFile(path), parent);
}

} // namespace ui
