#pragma once

#include "services/conversations/message.h"

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <variant>

class QMenu;
class QWidget;

namespace services {
class PhotoModel;
class PictureChecks;
class PlaceChecks;
}

namespace ui {

class IconButton;
class TextLabel;

/// The actions on a message that need nothing but the message.
enum class MessageCommand {
    /// Writes another version: of a question in the prompt box, of an answer in its place.
    Edit,
    Regenerate,
    RegenerateWithSameSeed,
    GenerateAlternatives, ///< writes several versions at once, side by side
    Continue,
    CopyMarkdown,
    CopyPlainText,
    CopyDetails, ///< copies what a report about the error needs
    UseCpu, ///< uses the CPU in place of the GPU and regenerates the answer
    Compare, ///< shows the versions side by side
    FindModel, ///< leads to a model that can be fetched and knows photographs
    AwaitPhotoModel, ///< regenerates the answer once MessageContext::photoModel has been downloaded
    UseBetterModel, ///< regenerates the answer with MessageContext::betterModel
    CheckPlaces, ///< has the model read the places of its facts in the images again
    StopChecking, ///< ends that
    ShowBoxes, ///< shows the image with the boxes that the answer gives
    CheckReply, ///< asks the model whether the cited passages support the answer
    ReadAloud, ///< reads the answer aloud, or stops that
    Print, ///< prints this answer alone
    SavePdf, ///< writes this answer alone to a PDF
    ShareHtml, ///< writes this answer alone to a page of HTML
    ExportEvidence, ///< writes the answer with its passages to a PDF that can be checked
    Fork, ///< begins a new conversation with all messages up to this one
    Remove,
};

struct ShowVersion {
    int step = 0; ///< −1: the previous version, 1: the next
    bool operator==(const ShowVersion&) const = default;
};

struct OpenImage {
    int index = 0; ///< in Message::pictures
    bool asModelSeesIt = false; ///< with the view of the model unfolded
    bool operator==(const OpenImage&) const = default;
};

struct OpenPlace {
    services::MessageId question = services::noMessage; ///< the message with the image
    int index = 0; ///< in its Message::pictures
    QRectF place = {}; ///< in parts of the image's width and height; null: the whole image
    bool operator==(const OpenPlace&) const = default;
};

struct OpenSource {
    int index = 0; ///< in Message::sources
    bool operator==(const OpenSource&) const = default;
};

struct OpenDocument {
    int index = 0; ///< in Message::attachments
    bool operator==(const OpenDocument&) const = default;
};

struct FollowLink {
    QString address;
    bool operator==(const FollowLink&) const = default;
};

struct DecideToolCall {
    int use = 0; ///< an index into Message::toolUses
    services::ToolDecision decision = {};
    bool operator==(const DecideToolCall&) const = default;
};

/// What the user requests at a message. The views report it with the id of the message;
/// MessageCommands performs it.
using MessageAction = std::variant<MessageCommand, ShowVersion, OpenImage, OpenPlace, OpenSource,
    OpenDocument, FollowLink, DecideToolCall>;

class FigurePictures;

/// The position of a message in its conversation.
struct MessageContext {
    /// What the model reads of the messages above, if this is the first one after those that it
    /// does not read.
    enum class Above { IsRead, IsReadInPart, IsUnread };

    int version = 0; ///< which of the versions, counted from 0
    int versions = 1;
    bool isLast = false; ///< it is the last message of its branch
    Above above = Above::IsRead;
    bool isOnCard = false; ///< its model is computed on a GPU
    bool isEdited = false; ///< it is being edited in the prompt box
    bool isSpoken = false; ///< it is being read aloud
    QString modelName = {}; ///< the model that answered; empty if it need not be named
    /// The name of a model that is here and knows what the built-in one does not; empty: there is none.
    QString betterModel = {};
    services::PhotoModel* photoModel = nullptr; ///< that can be downloaded; null: there is none
    FigurePictures* figures = nullptr; ///< that its sources show; null: none
    /// Compares an answer with the images that it is about; null: nothing is compared.
    services::PictureChecks* pictureChecks = nullptr;
    /// Reads the places of its facts again; null: that isn't done.
    services::PlaceChecks* placeChecks = nullptr;
    bool hasPlaces = false; ///< there are such places
    bool readsFormsAgain = false; ///< it reads some by itself, see factsToReadAgain() and formsRead()
    bool isChecking = false; ///< places are being read again
    /// The newest message above with images, whose images an answer is probably about.
    services::MessageId pictured = services::noMessage;
    QList<services::Picture> pictures = {};
    bool answersPictures = false; ///< the answer follows that message at once
    QStringList otherVersions = {}; ///< the texts of the answer's other versions, as far as complete
};

/// True for an answer that stopped before its end and can be continued.
bool canContinue(const services::Message& message, const MessageContext& context);

/// A menu of all commands that apply to a message. `parent` owns it; it is deleted when it closes.
QMenu* makeMessageMenu(const services::Message& message, const MessageContext& context,
    std::function<void(MessageAction)> request, QWidget* parent);

/// The buttons below a message: go through its versions, edit it or have it answered again, copy,
/// continue, and a menu with the rest. The buttons of a user's message are visible while the
/// pointer is on the message or one of them has the focus.
class MessageActions : public QWidget {
    Q_OBJECT

public:
    explicit MessageActions(services::Author author, QWidget* parent);

    void update(const services::Message& message, const MessageContext& context);
    void setRevealed(bool revealed); ///< true while the pointer is on the message

    /// Moves the focus to the button that goes in this direction or, at the last version, to the
    /// other one.
    void focusVersions(int step);

    bool isNeeded() const { return m_isNeeded; } ///< true if there is a button to show

signals:
    void requested(const ui::MessageAction& action);
    void menuRequested(const QPoint& point); ///< a point of the screen

private:
    IconButton* add(const QString& icon, const QString& name);
    IconButton* add(const QString& icon, const QString& name, const MessageAction& action);
    void addVersions();
    bool isUser() const { return m_author == services::Author::User; }

    services::Author m_author;
    IconButton* m_previous;
    TextLabel* m_version;
    IconButton* m_next;
    IconButton* m_compare;
    IconButton* m_copy;
    IconButton* m_edit; // of a user's message
    IconButton* m_again; // of an answer, as below
    IconButton* m_continue;
    IconButton* m_silence; // while it is read aloud
    IconButton* m_more;
    bool m_isNeeded = false;
};

} // namespace ui
