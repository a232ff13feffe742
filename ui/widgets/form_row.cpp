#include "ui/widgets/form_row.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QSlider>

namespace ui {

namespace {

constexpr int narrow = 34; // characters of text and control side by side

bool turnsWithTheWheel(const QWidget* control)
{
    return qobject_cast<const QComboBox*>(control) || qobject_cast<const QAbstractSpinBox*>(control)
        || qobject_cast<const QAbstractSlider*>(control);
}

} // namespace

FormRow::FormRow(const QString& name, const QString& help, QWidget* control,
    ControlPosition position, QWidget* parent)
    : QWidget(parent)
    , m_name(new TextLabel(TextRole::Strong, name, this))
    , m_help(new TextLabel(TextRole::Small, help, this))
    , m_control(control)
    , m_reset(new IconButton(
          QStringLiteral("undo"), tr("Reset to default"), IconButton::Look::Quiet, this))
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_place(position)
{
    m_reset->setAccessibleDescription(name);
    m_reset->hide();
    m_help->setVisible(!help.isEmpty());
    connect(m_reset, &IconButton::clicked, this, &FormRow::resetRequested);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_name);
    texts->addWidget(m_help);
    texts->addStretch(1); // a tall control leaves them together
    auto* controls = new QHBoxLayout;
    controls->addWidget(control, position == ControlPosition::Below ? 1 : 0, Qt::AlignTop);
    controls->addWidget(m_reset, 0, Qt::AlignTop);
    if (control->sizePolicy().horizontalPolicy() == QSizePolicy::Fixed)
        controls->addStretch(); // below the texts it is at their beginning
    m_layout->addLayout(texts, 1);
    m_layout->addLayout(controls);

    // What has the focus is read: in a control of several parts, one of them. Buttons say their words.
    for (QWidget* each = control; each; each = each->focusProxy()) {
        if (each != control && qobject_cast<QAbstractButton*>(each))
            continue;
        if (each == control || each->accessibleName().isEmpty())
            each->setAccessibleName(name);
        if (each == control || each->accessibleDescription().isEmpty())
            each->setAccessibleDescription(help);
    }
    m_name->setBuddy(control);
    QList<QWidget*> watched = control->findChildren<QWidget*>();
    for (QWidget* each : watched << control)
        if (turnsWithTheWheel(each)) {
            each->setFocusPolicy(Qt::StrongFocus);
            each->installEventFilter(this);
        }
    applyMetrics();
}

QString FormRow::name() const
{
    return m_name->text();
}

QString FormRow::help() const
{
    return m_help->text();
}

void FormRow::setResettable(bool resettable)
{
    m_reset->setVisible(resettable);
}

void FormRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        applyMetrics();
}

void FormRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

bool FormRow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FormRow::applyMetrics()
{
    const Metrics distance = metrics(this);
    m_layout->setContentsMargins(0, distance.small, 0, distance.small);
    place();
}

void FormRow::place()
{
    const Metrics distance = metrics(this);
    const int texts = fontMetrics().averageCharWidth() * narrow;
    const bool hasRoom
        = width() >= texts + m_control->sizeHint().width() + m_reset->sizeHint().width();
    const bool beside = m_place == ControlPosition::Beside && hasRoom;
    const auto direction = beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (direction != m_layout->direction()) {
        m_layout->setDirection(direction);
        updateGeometry(); // the layout does not tell that it needs another height
    }
    m_layout->setSpacing(beside ? distance.wide : distance.small);
}

} // namespace ui
