#pragma once

#include "ui/chat/message_wish.h"

#include <QWidget>

namespace ui {

/// Shown below an answer in which the built-in model says that it is not sure: tells what the model
/// knows, with a button that leads to other models.
class UnsureHint : public QWidget {
    Q_OBJECT

public:
    explicit UnsureHint(QWidget* parent = nullptr);

    static QString sentence();

signals:
    void wished(ui::MessageWish wish);
};

} // namespace ui
