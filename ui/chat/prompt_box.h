#pragma once

#include "services/conversations/message.h"
#include "ui/chat/prompt_parts.h"
#include "ui/widgets/undo_bar.h"

#include <chrono>
#include <functional>
#include <memory>

class QHBoxLayout;
class QMimeData;
class QVBoxLayout;

namespace services {
class AttachmentLoader;
class Settings;
} // namespace services

namespace ui {

class Announcer;
class AttachmentStrip;
class ContextMeter;
class DetailBar;
class IconButton;
class Notice;
class PromptEdit;
class PromptEditBar;
class PromptHistory;
class QueueStrip;
class SendMenu;
class TextLabel;
struct DetailChoices;

/// The box for the user's message. Enter sends (or Ctrl+Enter, if set so), Shift+Enter breaks the
/// line, Ctrl+Up and Ctrl+Down go through earlier messages. What is finished while an answer is being
/// written is queued, and shown above the box. Images and texts to send are shown
/// above the text; a long paste becomes one of them. Failures to attach a file are reported above
/// the box until the user dismisses them, at most the last four.
class PromptBox : public QWidget {
    Q_OBJECT

public:
    using Pictures = QList<services::Picture>;
    using Attachments = QList<services::TextAttachment>;

    /// Settings and loader must outlive the box. The loader reads what is attached, also after it
    /// was sent.
    PromptBox(services::Settings& settings, services::AttachmentLoader& loader,
        QWidget* parent = nullptr);
    ~PromptBox() override;

    /// An answer is being written: the button stops it, and messages are queued instead of sent.
    void setWriting(bool writing);

    /// Shows another draft. A draft is identified by the address of the object that it is written
    /// for, which is never dereferenced. Shows the text of `contents` and the images and texts that
    /// were attached to this draft before. If something was attached before the draft had been read
    /// from the disk, the files of `contents` that precede it are added. Only the draft that is
    /// shown can be sent.
    void showDraft(const QObject* draft, const services::Draft& contents = {});

    enum class Editing { Question, Answer, Queued };

    /// Puts the draft aside to edit a message: a question, which is then asked again, or an answer
    /// or a queued message, whose place the new text takes. The draft comes back when the edited message is sent, or by
    /// cancelEdit().
    void beginEdit(const services::Draft& message, Editing kind = Editing::Question);
    void cancelEdit();
    /// Does the same when the user did not ask for it: the changed text can be got back with
    /// Ctrl+Up.
    void leaveEdit();
    bool isEditing() const;
    bool isEditing(Editing kind) const;

    /// Puts a message that was queued or submitted back in front of what was written since.
    void giveBack(const services::Draft& message);

    /// Adds a button next to the one that attaches files; it belongs to the box.
    void addTool(QWidget* tool);

    void attachFile(const QString& path);
    void attachPicture(const services::Picture& picture); ///< in the detail that the settings say
    void attachFrom(const QMimeData* data); ///< anything for which holdsAttachments() is true
    void attachText(const QString& text); ///< as an attachment, however short it is
    void setMaximumTextHeight(int pixels);
    void showNotice(const QString& message, Tone tone = Tone::Failure);
    /// Takes away what was told as news, for another chat is shown.
    void dropNews();
    /// Shows news that goes by itself; there is time to read it twice.
    void showAside(
        const QString& message, std::chrono::milliseconds time = std::chrono::seconds(20));

    /// Sets what is asked before anything is sent: it calls the function that it is given, now or
    /// later, if the message may be sent. Until then the message stays in the box.
    using Gate = std::function<void(const std::function<void()>& send)>;
    void setGate(Gate gate) { m_gate = std::move(gate); }

    /// Shows a warning above the box with buttons for what can be done about it. An empty message
    /// hides it.
    void showWarning(const QString& message, const QList<PromptWarning::Choice>& choices = {});

