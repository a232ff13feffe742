#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_actions.h"

#include <QList>
#include <QWidget>

class QLabel;

namespace ui {

class ElidedLabel;
class MarkdownView;
class PictureTile;

/// One message: the user's on a bubble at the right, the assistant's plain. Pictures stand above
/// the text, what went wrong, the actions and the statistics below it. A screen reader sees a list
/// item whose text is the message.
class MessageView : public QWidget {
    Q_OBJECT

public:
    explicit MessageView(services::Author author, QWidget* parent = nullptr);

    void setMessage(const services::Message& message, const MessagePlace& place = {});
    MessageActions* actions() const { return m_actions; }

    /// What a screen reader reads: the text without marks, and the error if there is one.
    QString readableText() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Layout; // where the parts stand for a width
    Layout layOut(int width) const;
    int placeTiles(Layout& layout, int width) const;
    void placeText(Layout& layout, int& y, int width) const;
    void placeFooter(Layout& layout, int y, int width) const;
    void setPictures(const QList<services::Picture>& pictures);
    void applyLayout();
    void applyColours();
    bool isUser() const { return m_author == services::Author::User; }

    services::Author m_author;
    services::Message::State m_state = services::Message::State::Complete;
    QString m_source; // of the text, to copy
    QList<PictureTile*> m_tiles;
    MarkdownView* m_text;
    QLabel* m_pending; // until the first word
    QLabel* m_error;
    ElidedLabel* m_statistics;
    MessageActions* m_actions;
    QString m_readable; // as last told to screen readers
};

/// Lets screen readers see MessageView as a list item with text. Once, before the first window.
void installMessageAccessibility();

} // namespace ui
