#include "ui/chat/detail_button.h"

#include "services/pictures/picture_detail.h"
#include "services/text.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QAccessible>
#include <QActionGroup>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int pillHeight = 24; // pixels, as below
constexpr int pillWidth = 64;
constexpr int pillInset = 8;

} // namespace

QString tokensText(qint64 tokens)
{
    return QCoreApplication::translate("ui::DetailButton", "%Ln token(s)", nullptr, int(tokens));
}

QString detailName(qint64 tokens)
{
    const auto translated
        = [](const char* text) { return QCoreApplication::translate("ui::DetailButton", text); };
    if (tokens > 0)
        return tokensText(tokens);
    for (const services::PictureDetail& detail : services::pictureDetails()) {
        if (detail.tokens != tokens)
            continue;
        if (detail.id == QLatin1String("fast"))
            return translated(QT_TRANSLATE_NOOP("ui::DetailButton", "Fast"));
        if (detail.id == QLatin1String("balanced"))
            return translated(QT_TRANSLATE_NOOP("ui::DetailButton", "Balanced"));
        if (detail.id == QLatin1String("fine"))
            return translated(QT_TRANSLATE_NOOP("ui::DetailButton", "Fine"));
        if (detail.id == QLatin1String("tiles"))
            return translated(QT_TRANSLATE_NOOP("ui::DetailButton", "Tiles"));
    }
    return translated(QT_TRANSLATE_NOOP("ui::DetailButton", "Automatic"));
}

DetailButton::DetailButton(const QString& name, QWidget* parent)
    : QAbstractButton(parent)
    , m_name(name)
{
    setFixedSize(sizeHint());
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::ArrowCursor);
    connect(this, &QAbstractButton::clicked, this, &DetailButton::popup);
    for (const services::PictureDetail& detail : services::pictureDetails())
        m_choices.choices << DetailChoices::Choice{detail.tokens};
    describe();
}

QSize DetailButton::sizeHint() const
{
    return {pillWidth, pillHeight};
}

void DetailButton::setCurrent(qint64 tokens)
{
    m_current = tokens;
    describe();
}

void DetailButton::setChoices(const DetailChoices& choices)
{
    m_choices = choices;
    describe();
}

void DetailButton::describe()
{
    const auto current
        = std::ranges::find(m_choices.choices, m_current, &DetailChoices::Choice::tokens);
    const bool isOffered = current != m_choices.choices.end();
    const QString cost = isOffered ? current->cost : QString();
    const QString reason
        = m_choices.reason.isEmpty() && isOffered ? current->reason : m_choices.reason;
    const QString name = detailName(m_current);
    setAccessibleName(cost.isEmpty() ? tr("Detail of %1: %2").arg(m_name, name)
                                     : tr("Detail of %1: %2, %3").arg(m_name, name, cost));
    setAccessibleDescription(reason);
    const QString shown = cost.isEmpty() ? tr("Detail: %1").arg(name)
                                         : tr("Detail: %1, %2").arg(name, cost);
    setToolTip(services::plainToolTip(reason.isEmpty() ? shown : shown + u'\n' + reason));
    update();
}

QMenu* DetailButton::popup()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setAccessibleName(accessibleName());
    if (!m_choices.reason.isEmpty()) {
        menu->addAction(labelText(m_choices.reason))->setEnabled(false);
        menu->addSeparator();
    }
    auto* group = new QActionGroup(menu);
    for (const DetailChoices::Choice& choice : m_choices.choices) {
        const QString name = detailName(choice.tokens);
        const QString& beside = choice.reason.isEmpty() ? choice.cost : choice.reason;
        QAction* action = menu->addAction(beside.isEmpty() ? name : name + u'\t' + beside);
        action->setCheckable(true);
        action->setChecked(choice.tokens == m_current);
        action->setEnabled(m_choices.reason.isEmpty() && choice.reason.isEmpty());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] { emit chosen(choice.tokens); });
    }
    menu->popup(mapToGlobal(rect().bottomLeft()));
    return menu;
}

void DetailButton::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(color.control, 1));
    painter.setBrush(underMouse() ? color.hover : color.raised);
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(1, 1, -1, -1), pillHeight / 2.0 - 1, pillHeight / 2.0 - 1);
    const bool canChange = m_choices.reason.isEmpty();
    painter.setPen(canChange ? color.text : color.mutedText);
    painter.setFont(smallFont(font()));
    const QRect inside = rect().adjusted(pillInset, 0, -pillInset, 0);
    const QString name = m_current == 0 ? tr("Auto", "detail, as short as possible")
                                        : detailName(m_current);
    painter.drawText(inside, Qt::AlignCenter,
        painter.fontMetrics().elidedText(name, Qt::ElideRight, inside.width()));
}

DetailBar::DetailBar(QWidget* parent)
    : QWidget(parent)
    , m_cost(new TextLabel(TextRole::Small, {}, this))
    , m_hint(new TextLabel(TextRole::Small, {}, this))
{
    auto* action = new QPushButton(
        QCoreApplication::translate("ui::PictureDetails", "Select an area…"), this);
    action->setAutoDefault(false);
    m_action = action;
    connect(action, &QPushButton::clicked, this, &DetailBar::actionChosen);
    const Metrics metric = metrics(this);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_cost);
    texts->addWidget(m_hint);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metric.medium, 0, metric.medium, 0);
    layout->setSpacing(metric.small);
    layout->addLayout(texts, 1);
    layout->addWidget(action);
    updateShown();
}

void DetailBar::showCost(const QString& cost)
{
    m_cost->setText(cost);
    updateShown();
}

void DetailBar::showHint(const QString& hint, const QString& action)
{
    const bool isNews = hint != m_hint->text();
    m_hint->setText(hint);
    if (!action.isEmpty())
        m_action->setText(labelText(action));
    updateShown();
    if (isNews && !hint.isEmpty()) {
        QAccessibleEvent event(m_hint, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

QString DetailBar::cost() const
{
    return m_cost->text();
}

QString DetailBar::hint() const
{
    return m_hint->text();
}

void DetailBar::updateShown()
{
    m_cost->setVisible(!m_cost->text().isEmpty());
    m_hint->setVisible(!m_hint->text().isEmpty());
    m_action->setVisible(!m_hint->text().isEmpty());
    setVisible(!m_cost->text().isEmpty() || !m_hint->text().isEmpty());
}

} // namespace ui
