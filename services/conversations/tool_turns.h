#pragma once

#include "runtime/answer_request.h"
#include "services/conversations/open_reply.h"
#include "services/tools/tool.h"

#include <QHash>
#include <QList>
#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace services {

class Conversation;
class ToolBox;

/// The stage of one answer in which the tools are called that its model requested. Calls that the
/// user has to allow wait for that; the others run, all at once.
class ToolTurn : public QObject {
    Q_OBJECT

public:
    /// `maxResult` is in characters; what is longer is cut. The box must outlive the turn.
    ToolTurn(OpenReply reply, ToolBox& tools, qsizetype maxResult, QObject* parent = nullptr);
    ~ToolTurn() override;

    void begin(const std::vector<runtime::ToolCall>& calls);
    void decide(int use, ToolDecision decision); ///< an index into Message::toolUses

    /// Ends the calls that are under way and hands out the reply.
    OpenReply release();

    const OpenReply& reply() const { return m_reply; }

signals:
    void ended(); ///< nothing is open any more

private:
    ToolUse makeUse(const runtime::ToolCall& call) const;
    void run(int use);
    void receive(int use, const ToolOutcome& outcome);
    void take(int use, const ToolOutcome& outcome, const QList<Picture>& pictures = {});
    void deny(int use);
    void showWait();

    OpenReply m_reply;
    ToolBox& m_tools;
    const qsizetype m_maxResult;
    std::vector<std::unique_ptr<ToolRun>> m_runs; // that are under way or were
    QHash<int, ToolDescription> m_tried; // by use: the tool as it was when the model called it
};

/// All turns in which tools are called, of any number of conversations.
class ToolTurns : public QObject {
    Q_OBJECT

public:
    /// The number of rounds after which an answer is written without tools.
    static constexpr int maxRounds = 8;

    explicit ToolTurns(ToolBox& tools, QObject* parent = nullptr);

    /// The tools that a model is offered for the next round of an answer; none after maxRounds.
    std::vector<runtime::Tool> offered(const Message& answer) const;

    /// Calls tools for a reply and then `resume` with it, unless the conversation has been destroyed.
    void begin(OpenReply reply, const std::vector<runtime::ToolCall>& calls, qint64 contextTokens,
        std::function<void(OpenReply)> resume);

    void decide(Conversation& conversation, MessageId answer, int use, ToolDecision decision);

    /// Ends the turns for which `isMeant` returns true. Their replies end as stopped.
    void stopWhere(const std::function<bool(const Conversation&, MessageId answer)>& isMeant);

private:
    OpenReply end(ToolTurn* turn);

    ToolBox& m_tools;
    QList<ToolTurn*> m_turns; // owned by this
};

} // namespace services
