#include "services/conversations/tool_turns.h"

#include "services/conversations/conversation.h"
#include "services/tools/box/tool_box.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr qsizetype charactersPerToken = 3; // at the least, of most languages
constexpr qsizetype shareOfContext = 4; // a result takes a quarter of it at the most
constexpr qsizetype leastResult = 500, mostResultEver = 40'000; // characters
constexpr int mostCalls = 16; // of one round

qsizetype mostResult(qint64 contextTokens)
{
    if (contextTokens <= 0)
        return mostResultEver / shareOfContext;
    return std::clamp<qsizetype>(
        contextTokens * charactersPerToken / shareOfContext, leastResult, mostResultEver);
}

// The text is read by the model, so it is in the language of prompts.
QString cut(const QString& text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    return text.left(most).trimmed()
        + QStringLiteral("\n[%1 more characters were left out]").arg(text.size() - most);
}

int roundsIn(const Message& answer)
{
    return answer.toolUses.isEmpty() ? 0 : answer.toolUses.last().round;
}

} // namespace

ToolTurn::ToolTurn(Conversation& conversation, MessageId answer, ToolBox& tools,
    qsizetype mostResult, QObject* parent)
    : QObject(parent)
    , m_conversation(&conversation)
    , m_answer(answer)
    , m_tools(tools)
    , m_mostResult(mostResult)
{
}

ToolTurn::~ToolTurn() = default;

ToolUse ToolTurn::useOf(const runtime::ToolCall& call) const
{
    ToolUse use{.call = QString::fromStdString(call.id),
        .name = QString::fromStdString(call.name),
        .arguments = QString::fromStdString(call.arguments)};
    if (use.arguments.trimmed().isEmpty())
        use.arguments = QStringLiteral("{}");
    if (!argumentsOf(use.arguments)) { // which would also make every later request fail
        use.arguments = QStringLiteral("{}");
        use.state = ToolUse::State::Failed;
        use.result = QStringLiteral("The arguments must be a JSON object of at most %1 levels "
                                    "and %2 values, so the tool was not called.")
                         .arg(runtime::ToolCall::maxDepth)
                         .arg(runtime::ToolCall::maxValues);
    }
    if (const auto tool = m_tools.find(use.name)) {
        use.title = tool->title;
        use.server = tool->server;
    }
    return use;
}

Conversation* ToolTurn::conversation() const
{
    return m_conversation;
}

void ToolTurn::begin(const std::vector<runtime::ToolCall>& calls)
{
    QList<ToolUse> uses;
    for (const runtime::ToolCall& call : calls)
        if (uses.size() < mostCalls)
            uses << useOf(call);
    const int first = m_conversation->addToolUses(m_answer, uses);
    for (int use = first; use < first + uses.size(); ++use) {
        if (!uses[use - first].isOpen())
            continue;
        const auto tool = m_tools.find(uses[use - first].name);
        if (!tool) {
            take(use, {QStringLiteral("There is no tool with this name."), true});
            continue;
        }
        m_tried.insert(use, *tool);
        if (m_tools.permission(*tool) == ToolPermission::Always)
            run(use);
    }
    tellWait();
}

void ToolTurn::decide(int use, ToolDecision decision)
{
    const QList<ToolUse>& uses = m_conversation->messageById(m_answer).toolUses;
    if (use < 0 || use >= uses.size() || uses[use].state != ToolUse::State::Asked)
        return;
    if (decision == ToolDecision::Always)
        m_tools.setPermission(m_tried[use], ToolPermission::Always);
    if (decision == ToolDecision::Refuse)
        refuse(use);
    else
        run(use);
    tellWait();
}

void ToolTurn::run(int use)
{
    ToolUse changed = m_conversation->messageById(m_answer).toolUses[use];
    const QJsonObject arguments = argumentsOf(changed.arguments).value_or(QJsonObject());
    changed.state = ToolUse::State::Running;
    set(use, changed);
    const auto done = [this, use](const ToolOutcome& outcome) {
        take(use, outcome);
        tellWait();
    };
    if (auto run = m_tools.call(m_tried[use], arguments, done))
        m_runs.push_back(std::move(run));
    else
        take(use, {QStringLiteral("The tool is no longer available."), true});
}

