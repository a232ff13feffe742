#pragma once

#include <QLineEdit>

namespace ui {

/// A field for words to search for, with a symbol at its left and, while it holds text, a button at
/// its right that clears it. Escape also clears it; if it is empty, the window gets the Escape.
class SearchField : public QLineEdit {
    Q_OBJECT

public:
    /// `name` is what screen readers call it; it is also shown while the field is empty.
    explicit SearchField(const QString& name, QWidget* parent = nullptr);

signals:
    void downPressed(); ///< the user wants to go to the results
    void escaped(); ///< after it was cleared

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyColours();

    QAction* m_mark;
    QAction* m_clear;
};

} // namespace ui
