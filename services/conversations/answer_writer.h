#pragma once

#include "runtime/answer_engine.h"
#include "services/conversations/conversation.h"
#include "services/conversations/tool_turns.h"
#include "services/conversations/turn.h"
#include "services/models/model_id_text.h"

#include <QObject>

#include <map>
#include <vector>

namespace services {

class AnswerStream;
class InstalledModels;
class ModelPool;
class Settings;
class TitleMaker;

/// Lets models answer conversations, any number at once, and writes what comes back into them. A
/// conversation's own settings come before those of the settings page. Replies that are open when
/// the writer is destroyed end as stopped. Lives in the window's thread.
class AnswerWriter : public QObject {
    Q_OBJECT

public:
    /// Both must outlive the writer.
    AnswerWriter(ModelPool& models, Settings& settings, QObject* parent = nullptr);
    ~AnswerWriter() override;

    /// Limits the models that may continue an answer because the answer names them: the answer may
    /// come from somebody else's file. `installed` must outlive the writer. If this is never
    /// called, any model may.
    void setInstalled(const InstalledModels& installed);

    /// Takes part in every turn that begins from now on, before a model is asked. Must outlive the
    /// writer.
    void addGatherer(ContextGatherer& gatherer) { m_turns.add(gatherer); }

    /// Offers these tools to models from now on, which may then call them. They must outlive the
    /// writer.
    void setTools(ToolBox& tools);

    /// What the user says to a call that an open answer asks for; an index into Message::toolUses.
    void decide(Conversation& conversation, MessageId answer, int use, ToolDecision decision);

    /// The model that answers this conversation: the one that was chosen for it; or else the one
    /// that wrote the last answer, as far as that is known and installed; or else the pool's current
    /// one.
    ModelId modelFor(const Conversation& conversation) const;

    /// Adds an answer to the end of the conversation and begins to write it. From then on its model
    /// is the conversation's own, whichever is chosen for others.
    MessageId answer(Conversation& conversation);

    /// Writes another version of an answer. Its tokens are drawn, because the likeliest would only
    /// come again; if it says what another version says all the same, it is written again a few
    /// times, from another beginning each. An answer that failed before its first word is replaced.
    void answerAgain(Conversation& conversation, MessageId answer);

    /// Writes another version of an answer by this model, which is the conversation's own from then on.
    void answerBy(Conversation& conversation, MessageId answer, const ModelId& model);

    /// Writes another version of an answer with its model, temperature and seed: as long as the
    /// settings are the same, it says the same.
    void answerAlike(Conversation& conversation, MessageId answer);

    /// Writes `count` other versions of an answer, all at once. The first of them is shown.
    QList<MessageId> answerSeveral(Conversation& conversation, MessageId answer, int count);

    /// Adds an answer of each of the models to the last message of the branch that is shown, and
    /// writes them all at once. The first is shown. Returns them in the order of the models.
    QList<MessageId> answerWith(Conversation& conversation, const QList<ModelId>& models);

    /// The tools that a model is offered before it begins this answer.
    std::vector<runtime::Tool> offeredTools(const Message& answer) const;

    /// Continues the last answer of the branch that is shown, with the model that began it if that
    /// is known and installed. Does nothing if the answer is open.
    void continueAnswer(Conversation& conversation, MessageId answer);

    /// Ends all answers of this conversation, also those that still gather. Their text stays.
    void stop(Conversation& conversation);

    /// Ends those answers of it that are this message or come after it.
    void stopFrom(Conversation& conversation, MessageId first);

private:
    /// How the tokens of an answer are chosen.
    struct Draw {
        enum class How { AsSet, Differently, Alike };

        How how = How::AsSet;
        int attempt = 0; ///< to say something else
        /// What an attempt said that said the same: the next ones leave it at another place each.
        std::vector<runtime::TokenDetail> repeated = {};
        AnswerStatistics like = {}; ///< of the answer that is written again
    };

    /// A reply that a model is writing.
    struct Writing {
        OpenReply reply;
        Draw draw;
    };

    ModelId modelToContinue(const Message& answer, const Conversation& conversation) const;
    QList<MessageId> answerEach(Conversation& conversation, MessageId question,
        const QList<ModelId>& models, const Draw& draw);
    void gather(OpenReply reply, const Draw& draw);
    void submit(OpenReply reply, const Draw& draw);
    void follow(AnswerStream* stream, OpenReply& reply);
    void forgetDestroyed();
    Writing take(AnswerStream* stream);
    void finish(AnswerStream* stream, const AnswerStatistics& statistics);
    void callTools(Writing writing, const std::vector<runtime::ToolCall>& calls);
    bool shouldDrawAgain(const Writing& writing, const AnswerStatistics& statistics) const;
    void drawAgain(Writing writing, const std::vector<runtime::TokenDetail>& tokens);
    void stopWhere(const std::function<bool(const Conversation&, MessageId)>& isMeant);

    ModelPool& m_models;
    Settings& m_settings;
    const InstalledModels* m_installed = nullptr;
    TitleMaker* m_titles; // owned by this
    Turns m_turns; // the turns that have not been submitted
    ToolTurns* m_tools = nullptr; // in which tools are called; owned by this, null: there are none
    std::map<AnswerStream*, Writing> m_writing;
};

} // namespace services
