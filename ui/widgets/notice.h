#pragma once

#include "ui/widgets/error_box.h"

namespace ui {

/// A sentence about something that failed, where it failed. Stays until it is dismissed; its text
/// can be selected.
class Notice : public ErrorBox {
    Q_OBJECT

public:
    explicit Notice(const QString& sentence, QWidget* parent = nullptr);

signals:
    void dismissed();
};

} // namespace ui
