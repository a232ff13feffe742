#include "ui/links/link_question.h"

#include "ui/links/link.h"
#include "ui/links/open_link.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int dialogWidth = 520; // pixels
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
    const QString place = host.isEmpty() ? QUrl(address).path() : host;
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Open %1?").arg(place)));
    auto* reason = new TextLabel(TextRole::Body, reasonFor(address, words));
    layout->addWidget(reason);
    layout->addWidget(makeAddress(address));
    layout->addWidget(makeButtons(address));
    setAccessibleDescription(reason->text());
    resize(dialogWidth, sizeHint().height());
    m_leave->setFocus();
}

QString LinkQuestion::reasonFor(const QString& address, const QStringList& words)
{
    QStringList sentences;
    if (!words.isEmpty())
        sentences << tr("This link contains text from your chat (%1). Opening it would share that "
                        "text with the site.")
                         .arg(named(words));
    if (address.size() > longLink)
        sentences << tr("This link has %1 characters and may contain hidden data.")
                         .arg(QLocale().toString(address.size()));
    return sentences.join(u'\n');
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

} // namespace ui
