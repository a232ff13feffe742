#pragma once

#include "ui/chat/message_wish.h"

#include <QWidget>

class QPushButton;

namespace ui {

class TextLabel;

/// Shown below an answer in which the built-in model says that it is not sure: tells what the model
/// knows, with a button that leads to a model that knows more or, if one is here, answers again by it.
class UnsureHint : public QWidget {
    Q_OBJECT

public:
    explicit UnsureHint(QWidget* parent = nullptr);

    /// Sets the name of the model that knows more; empty: there is none here.
    void setBetterModel(const QString& name);
    QString sentence() const;

signals:
    void wished(ui::MessageWish wish);

private:
    TextLabel* m_label;
    QPushButton* m_button;
    bool m_hasBetter = false;
};

} // namespace ui
