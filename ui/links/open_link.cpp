#include "ui/links/open_link.h"

#include "services/conversations/conversation.h"
#include "services/conversations/repeated_words.h"
#include "ui/links/link.h"
#include "ui/links/link_question.h"

#include <QDesktopServices>
#include <QUrl>

namespace ui {

QDialog* openLink(
    const QString& address, const services::Conversation* conversation, QWidget* parent)
{
    if (!isSafeLink(address))
        return nullptr;
    const QStringList words = conversation
        ? services::repeatedWords(address, conversation->allMessages())
        : QStringList();
    if (words.isEmpty() && address.size() <= longLink) {
        QDesktopServices::openUrl(QUrl(address));
        return nullptr;
    }
    auto* question = new LinkQuestion(address, words, parent);
    QObject::connect(question, &QDialog::accepted, question,
        [address] { QDesktopServices::openUrl(QUrl(address)); });
    question->open();
    return question;
}

void openFolder(const QString& path)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(path));
}

} // namespace ui
