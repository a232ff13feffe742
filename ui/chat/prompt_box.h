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
/// text. What could not be attached is said above the box until it is dismissed.
class PromptBox : public QWidget {
    Q_OBJECT

public:
    explicit PromptBox(QWidget* parent = nullptr);

    /// While an answer is being written the button stops it instead of sending.
    void setWriting(bool writing);

    void attachFile(const QString& path);
    void attachFrom(const QMimeData* data);
    void setMaximumTextHeight(int pixels);
    void setText(const QString& text);
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
    bool m_writing = false;
    bool m_submitWhenLoaded = false;
};

} // namespace ui
