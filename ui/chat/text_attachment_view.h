#pragma once

#include "services/conversations/message.h"

#include <QWidget>

class QPlainTextEdit;
class QToolButton;

namespace ui {

/// A text that went with a message: a chip with its name and size. A click unfolds the text below
/// it, another folds it up again. Of a file that has not been read it is only the chip.
class TextAttachmentView : public QWidget {
    Q_OBJECT

public:
    /// Longer texts are shown up to here; what the model reads is the whole.
    static constexpr int shownCharacters = 20'000;

    explicit TextAttachmentView(
        const services::TextAttachment& attachment, QWidget* parent = nullptr);

    explicit TextAttachmentView(const services::AwaitedFile& file, QWidget* parent = nullptr);

    bool isUnfolded() const;
    void setUnfolded(bool unfolded);

    QSize sizeHint() const override; ///< as wide as the chip while it is folded

signals:
    void heightChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeBody();
    void applyColours();

    services::TextAttachment m_attachment;
    QToolButton* m_chip;
    QPlainTextEdit* m_body = nullptr; // made when it is unfolded for the first time
};

} // namespace ui
