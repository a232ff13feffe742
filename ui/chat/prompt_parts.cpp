#include "ui/chat/prompt_parts.h"

#include "services/text.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace ui {

namespace {

constexpr int radius = 10; // pixels

} // namespace

PromptWarning::PromptWarning(QWidget* parent)
    : QWidget(parent)
    , m_message(new TextLabel(TextRole::Body, {}, this))
    , m_buttons(new QHBoxLayout)
{
    const Metrics metric = metrics(this);
    m_buttons->setSpacing(metric.small);
    m_buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.medium, metric.large, metric.medium);
    layout->setSpacing(metric.small);
    layout->addWidget(m_message);
    layout->addLayout(m_buttons);
    hide();
}

QString PromptWarning::message() const
{
    return m_message->text();
}

void PromptWarning::show(const QString& message, const QList<Choice>& choices)
{
    const bool isNews = message != m_message->text();
    m_message->setText(message);
    while (m_buttons->count() > 1) {
        const std::unique_ptr<QLayoutItem> old(m_buttons->takeAt(0));
        old->widget()->hide();
        old->widget()->deleteLater();
    }
    for (const Choice& choice : choices) {
        auto* button = new QPushButton(choice.name, this);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, choice.act);
        m_buttons->insertWidget(m_buttons->count() - 1, button);
    }
    setVisible(!message.isEmpty());
    if (isNews && !message.isEmpty()) {
        QAccessibleEvent event(m_message, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void PromptWarning::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colors(palette()).bubble, radius);
}

PromptEditBar::PromptEditBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new ElidedLabel(TextRole::Muted, {}, this))
{
    const Metrics metric = metrics(this);
    auto* cancel = new IconButton(
        QStringLiteral("close"), tr("Cancel editing (Esc)"), IconButton::Look::Quiet, this);
    cancel->setFixedSize(28, 28);
    connect(cancel, &IconButton::clicked, this, &PromptEditBar::cancelled);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metric.tight, 0, metric.tight, 0);
    layout->addSpacing(metric.small);
    layout->addWidget(m_label, 1);
    layout->addWidget(cancel);
}

void PromptEditBar::setText(const QString& text)
{
    m_label->setText(text);
    m_label->setAccessibleName(text);
}

namespace {

constexpr int side = 36; // pixels, as below
constexpr int ringSide = 18;
constexpr int ringWidth = 3;
constexpr double nearlyFull = 0.9;

} // namespace

ContextMeter::ContextMeter(QWidget* parent)
    : QAbstractButton(parent)
{
    setFixedSize(sizeHint());
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QAbstractButton::clicked, this,
        [this] { QToolTip::showText(mapToGlobal(rect().topLeft()), toolTip(), this); });
    setUse(0, 0);
}

QSize ContextMeter::sizeHint() const
{
    return {side, side};
}

void ContextMeter::setUse(qint64 tokens, qint64 total)
{
    const QLocale locale;
    m_tokens = tokens;
    m_total = total;
    setVisible(total > 0);
    const QString message
        = tr("Context used: %1 of %2 tokens").arg(locale.toString(tokens), locale.toString(total));
    setAccessibleName(
        tr("Context: %1 of %2 tokens").arg(locale.toString(tokens), locale.toString(total)));
    setAccessibleDescription(message);
    setToolTip(services::plainToolTip(message));
    update();
}

void ContextMeter::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    const double share = m_total > 0 ? std::min(1.0, double(m_tokens) / double(m_total)) : 0;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(color.hover);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);
    }
    QRectF ring(0, 0, ringSide, ringSide);
    ring.moveCenter(QRectF(rect()).center());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color.border, ringWidth));
    painter.drawEllipse(ring);
    const QColor filled = share >= 1 ? color.error : color.mutedText;
    painter.setPen(QPen(share >= nearlyFull && share < 1 ? color.accent : filled, ringWidth,
        Qt::SolidLine, Qt::RoundCap));
    constexpr int wholeCircle = 360 * 16, top = 90 * 16; // in sixteenths of a degree
    painter.drawArc(ring, top, -int(share * wholeCircle));
}

