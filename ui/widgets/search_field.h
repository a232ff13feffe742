#pragma once

#include <QLineEdit>

namespace ui {

/// A field for words to search for, with a mark at its left and, while it holds text, a button at
/// its right that clears it. Escape clears it, too; in an empty field it is the window's.
class SearchField : public QLineEdit {
    Q_OBJECT

public:
    /// `name` is what a screen reader calls it; also shown in it while it is empty.
    explicit SearchField(const QString& name, QWidget* parent = nullptr);

signals:
    void downPressed(); ///< to where the results are
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
