#pragma once

#include "services/picture.h"

#include <QHash>
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

    /// Puts what is written and attached aside and shows another draft, known by the object it is
    /// written for, which is never touched. Only the draft that is shown is ever sent.
    void showDraft(const QObject* draft);

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
    void stopRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void onButton();
    void onAttachmentsChanged();
    void updateButton();

    QVBoxLayout* m_notices;
    AttachmentStrip* m_strip;
    PromptEdit* m_edit;
    IconButton* m_button;
    QWidget* m_frame; // around strip, text and buttons
    QHash<const QObject*, QString> m_texts; // of the drafts put aside
    const QObject* m_draft = nullptr; // that is shown
    bool m_writing = false;
    bool m_submitWhenLoaded = false;
};

} // namespace ui
