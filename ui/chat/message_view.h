#pragma once

#include "services/conversations/message.h"
#include "services/documents/answers/place_check.h"
#include "services/documents/answers/version_facts.h"
#include "ui/chat/message_actions.h"
#include "ui/markdown/citation_marks.h"

#include <QElapsedTimer>
#include <QHash>
#include <QList>
#include <QRect>
#include <QWidget>

#include <stop_token>

class QMenu;
class QPainter;

namespace services {
struct Thinking;
} // namespace services

namespace ui {

class ElidedLabel;
class MarkdownView;
class MessageActions;
class MessageError;
class PictureTile;
class PlacePopup;
class SourceCards;
class TextAttachmentView;
class TextLabel;
class ThinkingView;
class ToolUseList;
class UnsureHint;
struct TextPosition;

inline constexpr int messageGap = 8; ///< pixels between the parts of a message
inline constexpr int messageTop = 8; ///< pixels above the first part
inline constexpr int messageBottom = 20; ///< pixels below an answer, before the next question

/// The rectangles of the parts of a message for one width of the view, in pixels. The rectangle of
/// a hidden part is empty.
struct MessageLayout {
    QList<QRect> tiles, attachments;
    QRect divider, bubble, thinking, toolUses, text, sources, note, pending, error, hint, actions,
        statistics;
    int height = 0;
};

/// Shows one message: a user's on a bubble at the end of the line, an answer plainly. Images,
/// attached texts, the model's thoughts and its calls of tools are above the text; sources, an
/// error, the buttons and the statistics are below it. A screen reader sees a list item whose text
/// is the message.
class MessageView : public QWidget {
    Q_OBJECT

public:
    static constexpr int sidePadding = 12; ///< in pixels, for the ring that shows the focus

    explicit MessageView(services::Author author, QWidget* parent = nullptr);

    services::Author author() const { return m_author; }

    /// Shows a message. A view may be used for one message after the other of the same author,
    /// because making a view takes longer.
    void setMessage(const services::Message& message, const MessageContext& context = {});
    const services::Message& message() const { return m_message; }
    MessageActions* actions() const { return m_actions; }
    MarkdownView* text() const { return m_text; }

    /// What a screen reader reads: the text without marks, and the error if there is one.
    const QString& readableText() const;

    /// Sets which part of the view is visible, in its own pixels. A long text is laid out exactly
    /// only there; heightForWidth() may change by this.
    void setSight(int top, int bottom);

    /// A position in the message that stays valid while parts of the message get their true
    /// heights.
    struct Anchor {
        int block = -1; ///< of the text; −1: `offset` counts from the top of the message
        int offset = 0; ///< in pixels
    };
    Anchor anchorAt(int y) const;
    int toY(const Anchor& anchor) const;

    /// Marks words in the text. An empty list removes the marks.
    void setMarkedWords(const QStringList& words);
    void setCurrentMark(int index); ///< highlights one of the occurrences; −1: none
    QRect markRect(int index);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

    QMenu* makeMenu(); ///< see makeMessageMenu()

    void suspend(); ///< ends the reading of places of facts until the message is shown again

signals:
    /// The facts that it reads again by itself were read, or this was stopped by the user.
    void formsRead(services::MessageId message);
    /// Reports what the user wants done with the message that is shown.
    void requested(services::MessageId message, const ui::MessageAction& action);
    // The next signals are those of its text, see MarkdownView.
    void textPressed(const ui::TextPosition& position, bool goesOn);
    void textDragged(const QPoint& point);
    void textReleased();
    void heightChanged(); ///< by the user, or by a part that came late

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    MessageLayout layOut(int width) const;
    int placeTiles(MessageLayout& layout, int y, int width) const;
    int placeAttachments(MessageLayout& layout, int y, int width) const;
    void placeText(MessageLayout& layout, int& y, int width) const;
    void placeFooter(MessageLayout& layout, int y, int width) const;
    QRect mirrored(const QRect& rect, int width) const;
    void setFiles();
    void addTile(const services::Picture& picture, int index, int side);
    QMenu* makePictureMenu(int index);
    void makeText();
    services::Thinking splitText();
    void setText();
    double thoughtSeconds(bool isOpen);
    void setToolUses();
    void setSources();
    void setNote();
    void setCitations();
    void judgeCitations(const QString& answer);
    void comparePictures(const QString& answer);
    void compareVersions(const QString& answer);
    void showMarks();
    int factOfMark(int mark) const;
    void showComparison(const services::PictureComparison& comparison);
    void showPlace(int mark, const QRect& rect);
    void openPlace(int fact);
    bool hasPlaces() const;
    void showCheck(const QString& problem = {});
    void toggleCheck(int fact);
    void checkPlaces();
    void checkForms();
    void checkFacts(const QList<int>& facts);
    void checkNext();
    QString checkNote() const;
    void showCheckNote();
    void stopChecking();
    void endForms();
    void request(const MessageAction& action);
    std::function<void(MessageAction)> requester();
    void followLink(const QString& address);
    void setError();
    void setHint();
    void updateFooter();
    void notifyReaders();
    void setRevealed(bool revealed);
    QString dividerText() const;
    void drawDivider(QPainter& painter, const QRect& rect) const;
    void applyLayout();
    bool isUser() const { return m_author == services::Author::User; }

    services::Author m_author;
    services::Message m_message;
    MessageContext m_context;
    QList<PictureTile*> m_tiles;
    QList<TextAttachmentView*> m_attachments;
    ThinkingView* m_thinking = nullptr; // once there was a thought
    qsizetype m_unmarked = 0; // so much of the text contains no mark of a thought
    QElapsedTimer m_thoughtClock; // since the thought was seen to begin
    double m_thoughtSeconds = -1;
    MarkdownView* m_text = nullptr; // a new one for each message
    ToolUseList* m_toolUses = nullptr; // once there were any
    SourceCards* m_sources = nullptr; // once there were any
    TextLabel* m_note = nullptr; // once something was left out
    CitationMarks m_citations; // of the text
    QString m_judged; // the answer whose citations are, or are about to be
    QList<services::PictureFact> m_facts; // of the text, that were compared with images
    QString m_compared; // the answer that was compared with them, or is about to be
    QString m_missingLanguage; // for which it wasn't
    QList<services::DisputedFact> m_disputed; // of the text, by its other versions
    QStringList m_comparedVersions; // the answer that was compared, or is about to be, and these
    QList<int> m_markFacts; // the index of the fact of each mark in the text; −1: none
    PlacePopup* m_place = nullptr; // once a fact was pointed at
    int m_pointed = -1; // the fact that it shows
    QHash<int, services::PlaceCheck> m_checks; // of places that were read again, by fact
    bool m_readsFormsAgain = false; // once it is known what the images show
    bool m_isReadingForms = false; // by itself
    QList<int> m_forms; // the images that look like receipts or forms
    bool m_checksSeveral = false; // facts in turn, about which a line says more
    QList<int> m_toCheck; // facts whose places are being read again; the first is under way
    std::stop_source m_checkStop;
    TextLabel* m_pending; // until the first word
    MessageError* m_error = nullptr; // once something went wrong
    UnsureHint* m_hint = nullptr; // once the built-in model was not sure
    ElidedLabel* m_statistics;
    MessageActions* m_actions;
    bool m_hasMessage = false;
    bool m_isRevealed = false; // the pointer is on it
    mutable QString m_readable; // null: has to be made again
    QString m_announced; // as screen readers know it
};

/// Lets screen readers see a MessageView as a list item with text, and the widget that contains
/// them as a list. Must be called once, before the first window is made.
void installMessageAccessibility();

} // namespace ui
