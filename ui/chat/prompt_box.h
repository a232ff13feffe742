#pragma once

#include "services/picture.h"

#include <QWidget>

class QMimeData;
class QVBoxLayout;

namespace ui {

class AttachmentStrip;
class IconButton;
class PromptEdit;

/// Where the user writes. Enter sends, Shift+Enter breaks the line; pictures to send lie above the
/// text. What could not be attached is said above the box until it is dismissed, at most the last
/// four failures.
class PromptBox : public QWidget {
    Q_OBJECT

public:
    explicit PromptBox(QWidget* parent = nullptr);

    /// While an answer is being written the button stops it instead of sending.
    void setWriting(bool writing);

    /// Shows another draft, known by the object it is written for, which is never touched: this
    /// text and the pictures that were attached to it before. Only the draft that is shown is ever
    /// sent.
    void showDraft(const QObject* draft, const QString& text = {});

    /// Puts the draft aside to edit a message that was sent. It comes back when the edited message
    /// is sent, or by cancelEdit().
    void beginEdit(const QString& text, const QList<services::Picture>& pictures);
    void cancelEdit();
    bool isEditing() const { return !m_editBar->isHidden(); }

    void attachFile(const QString& path);
    void attachFrom(const QMimeData* data);
    void setMaximumTextHeight(int pixels);
    void showNotice(const QString& sentence);

    QString text() const;
    PromptEdit* edit() const { return m_edit; }

public slots:
    /// Sends now, or as soon as the pictures are decoded; nothing if there is nothing to send.
    void submit();
    void chooseFiles();

signals:
    void submitted(const QString& text, const QList<services::Picture>& pictures);
    void edited(const QString& text, const QList<services::Picture>& pictures); ///< submitted, too
    void draftChanged(const QString& text); ///< by the user
    void editLastRequested(); ///< by the up key in an empty text
    void stopRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void onButton();
    void onAttachmentsChanged();
    void onTextChanged();
    void updateButton();
    void makeEditBar();
    void setText(const QString& text);

    QVBoxLayout* m_notices;
    AttachmentStrip* m_strip;
    PromptEdit* m_edit;
    IconButton* m_button;
    QWidget* m_frame; // around strip, text and buttons
    QWidget* m_editBar; // says that an earlier message is being edited; hidden otherwise
    const QObject* m_draft = nullptr; // that is shown, or was before editing
    QString m_textBefore; // the draft's, while editing
    bool m_isSettingText = false;
    bool m_writing = false;
    bool m_submitWhenLoaded = false;
};

} // namespace ui
