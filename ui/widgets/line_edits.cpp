#include "ui/widgets/line_edits.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <exception>

namespace ui {

SearchField::SearchField(const QString& name, QWidget* parent)
    : QLineEdit(parent)
    , m_mark(addAction(QIcon(), LeadingPosition))
    , m_clear(addAction(QIcon(), TrailingPosition))
{
    setAccessibleName(name);
    setPlaceholderText(name);
    m_mark->setText(name);
    m_clear->setText(tr("Clear"));
    m_clear->setVisible(false);
    connect(m_clear, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, m_clear,
        [this](const QString& text) { m_clear->setVisible(!text.isEmpty()); });
    for (QToolButton* button : findChildren<QToolButton*>()) {
        button->setAccessibleName(button->defaultAction()->text());
        button->setCursor(Qt::ArrowCursor);
    }
    applyColors();
}

// The window may have a command on Escape, which is not to act while there is something to clear.
bool SearchField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && !text().isEmpty()
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down) {
        emit downPressed();
        return event->accept();
    }
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        emit escaped();
        return event->accept();
    }
    QLineEdit::keyPressEvent(event);
}

void SearchField::applyColors()
{
    const QColor ink = colors(palette()).mutedText;
    m_mark->setIcon(icon(QStringLiteral("search"), ink));
    m_clear->setIcon(icon(QStringLiteral("close"), ink));
}

void SearchField::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        applyColors();
}

SecretEdit::SecretEdit(const Names& names, QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit)
    , m_keep(new QPushButton(tr("Save")))
    , m_forget(new QPushButton(tr("Remove")))
    , m_message(new TextLabel(TextRole::Small))
{
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics(this).small);
    line->addWidget(m_text, 1);
    line->addWidget(m_keep);
    line->addWidget(m_forget);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addLayout(line);
    layout->addWidget(m_message);
    m_text->setEchoMode(QLineEdit::Password);
    m_text->setAccessibleName(names.field);
    m_keep->setAccessibleName(names.keep);
    m_forget->setAccessibleName(names.forget);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &SecretEdit::showState);
    connect(m_text, &QLineEdit::returnPressed, this, &SecretEdit::keep);
    connect(m_keep, &QPushButton::clicked, this, &SecretEdit::keep);
    connect(m_forget, &QPushButton::clicked, this, [this] { forgetSecret(); });
}

void SecretEdit::keep()
try {
    if (m_text->text().isEmpty())
        return;
    keepSecret(m_text->text().toUtf8());
    m_text->clear();
    emit kept();
} catch (const std::exception& error) {
    m_message->setRole(TextRole::Error);
    m_message->setText(QString::fromUtf8(error.what()));
}

void SecretEdit::showState()
{
    m_keep->setEnabled(!m_text->text().isEmpty());
    m_forget->setEnabled(canForget());
    m_message->setRole(TextRole::Small);
    m_message->setText(message());
}

LinesEdit::LinesEdit(int lines, const QString& placeholder, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_lines(lines)
{
    setPlaceholderText(placeholder);
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LinesEdit::sizeHint() const
{
    const int around = 2 * (frameWidth() + int(std::ceil(document()->documentMargin())));
    return {QPlainTextEdit::sizeHint().width(), m_lines * fontMetrics().lineSpacing() + around};
}

QSize LinesEdit::minimumSizeHint() const
{
    return {QPlainTextEdit::minimumSizeHint().width(), sizeHint().height()};
}

} // namespace ui
