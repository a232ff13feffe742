#include "services/conversations/tool_turns.h"

#include "services/conversations/conversation.h"
#include "services/tools/box/tool_box.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr qsizetype charactersPerToken = 3; // at the least, of most languages
constexpr qsizetype shareOfContext = 4; // a result takes a quarter of it at the most
// The range of the limit of a result, in characters.
constexpr qsizetype lowestLimit = 500, highestLimit = 40'000;
constexpr int maxCalls = 16; // of one round
constexpr qint64 maxToolPixels
    = 4'000'000; // of an image that a tool returned; larger ones are scaled

// Returns the longest result, in characters, that fits a model with such a context.
qsizetype maxResult(qint64 contextTokens)
{
    if (contextTokens <= 0)
        return highestLimit / shareOfContext;
    return std::clamp<qsizetype>(
        contextTokens * charactersPerToken / shareOfContext, lowestLimit, highestLimit);
}

// The text is read by the model, so it is in the language of prompts.
QString cut(const QString& text, qsizetype max)
{
    if (text.size() <= max)
        return text;
    return text.left(max).trimmed()
        + QStringLiteral("\n[%1 more characters were left out]").arg(text.size() - max);
}

int roundsIn(const Message& answer)
{
    return answer.toolUses.isEmpty() ? 0 : answer.toolUses.last().round;
}

} // namespace

ToolTurn::ToolTurn(OpenReply reply, ToolBox& tools, qsizetype maxResult, QObject* parent)
    : QObject(parent)
    , m_reply(std::move(reply))
    , m_tools(tools)
    , m_maxResult(maxResult)
{
}

ToolTurn::~ToolTurn() = default;

