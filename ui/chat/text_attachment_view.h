#pragma once

#include "services/attachments/attachment_loader.h"
#include "services/conversations/message.h"

#include <QWidget>

#include <functional>

class QDialog;
class QPlainTextEdit;
class QToolButton;
class QWidget;

namespace ui {

/// A text that was attached to a message: a chip with its name and size. A click unfolds the text
/// below it, another click folds it again. A document is opened instead. For a file that has not been
/// read it is only the chip.
class TextAttachmentView : public QWidget {
    Q_OBJECT

public:
    /// A longer text is shown only up to here. The model reads all of it.
    static constexpr int shownCharacters = 20'000;

    explicit TextAttachmentView(
        const services::TextAttachment& attachment, QWidget* parent = nullptr);

    explicit TextAttachmentView(const services::AwaitedFile& file, QWidget* parent = nullptr);

    bool isUnfolded() const;
    void setUnfolded(bool unfolded);

    QSize sizeHint() const override; ///< as wide as the chip while the text is folded

signals:
    void heightChanged();
    void documentOpened();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeBody();
    void applyColors();

    services::TextAttachment m_attachment;
    QToolButton* m_chip;
    QPlainTextEdit* m_body = nullptr; // made when it is unfolded for the first time
};

/// Opens a window that shows a text attachment of any length. Lines and text are cut, with a note,
/// where the editor would become slow. If `insert` is given, a button calls it to write the text
/// into the message instead. The window deletes itself when it is closed.
QDialog* showTextPreview(
    QWidget* parent, const services::TextAttachment& text, std::function<void()> insert = {});

} // namespace ui
