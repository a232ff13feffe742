#pragma once

#include <QMimeData>
#include <QPlainTextEdit>

namespace ui {

/// The text field of the prompt box. Enter submits and Shift+Enter breaks the line or, if set so,
/// Enter breaks the line and Ctrl+Enter submits; an Enter that an input method takes does neither.
/// The field grows with its text. Pasted files, images and long texts are reported by signals and
/// not inserted: laying out a single line of a megabyte would take minutes.
class PromptEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    static constexpr qsizetype maxCharacters = 1'000'000; ///< in the whole text
    /// A longer line takes seconds to lay out.
    static constexpr qsizetype maxLineCharacters = 20'000;
    /// A pasted text with a longer line counts as long.
    static constexpr qsizetype longLineCharacters = 2'000;

    explicit PromptEdit(QWidget* parent = nullptr);

    void setMaximumHeightToGrow(int pixels);

    void setSendsByControlEnter(bool sends);
    void setAsksAboutPictures(bool asks); ///< whether the placeholder speaks of images
    /// Pasted text with more characters is reported and not inserted.
    void setLongText(qsizetype characters);

    /// What a paste of this text does.
    using QPlainTextEdit::paste;
    /// Does what pasting this text from the clipboard would do.
    void paste(const QString& text);

    /// insert() replaces the selection by a text if the lengths above allow it, and can be undone.
    /// Both return whether they allow it.
    bool canInsert(const QString& text) const;
    bool insert(const QString& text);

    /// Replaces the whole text; can be undone.
    void replaceAll(const QString& text);

signals:
    void submitted();
    void upPressed(); ///< with an empty text
    void historyRequested(int step); ///< −1: the previous sent text, 1: the next
    void attachmentsPasted(const QMimeData* data);
    void longTextPasted(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void fitHeight();
    void showPlaceholder();
    void say();
    bool pressEnter(const QKeyEvent& event);
    void pastePlain();

    int m_maximumHeight = 240; // pixels
    bool m_composing = false; // an input method shows text that is not yet entered
    bool m_sendsByControlEnter = false;
    bool m_asksAboutPictures = true;
    qsizetype m_longText = 4000; // characters
};

} // namespace ui
