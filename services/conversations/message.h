#pragma once

#include "runtime/answer_progress.h"
#include "services/attachments/attachment_loader.h"
#include "services/models/model_id_text.h"
#include "services/pictures/picture.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QRectF>
#include <QString>

#include <optional>

namespace services {

using runtime::AnswerStatistics;

/// A passage that an answer is based on, and where it is from. It may come from a file by anyone.
struct Source {
    /// The time when the model read the passage.
    enum class Reading {
        WithQuestion, ///< it is in the prompt before the question
        Earlier, ///< it is before an earlier question of the conversation
        Never, ///< it is only shown
    };

    QString title = {}; ///< of the document, to be shown to users
    QString address = {}; ///< the path of a file or a web address; may be empty
    int page = 0; ///< counted from 1; 0 if there is none or it is not known
    QString passage = {}; ///< the text that the model read, or the text it read notes on
    /// The bytes of the passage in the text of the document, in UTF-8 as services::Document counts
    /// them; `end` is behind its last byte. −1: unknown.
    qint64 begin = -1;
    qint64 end = -1;
    QString heading = {}; ///< those it is under, the highest first, joined by " › "
    /// The rectangles of the passage on its page, line by line, in points from the page's upper
    /// left corner. Empty: unknown.
    QList<QRectF> rectangles = {};
    Reading reading = Reading::WithQuestion;
    /// The notes that the model read in place of a long passage; empty: it read the passage.
    QString notes = {};

    bool operator==(const Source&) const = default;
};

/// What a source is called: "Manual.pdf, page 3", shortened if necessary.
QString sourceName(const Source& source);

/// A source in one line to be shown to users: title, page and address, shortened if necessary.
QString sourceLine(const Source& source);

/// A call of a tool in an answer, and what came of it.
struct ToolUse {
    enum class State {
        Asked, ///< the user has not said yet whether it may be made
        Running,
        Done,
        Failed, ///< `result` says why
        Denied, ///< by the user, or it was not made any more
    };

    QString call = {}; ///< the model's mark for it
    QString name = {}; ///< by which the model called the tool
    QString title = {}; ///< of the tool, to be shown to users; empty: there was none of that name
    QString server = {}; ///< that the tool is from; empty: the program's own
    QString arguments = {}; ///< JSON
    QString result = {};
    State state = State::Asked;
    int round = 1; ///< an answer calls, receives the results and may call again
    qsizetype place = 0; ///< so many characters of the answer's text are before it
    int firstPicture = 0; ///< among those of the answer, of the images that it returned
    int pictures = 0; ///< how many it returned

    bool isOpen() const { return state == State::Asked || state == State::Running; }
    bool operator==(const ToolUse&) const = default;
};

/// What the user says to a call.
enum class ToolDecision { Once, Always, Deny };

/// Ends those that are open: they are not made any more.
void denyOpen(QList<ToolUse>& uses);

/// The arguments of a call as an object; null if they are none, or exceed the limits of
/// runtime::ToolCall.
std::optional<QJsonObject> parseArguments(const QString& json);

/// The arguments as lines "name: value"; as they are if they aren't an object.
QString readableArguments(const ToolUse& use);

/// "Calculator" or, of a server's tool, "forecast (weather)".
QString toolName(const ToolUse& use);

QJsonArray toJson(const QList<ToolUse>& uses);
/// Reads toJson(), by anybody. Calls that were open were not made; places are within a text of so
/// many characters and ascend.
QList<ToolUse> toolUsesFrom(const QJsonArray& array, qsizetype textLength);

/// An argument of a call, complete, as visibleText() shows it.
struct ShownArgument {
    QString name = {}; ///< empty: the arguments are no object, and the value is all of them
    QString value;

    bool operator==(const ShownArgument&) const = default;
};

/// The arguments of a call as the user sees them before it is allowed.
QList<ShownArgument> shownArguments(const ToolUse& use);

enum class Author { User, Assistant };

using MessageId = qint64; ///< counts the messages of a conversation from 0

inline constexpr MessageId noMessage = -1;

/// A message of a conversation.
struct Message {
    enum class State { Complete, Waiting, Writing, Failed };