ToolUse ToolTurn::makeUse(const runtime::ToolCall& call) const
{
    ToolUse use{.call = QString::fromStdString(call.id),
        .name = QString::fromStdString(call.name),
        .arguments = QString::fromStdString(call.arguments)};
    if (use.arguments.trimmed().isEmpty())
        use.arguments = QStringLiteral("{}");
    if (!parseArguments(use.arguments)) { // which would also make every later request fail
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

OpenReply ToolTurn::release()
{
    m_runs.clear();
    return std::move(m_reply);
}

void ToolTurn::begin(const std::vector<runtime::ToolCall>& calls)
{
    QList<ToolUse> uses;
    for (const runtime::ToolCall& call : calls)
        if (uses.size() < maxCalls)
            uses << makeUse(call);
    const int first = m_reply.addToolUses(uses);
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
    showWait();
}

void ToolTurn::decide(int use, ToolDecision decision)
{
    const QList<ToolUse>& uses = m_reply.message().toolUses;
    if (use < 0 || use >= uses.size() || uses[use].state != ToolUse::State::Asked)
        return;
    if (decision == ToolDecision::Always)
        m_tools.setPermission(m_tried[use], ToolPermission::Always);
    if (decision == ToolDecision::Deny)
        deny(use);
    else
        run(use);
    showWait();
}

void ToolTurn::run(int use)
{
    ToolUse changed = m_reply.message().toolUses[use];
    const QJsonObject arguments = parseArguments(changed.arguments).value_or(QJsonObject());
    changed.state = ToolUse::State::Running;
    m_reply.setToolUse(use, changed);
    const auto done = [this, use](const ToolOutcome& outcome) { receive(use, outcome); };
    if (auto run = m_tools.call(m_tried[use], arguments, done))
        m_runs.push_back(std::move(run));
    else
        take(use, {QStringLiteral("The tool is no longer available."), true});
}

namespace {

struct Decoded {
    QList<Picture> pictures;
    QStringList problems; // of the others
};

Decoded decode(const QList<QByteArray>& images, const QString& name)
{
    Decoded decoded;
    for (const QByteArray& image : images) {
        const auto read
            = [&] { return reducedPicture(decodePicture(image, name), maxToolPixels); };
        const auto outcome = callForOutcome<Picture>(read);
        if (outcome.value)
            decoded.pictures << *outcome.value;
        else
            decoded.problems << QStringLiteral("[An image can't be shown: %1]").arg(outcome.error);
    }
    return decoded;
}

} // namespace

// Images are anybody's, so they are decoded where they delay nothing.
void ToolTurn::receive(int use, const ToolOutcome& outcome)
{
    if (outcome.images.isEmpty()) {
        take(use, outcome);
        return showWait();
    }
    const QString name = toolName(m_reply.message().toolUses[use]);
    const auto work = [images = outcome.images, name] { return decode(images, name); };
    runInBackground<Decoded>(this, work, [this, use, outcome](const Outcome<Decoded>& decoded) {
        ToolOutcome read = outcome;
        const Decoded images = decoded.value.value_or(Decoded{{}, {decoded.error}});
        read.text = (QStringList{read.text} + images.problems).join(u'\n').trimmed();
        take(use, read, images.pictures);
        showWait();
    });
}

// What it says is for the model, as data.
void ToolTurn::take(int use, const ToolOutcome& outcome, const QList<Picture>& pictures)
{
    if (!m_reply.isOpen())
        return;
    ToolUse changed = m_reply.message().toolUses[use];
    changed.state = outcome.hasFailed ? ToolUse::State::Failed : ToolUse::State::Done;
    changed.result = cut(outcome.text, m_maxResult);
    m_reply.setToolUse(use, changed, pictures);
}

void ToolTurn::deny(int use)
{
    ToolUse changed = m_reply.message().toolUses[use];
    changed.state = ToolUse::State::Denied;
    changed.result = QStringLiteral("The user denied this call.");
    m_reply.setToolUse(use, changed);
}

// Shows in place of the answer what it waits for.
void ToolTurn::showWait()
{
    if (!m_reply.isOpen())
        return;
    const QList<ToolUse>& uses = m_reply.message().toolUses;
    const auto firstIn
        = [&uses](ToolUse::State state) { return std::ranges::find(uses, state, &ToolUse::state); };
    if (const auto asked = firstIn(ToolUse::State::Asked); asked != uses.end())
        m_reply.setWaitReason(tr("Allow the model to use “%1”?").arg(toolName(*asked)));
    else if (const auto running = firstIn(ToolUse::State::Running); running != uses.end())
        m_reply.setWaitReason(tr("Running “%1”").arg(toolName(*running)));
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
    return roundsIn(answer) < maxRounds ? m_tools.offered() : std::vector<runtime::Tool>();
}

void ToolTurns::begin(OpenReply reply, const std::vector<runtime::ToolCall>& calls,
    qint64 contextTokens, std::function<void(OpenReply)> resume)
{
    auto* turn = new ToolTurn(std::move(reply), m_tools, maxResult(contextTokens), this);
    m_turns << turn;
    connect(turn, &ToolTurn::ended, this, [this, turn, resume = std::move(resume)] {
        if (!m_turns.contains(turn))
            return; // it was stopped
        OpenReply reply = end(turn);
        if (reply.isOpen())
            resume(std::move(reply));
    });
    connect(turn->reply().conversation(), &QObject::destroyed, turn,
        [this, turn] { end(turn).stop(); });
    turn->begin(calls);
}

void ToolTurns::decide(Conversation& conversation, MessageId answer, int use, ToolDecision decision)
{
    for (ToolTurn* turn : std::as_const(m_turns))
        if (turn->reply().conversation() == &conversation && turn->reply().id() == answer)
            return turn->decide(use, decision);
}

// `turn` may be the sender of the signal being handled, so it is deleted later.
OpenReply ToolTurns::end(ToolTurn* turn)
{
    m_turns.removeOne(turn);
    turn->deleteLater();
    return turn->release();
}

void ToolTurns::stopWhere(const std::function<bool(const Conversation&, MessageId)>& isMeant)
{
    const QList<ToolTurn*> turns = m_turns; // the end of a reply may stop another
    for (ToolTurn* turn : turns)
        if (turn->reply().isOpen() && isMeant(*turn->reply().conversation(), turn->reply().id()))
            end(turn).stop();
}

} // namespace services
