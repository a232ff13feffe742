#pragma once

#include "runtime/answer_request.h"
#include "services/conversations/message.h"
#include "services/tools/tool.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>

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
    /// `mostResult` is in characters; what is longer is cut. The box must outlive the turn.
    ToolTurn(Conversation& conversation, MessageId answer, ToolBox& tools, qsizetype mostResult,
        QObject* parent = nullptr);
    ~ToolTurn() override;

    void begin(const std::vector<runtime::ToolCall>& calls);
    void decide(int use, ToolDecision decision); ///< an index into Message::toolUses

    Conversation* conversation() const; ///< null: it is gone
    MessageId answer() const { return m_answer; }

signals:
    void ended(); ///< nothing is open any more

private:
    ToolUse useOf(const runtime::ToolCall& call) const;
    void run(int use);
    void take(int use, const ToolOutcome& outcome);
    void refuse(int use);
    void set(int use, const ToolUse& changed);
    void tellWait();

    const QPointer<Conversation> m_conversation;
    const MessageId m_answer;
    ToolBox& m_tools;
    const qsizetype m_mostResult;
    std::vector<std::unique_ptr<ToolRun>> m_runs; // that are under way or were
    QHash<int, ToolDescription> m_tried; // by use: the tool as it was when the model called it
};

/// All turns in which tools are called, of any number of conversations.
class ToolTurns : public QObject {
    Q_OBJECT

public:
    /// The number of rounds after which an answer is written without tools.
    static constexpr int mostRounds = 8;

    explicit ToolTurns(ToolBox& tools, QObject* parent = nullptr);

    /// The tools that a model is offered for the next round of an answer; none if there were many.
    std::vector<runtime::Tool> offered(const Message& answer) const;

    /// Calls tools for an open answer and then `goOn`, unless the conversation has been destroyed.
    void begin(Conversation& conversation, MessageId answer,
        const std::vector<runtime::ToolCall>& calls, qint64 contextTokens,
        std::function<void()> goOn);

    void decide(Conversation& conversation, MessageId answer, int use, ToolDecision decision);

    /// Ends the turns for which `isMeant` returns true. Their answers end as stopped.
    void stopWhere(const std::function<bool(const Conversation&, MessageId answer)>& isMeant);

private:
    void end(ToolTurn* turn);

    ToolBox& m_tools;
    QList<ToolTurn*> m_turns; // owned by this
};

} // namespace services