// What it says is for the model, as data.
void ToolTurn::take(int use, const ToolOutcome& outcome)
{
    if (!m_conversation)
        return;
    ToolUse changed = m_conversation->messageById(m_answer).toolUses[use];
    changed.state = outcome.hasFailed ? ToolUse::State::Failed : ToolUse::State::Done;
    changed.result = cut(outcome.text, m_mostResult);
    set(use, changed);
}

void ToolTurn::refuse(int use)
{
    ToolUse changed = m_conversation->messageById(m_answer).toolUses[use];
    changed.state = ToolUse::State::Refused;
    changed.result = QStringLiteral("The user denied this call.");
    set(use, changed);
}

void ToolTurn::set(int use, const ToolUse& changed)
{
    m_conversation->setToolUse(m_answer, use, changed);
}

// Says in the place of the answer what it waits for.
void ToolTurn::tellWait()
{
    if (!m_conversation)
        return;
    const QList<ToolUse>& uses = m_conversation->messageById(m_answer).toolUses;
    const auto firstIn
        = [&uses](ToolUse::State state) { return std::ranges::find(uses, state, &ToolUse::state); };
    if (const auto asked = firstIn(ToolUse::State::Asked); asked != uses.end())
        m_conversation->setWaitReason(
            m_answer, tr("Allow the model to use “%1”?").arg(nameOf(*asked)));
    else if (const auto running = firstIn(ToolUse::State::Running); running != uses.end())
        m_conversation->setWaitReason(m_answer, tr("Running “%1”").arg(nameOf(*running)));
    else
        QMetaObject::invokeMethod(this, &ToolTurn::ended, Qt::QueuedConnection);
}

ToolTurns::ToolTurns(ToolBox& tools, QObject* parent)
    : QObject(parent)
    , m_tools(tools)
{
}

std::vector<runtime::Tool> ToolTurns::offered(const Message& answer) const
{
    return roundsIn(answer) < mostRounds ? m_tools.offered() : std::vector<runtime::Tool>();
}

void ToolTurns::begin(Conversation& conversation, MessageId answer,
    const std::vector<runtime::ToolCall>& calls, qint64 contextTokens, std::function<void()> goOn)
{
    auto* turn = new ToolTurn(conversation, answer, m_tools, mostResult(contextTokens), this);
    m_turns << turn;
    connect(turn, &ToolTurn::ended, this, [this, turn, goOn = std::move(goOn)] {
        if (!m_turns.contains(turn))
            return; // it was stopped
        end(turn);
        if (turn->conversation())
            goOn();
    });
    connect(&conversation, &QObject::destroyed, turn, [this, turn] { end(turn); });
    turn->begin(calls);
}

void ToolTurns::decide(Conversation& conversation, MessageId answer, int use, ToolDecision decision)
{
    for (ToolTurn* turn : std::as_const(m_turns))
        if (turn->conversation() == &conversation && turn->answer() == answer)
            return turn->decide(use, decision);
}

// It may be telling this.
void ToolTurns::end(ToolTurn* turn)
{
    m_turns.removeOne(turn);
    turn->deleteLater();
}

void ToolTurns::stopWhere(const std::function<bool(const Conversation&, MessageId)>& isMeant)
{
    const QList<ToolTurn*> turns = m_turns; // the end of an answer may stop another
    for (ToolTurn* turn : turns) {
        Conversation* conversation = turn->conversation();
        if (!m_turns.contains(turn) || !conversation || !isMeant(*conversation, turn->answer()))
            continue;
        m_turns.removeOne(turn);
        const MessageId answer = turn->answer();
        delete turn; // with its calls
        conversation->finishAnswer(answer, {.end = AnswerStatistics::End::Stopped});
    }
}

} // namespace services
