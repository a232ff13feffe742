#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace ui {

class TextLabel;

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

    /// Throws an exception with a sentence if that can be no secret.
    virtual void keepSecret(const QByteArray& secret) = 0;
    virtual void forgetSecret() = 0;
    virtual bool canForget() const = 0;
    virtual QString sentence() const = 0; ///< where it is kept, and why there

private:
    void keep();

    QLineEdit* m_text;
    QPushButton* m_keep;
    QPushButton* m_forget;
    TextLabel* m_sentence;
};

} // namespace ui