    MessageId id = noMessage;
    MessageId parent = noMessage; ///< the message that it answers or follows
    Author author = Author::User;
    State state = State::Complete;
    QString text; ///< Markdown if the assistant wrote it
    QList<Picture> pictures; ///< of the user, or those that tools returned for an answer
    QList<TextAttachment> attachments = {};
    /// Files that will become images or attachments, in this order.
    QList<AwaitedFile> awaited = {};
    /// The model that wrote an answer, or a name if the answer was imported from
    /// another program.
    ModelId model = {};
    QString error; ///< a message if the state is Failed; the text so far is kept
    AnswerStatistics statistics; ///< for a complete answer
    QList<Source> sources = {}; ///< that an answer is based on
    QString note = {}; ///< a message on what an answer does not rest on, for the user
    QList<ToolUse> toolUses = {}; ///< calls of tools in an answer, in their order
    qint64 created = 0; ///< milliseconds since 1970, UTC
    QString waitReason = {}; ///< a message while the state is Waiting; not stored
    MessageId removedWith = noMessage; ///< the message whose removal also removed this one

    bool isOpen() const { return state == State::Waiting || state == State::Writing; }
    bool isRemoved() const { return removedWith != noMessage; }
};

/// The index of an awaited file among all files of its message, read or not, counted from 0. It
/// stays the same when other files are read. `awaited` is an index into message.awaited.
int placeOfAwaited(const Message& message, qsizetype awaited);

/// Puts a file that has been read into its place in the message. Does nothing if no file is awaited
/// there.
void takeFile(Message& message, int place, const LoadedFile& file);

/// The content of the prompt box that has not been sent.
struct Draft {
    QString text = {};
    QList<Picture> pictures = {};
    QList<TextAttachment> attachments = {};
    /// Files that have not been read. They are stored only after the message is sent.
    QList<AwaitedFile> awaited = {};

    bool isEmpty() const
    {
        return text.isEmpty() && pictures.isEmpty() && attachments.isEmpty() && awaited.isEmpty();
    }
};

/// Does the same in a draft.
void takeFile(Draft& draft, int place, const LoadedFile& file);
int placeOfAwaited(const Draft& draft, qsizetype awaited);

/// A message that the user finished while an answer was being written, to be sent after it.
struct QueuedMessage {
    qint64 id = 0; ///< unique in its conversation as long as the program runs; 0: not in one yet
    Draft draft = {};
};

/// True if two drafts have the same images and attachments. Compares the identity of the pixels of
/// images and not their content.
bool haveSameFiles(const Draft& left, const Draft& right);

/// The models that answer a message, and the number of answers.
struct Recipients {
    /// Each of these models writes one answer. If there is none, the conversation's own model
    /// answers.
    QList<ModelId> models = {};
    int answers = 1; ///< how many the conversation's own model writes

    bool areSeveral() const { return answers > 1 || models.size() > 1; }
};

/// The form of sources in an exported conversation: an array of objects with "title", "address",
/// "page", "passage", "begin", "end", "heading", "rectangles" and "reading" ("earlier" or "never").
/// What is not known is left out.
QJsonArray toJson(const QList<Source>& sources);

/// Reads this form. The input may come from anyone: what does not fit counts as not known.
QList<Source> sourcesFrom(const QJsonArray& array);

/// Rectangles on a page as [[x, y, width, height], …]. Invalid ones are left out.
QJsonArray toJson(const QList<QRectF>& rectangles);
QList<QRectF> rectanglesFrom(const QJsonArray& array);

/// The form of the statistics in the database and in exported files.
QJsonObject toJson(const AnswerStatistics& statistics);

/// Reads this form; the input may come from anyone. Missing values are those of AnswerStatistics{}.
AnswerStatistics statisticsFrom(const QJsonObject& object);

} // namespace services
