#include "ui/chat/text_attachment_view.h"

#include "services/plain_tool_tip.h"
#include "ui/chat/attachment_text_tile.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QLocale>
#include <QPlainTextEdit>
#include <QToolButton>

namespace ui {

namespace {

constexpr int chipHeight = 32; // pixels, as below
constexpr int bodyHeight = 240;
constexpr int gap = 4;
constexpr int nameCharacters = 40;

QString shortened(const QString& name)
{
    return name.size() <= nameCharacters ? name : name.left(nameCharacters - 1) + u'…';
}

} // namespace

TextAttachmentView::TextAttachmentView(const services::TextAttachment& attachment, QWidget* parent)
    : QWidget(parent)
    , m_attachment(attachment)
    , m_chip(new QToolButton(this))
{
    const QString name = attachment.name.isEmpty() ? tr("Text") : attachment.name;
    const bool isDocument = attachment.document != nullptr;
    m_chip->setText(tr("%1 · %2", "name of an attached text, its length")
                        .arg(shortened(name), lengthText(attachment)));
    m_chip->setAccessibleName(m_chip->text());
    m_chip->setToolTip(
        services::plainToolTip(isDocument ? tr("Open the document") : tr("Show or hide the text")));
    m_chip->setAccessibleDescription(m_chip->toolTip());
    m_chip->setCheckable(!isDocument);
    m_chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_chip->setFixedHeight(chipHeight);
    connect(m_chip, &QToolButton::toggled, this, &TextAttachmentView::setUnfolded);
    if (isDocument)
        connect(m_chip, &QToolButton::clicked, this, &TextAttachmentView::documentOpened);
    applyColours();
}

TextAttachmentView::TextAttachmentView(const services::AwaitedFile& file, QWidget* parent)
    : QWidget(parent)
    , m_chip(new QToolButton(this))
{
    m_chip->setText(tr("%1 · not read yet", "name of a file").arg(shortened(file.name)));
    m_chip->setAccessibleName(m_chip->text());
    m_chip->setFocusPolicy(Qt::NoFocus);
    m_chip->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_chip->setFixedHeight(chipHeight);
    applyColours();
}

bool TextAttachmentView::isUnfolded() const
{
    return m_body && !m_body->isHidden();
}

void TextAttachmentView::setUnfolded(bool unfolded)
{
    if (unfolded == isUnfolded())
        return;
    if (unfolded && !m_body)
        makeBody();
    m_body->setVisible(unfolded);
    m_chip->setChecked(unfolded);
    updateGeometry();
    emit heightChanged();
}

// A line of megabytes would keep the editor busy for minutes, so only the beginning goes into it.
void TextAttachmentView::makeBody()
{
    m_body = new QPlainTextEdit(this);
    m_body->setReadOnly(true);
    m_body->setAccessibleName(m_attachment.name);
    m_body->setTabChangesFocus(true);
    m_body->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    QString text = m_attachment.text.left(shownCharacters);
    if (text.size() < m_attachment.text.size())
        text += u'\n' + tr("The rest is not shown here; the model reads all of it.");
    m_body->setPlainText(text);
    applyColours();
}

QSize TextAttachmentView::sizeHint() const
{
    const int height = chipHeight + (isUnfolded() ? gap + bodyHeight : 0);
    return {m_chip->sizeHint().width(), height};
}

void TextAttachmentView::resizeEvent(QResizeEvent*)
{
    const int chipWidth = std::min(width(), m_chip->sizeHint().width());
    const int left = layoutDirection() == Qt::RightToLeft ? width() - chipWidth : 0;
    m_chip->setGeometry(left, 0, chipWidth, chipHeight);
    if (m_body)
        m_body->setGeometry(0, chipHeight + gap, width(), bodyHeight);
}

void TextAttachmentView::applyColours()
{
    m_chip->setIcon(icon(QStringLiteral("document"), colours(palette()).mutedText));
}

void TextAttachmentView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

} // namespace ui
