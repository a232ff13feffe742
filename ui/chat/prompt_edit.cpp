#include "ui/chat/prompt_edit.h"

#include "ui/chat/attachments.h"

#include <QLocale>
#include <QMimeData>
#include <QScrollBar>
#include <QTextDocument>

#include <cmath>

namespace ui {

namespace {

qsizetype longestLine(QStringView text)
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
    setPlaceholderText(tr("Ask about a picture, or just ask"));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setAcceptDrops(false); // the window takes what is dropped, wherever it is dropped
    viewport()->setAutoFillBackground(false);
    connect(this, &QPlainTextEdit::textChanged, this, &PromptEdit::fitHeight);
    fitHeight();
}

void PromptEdit::setMaximumHeightToGrow(int pixels)
{
    m_maximumHeight = pixels;
    fitHeight();
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
}

void PromptEdit::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !(event->modifiers() & Qt::ShiftModifier)) {
        if (!m_composing)
            emit submitted();
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        event->ignore(); // the window's
        return;
    }
    if (event->key() == Qt::Key_Up && event->modifiers() == Qt::NoModifier
        && document()->isEmpty()) {
        emit upPressed();
        return event->accept();
    }
    QPlainTextEdit::keyPressEvent(event);
}

void PromptEdit::inputMethodEvent(QInputMethodEvent* event)
{
    m_composing = !event->preeditString().isEmpty();
    QPlainTextEdit::inputMethodEvent(event);
}

bool PromptEdit::canInsertFromMimeData(const QMimeData* source) const
{
    return holdsAttachments(source) || source->hasText();
}

void PromptEdit::insertFromMimeData(const QMimeData* source)
{
    if (holdsAttachments(source)) {
        emit attachmentsPasted(source);
        return;
    }
    const QString text = source->text();
    const QString sentence = whyNot(text);
    if (sentence.isEmpty())
        insertPlainText(text);
    else
        emit textRefused(sentence);
}

// Empty if the text may be inserted.
QString PromptEdit::whyNot(const QString& text) const
{
    const QLocale locale;
    if (text.size() + document()->characterCount() > maxCharacters) {
        return tr("The text was not pasted: it has %1 characters, and a message may have %2.")
            .arg(locale.toString(text.size()), locale.toString(maxCharacters));
    }
    const qsizetype line = longestLine(text);
    if (line > maxLineCharacters) {
        return tr("The text was not pasted: one of its lines has %1 characters, and a line may "
                  "have %2.")
            .arg(locale.toString(line), locale.toString(maxLineCharacters));
    }
    return {};
}

} // namespace ui
