#include "ui/documents/viewer/find_in_document.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>

namespace ui {

FindInDocument::FindInDocument(QWidget* parent)
    : QWidget(parent)
    , m_field(new SearchField(tr("Find in document"), this))
    , m_place(new TextLabel(TextRole::Muted, {}, this))
    , m_previous(new IconButton(
          QStringLiteral("up"), tr("Previous match (Shift+F3)"), IconButton::Look::Quiet, this))
    , m_next(new IconButton(
          QStringLiteral("down"), tr("Next match (F3)"), IconButton::Look::Quiet, this))
    , m_announcer(new Announcer(this))
{
    auto* leave = new IconButton(
        QStringLiteral("close"), tr("Close search (Esc)"), IconButton::Look::Quiet, this);
    m_field->installEventFilter(this);
    m_place->setWordWrap(false);
    connect(m_field, &SearchField::textChanged, this, &FindInDocument::wordsChanged);
    connect(m_previous, &IconButton::clicked, this, [this] { emit stepped(-1); });
    connect(m_next, &IconButton::clicked, this, [this] { emit stepped(1); });
    connect(leave, &IconButton::clicked, this, &FindInDocument::close);

    const Metrics space = metrics(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(space.medium, 0, space.small, space.tight);
    layout->setSpacing(space.tight);
    layout->addWidget(m_field, 1);
    layout->addWidget(m_place);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(leave);
    showPlace(0, 0, 0);
    hide();
}

void FindInDocument::open()
{
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

bool FindInDocument::close()
{
    if (isHidden())
        return false;
    hide();
    m_announcer->withdraw();
    emit closed();
    return true;
}

QString FindInDocument::words() const
{
    return isHidden() ? QString() : m_field->text();
}

void FindInDocument::showWaiting(const QString& message)
{
    m_place->setText(message);
    m_previous->setEnabled(false);
    m_next->setEnabled(false);
}

void FindInDocument::showPlace(qsizetype index, qsizetype count, int page)
{
    const QLocale locale;
    QString text;
    if (count > 0)
        text = tr("%1 of %2", "the match that is shown, of how many")
                   .arg(locale.toString(index + 1), locale.toString(count));
    else if (!m_field->text().trimmed().isEmpty())
        text = tr("No results");
    m_place->setText(text);
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    if (!text.isEmpty() && isVisible())
        m_announcer->say(count > 0 && page > 0
                ? tr("%1, page %2", "a match and the page it is on").arg(text).arg(page)
                : text);
}

QString FindInDocument::placeText() const
{
    return m_place->text();
}

bool FindInDocument::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape)
        close();
    else if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
        emit stepped(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

} // namespace ui