namespace {

constexpr qsizetype maxTexts = 200;
constexpr qsizetype maxTextLength = 20'000; // characters

} // namespace

void PromptHistory::add(const QString& text)
{
    if (!text.isEmpty() && text.size() <= maxTextLength
        && (m_texts.isEmpty() || m_texts.last() != text))
        m_texts << text;
    if (m_texts.size() > maxTexts)
        m_texts.removeFirst();
    leave();
}

QString PromptHistory::previous(const QString& current)
{
    if (m_place == 0)
        return {};
    if (m_place == m_texts.size())
        m_written = current.isNull() ? QStringLiteral("") : current; // null means none
    return m_texts[--m_place];
}

QString PromptHistory::next()
{
    if (m_place >= m_texts.size())
        return {};
    ++m_place;
    return m_place < m_texts.size() ? m_texts[m_place] : m_written;
}

void PromptHistory::leave()
{
    m_place = m_texts.size();
}

namespace {

constexpr int maxAnswers = 4;

} // namespace

SendMenu::SendMenu(QWidget* parent)
    : IconButton(QStringLiteral("more"), tr("Send options"), Look::Quiet, parent)
{
    setFocusPolicy(Qt::TabFocus);
    connect(this, &IconButton::clicked, this, &SendMenu::popup);
}

void SendMenu::setModels(const QList<Model>& models)
{
    m_models = models;
    m_chosen.removeIf([&models](const services::ModelId& id) {
        return std::none_of(
            models.begin(), models.end(), [&id](const Model& each) { return each.id == id; });
    });
}

QMenu* SendMenu::popup()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->installEventFilter(this);
    addAnswers(*menu);
    addModels(*menu);
    menu->addSeparator();
    menu->addAction(tr("Save as prompt…"), this, &SendMenu::savePromptRequested);
    menu->popup(mapToGlobal(QPoint(0, -menu->sizeHint().height())));
    return menu;
}

void SendMenu::addAnswers(QMenu& menu)
{
    menu.addSection(tr("Several answers"));
    for (int count = 2; count <= maxAnswers; ++count)
        menu.addAction(tr("Generate %Ln alternatives", nullptr, count), this,
            [this, count] { emit chosen({.answers = count}); });
}

void SendMenu::addModels(QMenu& menu)
{
    menu.addSection(tr("Several models"));
    if (m_models.size() < 2) {
        menu.addAction(tr("Add a second model to compare answers"))->setEnabled(false);
        return;
    }
    auto* send = new QAction(tr("Send to selected models"), &menu);
    send->setEnabled(m_chosen.size() > 1);
    connect(send, &QAction::triggered, this, [this] { emit chosen({.models = m_chosen}); });
    for (const Model& model : m_models) {
        QAction* action = menu.addAction(model.name);
        action->setCheckable(true);
        action->setChecked(m_chosen.contains(model.id));
        action->setToolTip(services::plainToolTip(services::toString(model.id)));
        connect(action, &QAction::toggled, this, [this, send, id = model.id](bool chosen) {
            choose(id, chosen);
            send->setEnabled(m_chosen.size() > 1);
        });
    }
    menu.addAction(send);
}

// Keeps the order of the list, whatever was ticked first.
void SendMenu::choose(const services::ModelId& model, bool chosen)
{
    QList<services::ModelId> models;
    for (const Model& each : m_models)
        if (each.id == model ? chosen : m_chosen.contains(each.id))
            models << each.id;
    m_chosen = models;
}

// The menu stays open while models are ticked.
bool SendMenu::eventFilter(QObject* watched, QEvent* event)
{
    auto* menu = qobject_cast<QMenu*>(watched);
    QAction* action = menu ? menu->activeAction() : nullptr;
    if (!action || !action->isCheckable())
        return IconButton::eventFilter(watched, event);
    const auto* key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
    const bool isKey = key
        && (key->key() == Qt::Key_Space || key->key() == Qt::Key_Return
            || key->key() == Qt::Key_Enter);
    if (!isKey && event->type() != QEvent::MouseButtonRelease)
        return IconButton::eventFilter(watched, event);
    action->toggle();
    return true;
}

} // namespace ui
