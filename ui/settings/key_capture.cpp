#include "ui/settings/key_capture.h"

#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {

bool isModifier(int key)
{
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt
        || key == Qt::Key_Meta || key == Qt::Key_AltGr || key == 0 || key == Qt::Key_unknown;
}

bool isFunctionKey(int key)
{
    return key >= Qt::Key_F1 && key <= Qt::Key_F35;
}

// What fields of text use everywhere.
bool editsText(const QKeySequence& keys)
{
    for (const auto standard : {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste,
             QKeySequence::SelectAll, QKeySequence::Undo, QKeySequence::Redo})
        if (QKeySequence::keyBindings(standard).contains(keys))
            return true;
    return false;
}

} // namespace

QString problemOfKeys(QKeyCombination keys, const QString& text)
{
    const QString name = QKeySequence(keys).toString(QKeySequence::NativeText);
    const Qt::KeyboardModifiers modifiers = keys.keyboardModifiers();
    const bool isCommand = modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    if (!isCommand && !isFunctionKey(keys.key()))
        return KeyCapture::tr(
            "%1 is needed for writing. Hold Ctrl or Alt with it, or take a function key.")
            .arg(name);
    const bool isAltGr
        = modifiers.testFlag(Qt::ControlModifier) && modifiers.testFlag(Qt::AltModifier);
    if (isAltGr && !text.isEmpty() && text[0].isPrint())
        return KeyCapture::tr("%1 types “%2” on this keyboard.").arg(name, text);
    if (editsText(QKeySequence(keys)))
        return KeyCapture::tr("%1 edits text, here as everywhere.").arg(name);
    return {};
}

KeyCapture::KeyCapture(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_prompt(new TextLabel(TextRole::Body, {}, this))
    , m_problem(new TextLabel(TextRole::Error, {}, this))
{
    m_prompt->setText(
        KeyCapture::tr("Press the keys for “%1”, or Escape to leave everything as it is.")
            .arg(name));
    setAccessibleName(m_prompt->text());
    setFocusPolicy(Qt::StrongFocus);
    m_problem->hide();
    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.medium, distance.small, distance.medium, distance.small);
    layout->setSpacing(distance.tight);
    layout->addWidget(m_prompt);
    layout->addWidget(m_problem);
}

// All keys come here: none is a shortcut of the window's, and Tab does not go on.
bool KeyCapture::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        keyPressEvent(static_cast<QKeyEvent*>(event));
        return true;
    }
    return QWidget::event(event);
}

void KeyCapture::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    if (isModifier(event->key()))
        return; // more comes
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        return emit cancelled();
    const auto modifiers = event->modifiers()
        & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier | Qt::MetaModifier);
    const QKeyCombination keys(modifiers, Qt::Key(event->key()));
    const QString problem = problemOfKeys(keys, event->text());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty())
        emit captured(QKeySequence(keys));
}

void KeyCapture::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        emit cancelled();
}

void KeyCapture::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour.accent, 2));
    painter.setBrush(colour.code);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
}

} // namespace ui
