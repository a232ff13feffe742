#pragma once

#include <QKeySequence>
#include <QWidget>

namespace ui {

class TextLabel;

/// A sentence that says why keys cannot be given to a command; empty if they can. `text` is what
/// pressing them types.
QString problemOfKeys(QKeyCombination keys, const QString& text = {});

/// Waits for keys to be pressed. While it has the focus, no key does anything else; Escape or
/// losing the focus ends the waiting.
class KeyCapture : public QWidget {
    Q_OBJECT

public:
    /// `name` is the name of the command that the keys are for.
    explicit KeyCapture(const QString& name, QWidget* parent = nullptr);

signals:
    void captured(const QKeySequence& keys); ///< the keys may belong to another command
    void cancelled();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* m_prompt;
    TextLabel* m_problem;
};

} // namespace ui
