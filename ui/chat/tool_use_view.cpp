#include "ui/chat/tool_use_view.h"

#include "services/conversations/message.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTextBlockFormat>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace ui {

using services::ShownArgument;

namespace {

constexpr int maxLines = 12;
constexpr int indent = 16; // pixels
// Characters; laying out a paragraph of megabytes takes minutes.
constexpr qsizetype pieceLength = 1000;
constexpr qsizetype surelyHigh = 8000; // characters, which take more than maxLines at any width

// The end of a piece that begins at `begin`, never within a surrogate pair.
qsizetype endOfPiece(const QString& text, qsizetype begin)
{
    const qsizetype end = std::min(begin + pieceLength, text.size());
    return end < text.size() && text[end].isLowSurrogate() ? end + 1 : end;
}

// Names and values of any script stay where they are: every paragraph runs from left to right.
QTextBlockFormat paragraph(int textIndent)
{
    QTextBlockFormat format;
    format.setLayoutDirection(Qt::LeftToRight);
    format.setLeftMargin(indent);
    format.setTextIndent(textIndent);
    return format;
}

} // namespace

ToolArgumentsView::ToolArgumentsView(QWidget* parent)
    : QTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ToolArgumentsView::setArguments(const QList<ShownArgument>& arguments)
{
    if (arguments == m_arguments)
        return;
    m_arguments = arguments;
    fill();
}

void ToolArgumentsView::fill()
{
    clear();
    QTextCharFormat plain, bold;
    plain.setFontWeight(QFont::Normal);
    bold.setFontWeight(QFont::DemiBold);
    QTextCursor cursor(document());
    for (qsizetype index = 0; index < m_arguments.size(); ++index) {
        const ShownArgument& argument = m_arguments.at(index);
        if (index == 0)
            cursor.setBlockFormat(paragraph(-indent));
        else
            cursor.insertBlock(paragraph(-indent));
        // The left-to-right mark keeps a name and a value that both run from right to left apart.
        if (!argument.name.isEmpty())
            cursor.insertText(argument.name + QChar(0x200E) + QStringLiteral(": "), bold);
        for (qsizetype begin = 0; begin < argument.value.size();) {
            const qsizetype end = endOfPiece(argument.value, begin);
            if (begin > 0)
                cursor.insertBlock(paragraph(0));
            cursor.insertText(argument.value.mid(begin, end - begin), plain);
            begin = end;
        }
    }
    m_measuredWidth = -1;
    updateGeometry();
}

int ToolArgumentsView::maxHeight() const
{
    return maxLines * fontMetrics().lineSpacing() + 2 * frameWidth()
        + 2 * int(document()->documentMargin());
}

// Measured in a copy, for the document itself is laid out for the width that the view has now.
int ToolArgumentsView::heightForWidth(int width) const
{
    if (document()->characterCount() > surelyHigh)
        return maxHeight();
    if (width != m_measuredWidth) {
        const std::unique_ptr<QTextDocument> copy(document()->clone());
        copy->setTextWidth(std::max(1, width - 2 * frameWidth()));
        m_measuredHeight = int(copy->size().height()) + 2 * frameWidth();
        m_measuredWidth = width;
    }
    return std::min(m_measuredHeight, maxHeight());
}

QSize ToolArgumentsView::sizeHint() const
{
    return {QTextEdit::sizeHint().width(), heightForWidth(width())};
}

QSize ToolArgumentsView::minimumSizeHint() const
{
    return {0, fontMetrics().lineSpacing() + 2 * frameWidth()};
}

void ToolArgumentsView::changeEvent(QEvent* event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
        m_measuredWidth = -1;
        updateGeometry();
    }
}

using services::ToolDecision;
using services::ToolUse;

namespace {

constexpr int radius = 10; // pixels, as below
constexpr int defaultHeight = 90;
constexpr qsizetype shownResult = 4000, readResult = 1000; // characters

QString shortened(const QString& text, qsizetype max)
{
    return text.size() > max ? text.left(max) + u'…' : text;
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
    addDecision(tr("Deny"), ToolDecision::Deny);
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
        return tr("Awaiting approval");
    case ToolUse::State::Running:
        return tr("Running");
    case ToolUse::State::Done:
        return tr("Done");
    case ToolUse::State::Failed:
        return tr("Failed");
    case ToolUse::State::Denied:
        break;
    }
    return tr("Denied");
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
    const QString name = toolName(m_use);
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
            colors(palette()).mutedText));
    m_fold->setAccessibleName(tr("Result of %1").arg(toolName(m_use)));
    m_fold->setAccessibleDescription(tr("Show or hide the tool's result"));
    m_result->setRole(hasFailed ? TextRole::Error : TextRole::Muted);
    m_result->setText(shortened(m_use.result, shownResult));
    m_result->setAccessibleName(m_result->text());
    m_result->setVisible(hasFailed || (hasResult && m_fold->isChecked()));
    updateGeometry();
}

QString ToolUseView::readableText() const
{
    QStringList lines{tr("%1: %2").arg(toolName(m_use), stateText())};
    if (const QString arguments = readableArguments(m_use); !arguments.isEmpty())
        lines << arguments;
    if (!m_use.result.isEmpty() && m_use.state != ToolUse::State::Denied)
        lines << shortened(m_use.result, readResult);
    return lines.join(u'\n');
}

void ToolUseView::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colors(palette()).bubble, radius);
}

ToolUseList::ToolUseList(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Tool calls"));
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
    return int(uses) * defaultHeight;
}

} // namespace ui
