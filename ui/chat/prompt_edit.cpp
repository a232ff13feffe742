#include "ui/chat/prompt_edit.h"

#include "services/text.h"
#include "ui/drops/attachments.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

qsizetype maxLineLength(QStringView text)
{
    qsizetype longest = 0;
    for (qsizetype begin = 0; begin <= text.size();) {
        const qsizetype end = text.indexOf(u'\n', begin);
        const qsizetype last = end < 0 ? text.size() : end;
        longest = std::max(longest, last - begin);
        begin = last + 1;
    }
    return longest;
}

} // namespace

PromptEdit::PromptEdit(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setAccessibleName(tr("Message"));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setAcceptDrops(false); // the window takes what is dropped, wherever it is dropped
    viewport()->setAutoFillBackground(false);
    connect(this, &QPlainTextEdit::textChanged, this, &PromptEdit::fitHeight);
    say();
    fitHeight();
}

void PromptEdit::setMaximumHeightToGrow(int pixels)
{
    m_maximumHeight = pixels;
    fitHeight();
}

void PromptEdit::setSendsByControlEnter(bool sends)
{
    m_sendsByControlEnter = sends;
    say();
}

void PromptEdit::setAsksAboutPictures(bool asks)
{
    m_asksAboutPictures = asks;
    say();
}

void PromptEdit::setLongText(qsizetype characters)
{
    m_longText = characters;
}

void PromptEdit::say()
{
    showPlaceholder();
    const QString keys = m_sendsByControlEnter
        ? tr("Press Ctrl+Enter to send, Enter for a new line.")
        : tr("Press Enter to send, Shift+Enter for a new line.");
    setAccessibleDescription(keys);
    setToolTip(services::plainToolTip(keys));
}

// The longest that there is room for.
void PromptEdit::showPlaceholder()
{
    const QString subject
        = m_asksAboutPictures ? tr("Ask anything, or add a picture…") : tr("Ask anything…");
    const QStringList texts{subject, tr("Ask")};
    const int room = viewport()->width() - int(2 * document()->documentMargin()) - 2;
    const auto fits = [this, room](const QString& text) {
        return fontMetrics().horizontalAdvance(text) <= room;
    };
    const auto found = std::ranges::find_if(texts, fits);
    const QString text = found == texts.end() ? texts.last() : *found;
    if (text != placeholderText())
        setPlaceholderText(text);
}

// The document of a plain text edit measures its height in lines.
void PromptEdit::fitHeight()
{
    const double lines = std::max(1.0, document()->size().height());
    const int wanted
        = int(std::ceil(lines * fontMetrics().lineSpacing() + 2 * document()->documentMargin()))
        + 2;
    const int height
        = std::min(wanted, std::max(m_maximumHeight, fontMetrics().lineSpacing() + 10));
    setVerticalScrollBarPolicy(wanted > height ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    if (height != minimumHeight() || height != maximumHeight())
        setFixedHeight(height);
}

void PromptEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
    showPlaceholder();
}

void PromptEdit::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitHeight();
        showPlaceholder();
    }
}

void PromptEdit::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool isUp = event->key() == Qt::Key_Up, isDown = event->key() == Qt::Key_Down;
    if (pressEnter(*event))
        return event->accept();
    if (event->key() == Qt::Key_Escape)
        return event->ignore(); // the window's
    if (isUp && modifiers == Qt::NoModifier && document()->isEmpty()) {
        emit upPressed();
        return event->accept();
    }
    if ((isUp || isDown) && modifiers == Qt::ControlModifier) {
        emit historyRequested(isUp ? -1 : 1);
        return event->accept();
    }
    if (event->key() == Qt::Key_V && modifiers == (Qt::ControlModifier | Qt::ShiftModifier)) {
        pastePlain();
        return event->accept();
    }
    if (event->key() == Qt::Key_Tab && modifiers == Qt::ControlModifier) {
        insertPlainText(QStringLiteral("\t")); // Tab alone continues to the next control
        return event->accept();
    }
    QPlainTextEdit::keyPressEvent(event);
}

// True if the key was an Enter that is dealt with here; those that break the line are not.
bool PromptEdit::pressEnter(const QKeyEvent& event)
{
    if (event.key() != Qt::Key_Return && event.key() != Qt::Key_Enter)
        return false;
    if (m_composing) // it belongs to the input method
        return true;
    if (event.modifiers() & Qt::ShiftModifier)
        return false;
    const bool isControl = event.modifiers() & Qt::ControlModifier;
    if (m_sendsByControlEnter && !isControl)
        return false;
    emit submitted();
    return true;
}

void PromptEdit::inputMethodEvent(QInputMethodEvent* event)
{
    m_composing = !event->preeditString().isEmpty();
    QPlainTextEdit::inputMethodEvent(event);
}

bool PromptEdit::canInsertFromMimeData(const QMimeData* source) const
{
    return holdsAttachments(source);
}

void PromptEdit::insertFromMimeData(const QMimeData* source)
{
    if (!holdsTextAlone(source)) {
        emit attachmentsPasted(source);
        return;
    }
    paste(source->text());
}

void PromptEdit::paste(const QString& text)
{
    if (text.size() > m_longText || maxLineLength(text) > longLineCharacters || !insert(text))
        emit longTextPasted(text);
}

// Pastes as text, however long, unless the editor cannot handle it.
void PromptEdit::pastePlain()
{
    const QMimeData* data = QApplication::clipboard()->mimeData();
    if (!data || !data->hasText())
        return;
    const QString text = data->text();
    if (!insert(text))
        emit longTextPasted(text);
}

bool PromptEdit::canInsert(const QString& text) const
{
    return text.size() + document()->characterCount() <= maxCharacters
        && maxLineLength(text) + textCursor().block().length() <= maxLineCharacters;
}

bool PromptEdit::insert(const QString& text)
{
    if (!canInsert(text))
        return false;
    insertPlainText(text);
    ensureCursorVisible();
    return true;
}

void PromptEdit::replaceAll(const QString& text)
{
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    cursor.endEditBlock();
    moveCursor(QTextCursor::End);
}

} // namespace ui
