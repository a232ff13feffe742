#include "ui/chat/tool_use_view.h"

#include "services/conversations/shown_arguments.h"
#include "ui/chat/tool_arguments_view.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/surface.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

using services::ToolDecision;
using services::ToolUse;

namespace {

constexpr int radius = 10; // pixels, as below
constexpr int usualHeight = 90;
constexpr qsizetype shownResult = 4000, readResult = 1000; // characters

QString shortened(const QString& text, qsizetype most)
{
    return text.size() > most ? text.left(most) + u'…' : text;
}

} // namespace

ToolUseView::ToolUseView(QWidget* parent)
    : QWidget(parent)
    , m_name(new TextLabel(TextRole::Strong, {}, this))
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_arguments(new ToolArgumentsView(this))
    , m_question(new QWidget(this))
    , m_buttons(new QHBoxLayout(m_question))
    , m_fold(new QToolButton(this))
    , m_result(new TextLabel(TextRole::Muted, {}, this))
{
    const Metrics distance = metrics(this);
    m_buttons->setContentsMargins(0, 0, 0, 0);
    m_buttons->setSpacing(distance.small);
    addDecision(tr("Allow once"), ToolDecision::Once);
    addDecision(tr("Always allow"), ToolDecision::Always);
    addDecision(tr("Refuse"), ToolDecision::Refuse);
    m_buttons->addStretch(1);
    m_fold->setText(tr("Result"));
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_fold, &QToolButton::toggled, this, [this] {
        updateResult();
        emit heightChanged();
    });
    m_result->makeSelectable();
    m_state->setWordWrap(false);

    auto* head = new QHBoxLayout;
    head->addWidget(m_name, 1);
    head->addWidget(m_state, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(distance.tight);
    layout->addLayout(head);
    layout->addWidget(m_arguments);
    layout->addWidget(m_question);
    layout->addWidget(m_fold, 0, Qt::AlignLeading);
    layout->addWidget(m_result);
}

QPushButton* ToolUseView::addDecision(const QString& name, ToolDecision decision)
{
    auto* button = new QPushButton(name, m_question);
    connect(button, &QPushButton::clicked, this, [this, decision] { emit decided(decision); });
    m_buttons->addWidget(button);
    m_decisions << button;
    return button;
}

QString ToolUseView::stateText() const
{
    switch (m_use.state) {
    case ToolUse::State::Asked:
        return tr("Waits for you");
    case ToolUse::State::Running:
        return tr("Runs");
    case ToolUse::State::Done:
        return tr("Done");
    case ToolUse::State::Failed:
        return tr("Failed");
    case ToolUse::State::Refused:
        break;
    }
    return tr("Not called");
}

void ToolUseView::setUse(const ToolUse& use)
{
    const bool isAnother = use != m_use;
    m_use = use;
    if (isAnother)
        showCall();
    updateResult();
    updateGeometry();
}

void ToolUseView::showCall()
{
    const QString name = nameOf(m_use);
    const QList<services::ShownArgument> arguments = shownArguments(m_use);
    m_name->setText(name);
    m_state->setText(stateText());
    m_arguments->setArguments(arguments);
    m_arguments->setAccessibleName(tr("Arguments of %1").arg(name));
    m_arguments->setVisible(!arguments.isEmpty());
    m_question->setVisible(m_use.state == ToolUse::State::Asked);
    for (QPushButton* button : std::as_const(m_decisions)) {
        button->setAccessibleName(tr("%1: %2").arg(button->text(), name));
        button->setAccessibleDescription(readableArguments(m_use));
    }
}

// Why a call failed is seen at once.
void ToolUseView::updateResult()
{
    const bool hasFailed = m_use.state == ToolUse::State::Failed;
    const bool hasResult = m_use.state == ToolUse::State::Done && !m_use.result.isEmpty();
    m_fold->setVisible(hasResult);
    m_fold->setIcon(
        icon(m_fold->isChecked() ? QStringLiteral("expanded") : QStringLiteral("collapsed"),
            colours(palette()).mutedText));
    m_fold->setAccessibleName(tr("Result of %1").arg(nameOf(m_use)));
    m_fold->setAccessibleDescription(tr("Shows or hides what the tool returned."));
    m_result->setRole(hasFailed ? TextRole::Error : TextRole::Muted);
    m_result->setText(shortened(m_use.result, shownResult));
    m_result->setAccessibleName(m_result->text());
    m_result->setVisible(hasFailed || (hasResult && m_fold->isChecked()));
    updateGeometry();
}

QString ToolUseView::readableText() const
{
    QStringList lines{tr("%1: %2").arg(nameOf(m_use), stateText())};
    if (const QString arguments = readableArguments(m_use); !arguments.isEmpty())
        lines << arguments;
    if (!m_use.result.isEmpty() && m_use.state != ToolUse::State::Refused)
        lines << shortened(m_use.result, readResult);
    return lines.join(u'\n');
}

void ToolUseView::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colours(palette()).bubble, radius);
}

ToolUseList::ToolUseList(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Calls of tools"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).small);
}

// A view keeps its place, so that the focus stays in it.
void ToolUseList::setUses(const QList<ToolUse>& uses)
{
    while (m_views.size() > uses.size())
        delete m_views.takeLast();
    while (m_views.size() < uses.size()) {
        auto* view = new ToolUseView(this);
        const auto use = int(m_views.size());
        connect(view, &ToolUseView::decided, this,
            [this, use](ToolDecision decision) { emit decided(use, decision); });
        connect(view, &ToolUseView::heightChanged, this, &ToolUseList::heightChanged);
        layout()->addWidget(view);
        view->show();
        m_views << view;
    }
    for (qsizetype use = 0; use < uses.size(); ++use)
        m_views[use]->setUse(uses[use]);
}

QString ToolUseList::readableText() const
{
    QStringList lines;
    for (const ToolUseView* view : m_views)
        lines << view->readableText();
    return lines.join(u'\n');
}

int ToolUseList::estimatedHeight(qsizetype uses)
{
    return int(uses) * usualHeight;
}

} // namespace ui
