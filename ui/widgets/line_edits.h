#pragma once

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QWidget>

class QLineEdit;
class QPushButton;

namespace ui {

class TextLabel;

/// A field for words to search for, with a symbol at its left and, while it contains text, a button
/// at its right that clears it. Escape also clears it; if it is empty, the window gets the Escape.
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
    void applyColors();

    QAction* m_mark;
    QAction* m_clear;
};

/// Takes a secret and says where it is kept. Never shows one. Derived classes know whose it is: they
/// call showState() at the end of their constructors, and whenever something has changed.
class SecretEdit : public QWidget {
    Q_OBJECT

signals:
    void kept(); ///< another one

protected:
    /// What its three parts are called for screen readers.
    struct Names {
        QString field, keep, forget;
    };
    SecretEdit(const Names& names, QWidget* parent);

    QLineEdit* text() const { return m_text; }
    void showState();

    /// Throws an exception with a message if the text can't be a secret.
    virtual void keepSecret(const QByteArray& secret) = 0;
    virtual void forgetSecret() = 0;
    virtual bool canForget() const = 0;
    virtual QString message() const = 0; ///< where it is kept, and why there

private:
    void keep();

    QLineEdit* m_text;
    QPushButton* m_keep;
    QPushButton* m_forget;
    TextLabel* m_message;
};

/// A field for a longer text, as high as `lines` lines in its font. Tab leaves it.
class LinesEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit LinesEdit(int lines, const QString& placeholder = {}, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    const int m_lines;
};

} // namespace ui