    bool isSettingText() const { return m_isSettingText; } ///< the text comes from elsewhere
    bool isEmpty() const;
    bool holdsPictures() const; ///< also such that are still being read
    QString text() const;
    Pictures pictures() const; ///< that would be sent and are decoded
    Attachments attachments() const;
    /// Sends images of the pages of an attached document in its place; `index` is its index in
    /// attachments().
    void sendPagesAsImages(int index);
    /// Changes how many tokens an image may take, see services::PictureDetail; `index` is its index in
    /// pictures().
    void setPictureTokens(int index, qint64 tokens);
    void showDetails(int index, const DetailChoices& choices); ///< of the same
    DetailBar* detailBar() const { return m_details; }
    PromptEdit* edit() const { return m_edit; }
    ContextMeter* contextMeter() const { return m_meter; }
    SendMenu* sendMenu() const { return m_menu; }
    QueueStrip* queueStrip() const { return m_queue; }
    PromptWarning* warning() const { return m_warning; }

public slots:
    /// Sends at once, including files that are still being read. Does nothing if there is nothing
    /// to send.
    void submit();
    void chooseFiles();

signals:
    void submitted(const services::Draft& message, const services::Recipients& recipients);
    void queued(const services::Draft& message); ///< to be sent after the answer
    void editBegan();
    void edited(const services::Draft& message); ///< by submit(), while a message is being edited
    void queuedEdited(const services::Draft& message); ///< the same of a queued message
    void editEnded(); ///< before the two, or because it was canceled

    void draftChanged(const QString& text); ///< by the user
    void draftFilesChanged(const services::Draft& draft); ///< by the user
    /// A file has been read for a draft that is not shown: `files` are its present files, without
    /// its text. The draft may no longer exist.
    void hiddenDraftFilesChanged(const QObject* draft, const services::Draft& files);
    void contentsChanged(); ///< what would be sent has changed, by the user or otherwise
    void editLastRequested(); ///< the up key was pressed in an empty text
    void stopRequested();
    void savePromptRequested();
    void filesAttached(const QStringList& paths); ///< before they are read
    void pictureOpened(const QList<services::Picture>& pictures, int index);
    void whatTheModelSawRequested(const QList<services::Picture>& pictures, int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    Notice* addNotice(const QString& message, Tone tone);
    void removeNotice(Notice& notice);
    void dropAttachmentNotices();
    void layOut();
    void connectEdit();
    void connectStrip();
    void connectSending();
    void applySettings();
    void onTextChanged();
    void onAttachmentsChanged();
    void onHiddenAttachmentsChanged(const QObject* draft);
    void updateButton();
    void showEditButton(const QString& keys);
    void onUpPressed();
    void updateCount();
    void walkHistory(int step);
    void setText(const QString& text);
    void addFiles(const Pictures& pictures, const Attachments& attachments);
    void addFilesOf(const services::Draft& message);
    void showText(int index);
    void send(const services::Recipients& recipients);
    void sendNow(const services::Recipients& recipients);

    services::Settings& m_settings;
    services::AttachmentLoader& m_loader;
    std::unique_ptr<PromptHistory> m_history;
    QVBoxLayout* m_notices;
    QList<QPointer<Notice>> m_attachmentNotices; // of those, about files that were left out
    PromptWarning* m_warning;
    QueueStrip* m_queue;
    QHBoxLayout* m_tools; // before the text
    AttachmentStrip* m_strip;
    TextLabel* m_count; // of the attachments
    DetailBar* m_details; // of the images among them
    PromptEdit* m_edit;
    ContextMeter* m_meter;
    SendMenu* m_menu;
    IconButton* m_queueButton; // shown where the other one stops
    IconButton* m_button;
    QWidget* m_frame; // around strip, text and buttons
    Announcer* m_announcer;
    PromptEditBar* m_editBar; // says that an earlier message is being edited; hidden otherwise
    Gate m_gate; // none: everything may be sent
    const QObject* m_draft = nullptr; // that is shown, or was before editing
    QString m_textBefore; // the draft's, while editing
    Editing m_editing = Editing::Question; // while something is edited
    bool m_isSettingText = false;
    bool m_isSettingAttachments = false;
    bool m_isWalkingHistory = false;
    bool m_writing = false;
};

} // namespace ui
