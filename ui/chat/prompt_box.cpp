#include "ui/chat/prompt_box.h"

#include "ui/chat/attachment_strip.h"
#include "ui/chat/prompt_edit.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/notice.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QMimeData>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int maxNotices = 4; // more would push the box out of the window

} // namespace

PromptBox::PromptBox(QWidget* parent)
    : QWidget(parent)
    , m_notices(new QVBoxLayout)
    , m_strip(new AttachmentStrip(this))
    , m_edit(new PromptEdit(this))
    , m_button(new IconButton(QStringLiteral("send"), tr("Send"), IconButton::Look::Filled, this))
    , m_frame(new QWidget(this))
    , m_editBar(new QWidget(this))
{
    makeEditBar();
    auto* attach = new IconButton(
        QStringLiteral("attach"), tr("Attach pictures (Ctrl+O)"), IconButton::Look::Quiet, this);
    auto* line = new QHBoxLayout;
    line->addWidget(attach, 0, Qt::AlignBottom);
    line->addWidget(m_edit, 1, Qt::AlignVCenter);
    line->addWidget(m_button, 0, Qt::AlignBottom);

    auto* inside = new QVBoxLayout(m_frame);
    inside->setContentsMargins(8, 8, 8, 8);
    inside->addWidget(m_editBar);
    inside->addWidget(m_strip);
    inside->addLayout(line);

    auto* outside = new QVBoxLayout(this);
    outside->setContentsMargins(0, 0, 0, 0);
    outside->setSpacing(8);
    m_notices->setSpacing(6);
    outside->addLayout(m_notices);
    outside->addWidget(m_frame);

    setFocusProxy(m_edit);
    connect(attach, &IconButton::clicked, this, &PromptBox::chooseFiles);
    connect(m_button, &IconButton::clicked, this, &PromptBox::onButton);
    connect(m_edit, &PromptEdit::submitted, this, &PromptBox::submit);
    connect(m_edit, &PromptEdit::textChanged, this, &PromptBox::onTextChanged);
    connect(m_edit, &PromptEdit::upPressed, this, [this] {
        if (!isEditing())
            emit editLastRequested();
    });
    connect(m_edit, &PromptEdit::attachmentsPasted, this, &PromptBox::attachFrom);
    connect(m_edit, &PromptEdit::textRefused, this, &PromptBox::showNotice);
    connect(m_strip, &AttachmentStrip::changed, this, &PromptBox::onAttachmentsChanged);
    connect(m_strip, &AttachmentStrip::failed, this, [this](const QString& sentence) {
        m_submitWhenLoaded = false;
        showNotice(sentence);
    });
    updateButton();
}

void PromptBox::makeEditBar()
{
    auto* label = new ElidedLabel(tr("Editing an earlier message"), m_editBar);
    label->setForegroundRole(QPalette::PlaceholderText);
    auto* cancel = new IconButton(
        QStringLiteral("close"), tr("Cancel editing (Esc)"), IconButton::Look::Quiet, m_editBar);
    cancel->setFixedSize(28, 28);
    connect(cancel, &IconButton::clicked, this, &PromptBox::cancelEdit);
    auto* layout = new QHBoxLayout(m_editBar);
    layout->setContentsMargins(10, 0, 4, 0);
    layout->addWidget(label, 1);
    layout->addWidget(cancel);
    m_editBar->hide();
}

void PromptBox::setText(const QString& text)
{
    m_isSettingText = true;
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
    m_isSettingText = false;
}

void PromptBox::onTextChanged()
{
    updateButton();
    if (!m_isSettingText && !isEditing())
        emit draftChanged(m_edit->toPlainText());
}

void PromptBox::showDraft(const QObject* draft, const QString& text)
{
    cancelEdit();
    m_submitWhenLoaded = false;
    m_draft = draft;
    setText(text);
    m_strip->showDraft(draft);
}

void PromptBox::beginEdit(const QString& text, const QList<services::Picture>& pictures)
{
    cancelEdit();
    m_submitWhenLoaded = false;
    m_textBefore = m_edit->toPlainText();
    m_editBar->show();
    setText(text);
    m_strip->showDraft(m_editBar);
    for (const services::Picture& picture : pictures)
        m_strip->addPicture(picture);
    updateButton();
    m_edit->setFocus();
}

void PromptBox::cancelEdit()
{
    if (!isEditing())
        return;
    m_submitWhenLoaded = false;
    m_strip->clear();
    m_strip->showDraft(m_draft);
    setText(m_textBefore);
    m_editBar->hide();
    updateButton();
}

void PromptBox::setWriting(bool writing)
{
    m_writing = writing;
    updateButton();
}

void PromptBox::updateButton()
{
    const bool stops = m_writing && !isEditing();
    if (stops)
        m_button->setMeaning(QStringLiteral("stop"), tr("Stop (Esc)"));
    else
        m_button->setMeaning(QStringLiteral("send"), tr("Send (Enter)"));
    m_button->setEnabled(stops || !m_strip->isEmpty() || !text().isEmpty());
}

void PromptBox::onButton()
{
    if (m_writing && !isEditing())
        emit stopRequested();
    else
        submit();
}

void PromptBox::submit()
{
    if ((m_writing && !isEditing()) || (text().isEmpty() && m_strip->isEmpty()))
        return;
    m_submitWhenLoaded = m_strip->isLoading();
    if (m_submitWhenLoaded)
        return;
    const QString prompt = text();
    const QList<services::Picture> pictures = m_strip->pictures();
    if (isEditing()) {
        cancelEdit();
        emit edited(prompt, pictures);
        return;
    }
    m_edit->clear();
    m_strip->clear();
    emit submitted(prompt, pictures);
}

void PromptBox::onAttachmentsChanged()
{
    updateButton();
    if (m_submitWhenLoaded && !m_strip->isLoading())
        submit();
}

void PromptBox::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Attach pictures"), {},
        tr("Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        for (const QString& path : paths)
            attachFile(path);
    });
    dialog->open();
}

void PromptBox::attachFile(const QString& path)
{
    m_strip->addFile(path);
}

void PromptBox::attachFrom(const QMimeData* data)
{
    m_strip->addFrom(data);
}

void PromptBox::setMaximumTextHeight(int pixels)
{
    m_edit->setMaximumHeightToGrow(pixels);
}

QString PromptBox::text() const
{
    return m_edit->toPlainText().trimmed();
}

void PromptBox::showNotice(const QString& sentence)
{
    if (m_notices->count() == maxNotices) {
        QWidget* oldest = m_notices->takeAt(0)->widget();
        oldest->hide();
        oldest->deleteLater();
    }
    auto* notice = new Notice(sentence, this);
    connect(notice, &Notice::dismissed, notice, &QObject::deleteLater);
    m_notices->addWidget(notice);
    notice->show();
}

void PromptBox::mousePressEvent(QMouseEvent*)
{
    m_edit->setFocus();
}

void PromptBox::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour.control, 1));
    painter.setBrush(colour.raised);
    painter.drawRoundedRect(QRectF(m_frame->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 18, 18);
}

} // namespace ui
