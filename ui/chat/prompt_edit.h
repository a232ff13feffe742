#pragma once

#include <QMimeData>
#include <QPlainTextEdit>

namespace ui {

/// The text of a prompt. Enter submits, Shift+Enter breaks the line; an Enter that belongs to an
/// input method does neither. Grows with its text. Files and pictures that are pasted are handed
/// on; text that would freeze it is refused.
class PromptEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    static constexpr qsizetype maxCharacters = 1'000'000;
    static constexpr qsizetype maxLineCharacters
        = 20'000; ///< a longer line takes seconds to lay out

    explicit PromptEdit(QWidget* parent = nullptr);

    void setMaximumHeightToGrow(int pixels);

signals:
    void submitted();
    void upPressed(); ///< in an empty text
    void attachmentsPasted(const QMimeData* data);
    void textRefused(const QString& sentence);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void fitHeight();
    QString whyNot(const QString& text) const;

    int m_maximumHeight = 240; // pixels
    bool m_composing = false; // an input method shows text that is not yet entered
};

} // namespace ui
