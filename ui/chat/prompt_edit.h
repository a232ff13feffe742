#pragma once

#include <QMimeData>
#include <QPlainTextEdit>

namespace ui {

/// The text of a prompt. Enter submits and Shift+Enter breaks the line or, if so chosen, Enter
/// breaks the line and Ctrl+Enter submits; an Enter that belongs to an input method does neither.
/// Grows with its text. Files and pictures that are pasted are handed on, and so is long text: a
/// line of a megabyte alone would take minutes to lay out.
class PromptEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    static constexpr qsizetype maxCharacters = 1'000'000; ///< of the whole text
    static constexpr qsizetype maxLineCharacters
        = 20'000; ///< a longer line takes seconds to lay out
    static constexpr qsizetype longLineCharacters = 2'000; ///< from here on a pasted line is long

    explicit PromptEdit(QWidget* parent = nullptr);

    void setMaximumHeightToGrow(int pixels);

    void setSendsByControlEnter(bool sends);
    void setLongText(qsizetype characters); ///< pasted text that is longer is handed on

    /// What a paste of this text does.
    using QPlainTextEdit::paste;
    void paste(const QString& text);

    /// Writes a text in place of the selection, if that is safe; it can be undone.
    bool canInsert(const QString& text) const;
    bool insert(const QString& text);

    /// The whole text becomes another one; it can be undone.
    void replaceAll(const QString& text);

signals:
    void submitted();
    void upPressed(); ///< in an empty text
    void historyRequested(int step); ///< −1: what was sent before, 1: after
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
    void say();
    bool pressEnter(const QKeyEvent& event);
    void pastePlain();

    int m_maximumHeight = 240; // pixels
    bool m_composing = false; // an input method shows text that is not yet entered
    bool m_sendsByControlEnter = false;
    qsizetype m_longText = 4000; // characters
};

} // namespace ui
