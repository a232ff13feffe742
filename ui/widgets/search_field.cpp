#include "ui/widgets/search_field.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QToolButton>

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
    applyColours();
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

void SearchField::applyColours()
{
    const QColor ink = colours(palette()).mutedText;
    m_mark->setIcon(icon(QStringLiteral("search"), ink));
    m_clear->setIcon(icon(QStringLiteral("close"), ink));
}

void SearchField::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        applyColours();
}

} // namespace ui
