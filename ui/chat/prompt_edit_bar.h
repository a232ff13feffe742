#pragma once

#include <QWidget>

namespace ui {

/// Says above the text of the prompt box that an earlier message is being edited, with a button
/// that cancels this.
class PromptEditBar : public QWidget {
    Q_OBJECT

public:
    explicit PromptEditBar(QWidget* parent = nullptr);

signals:
    void cancelled();
};

} // namespace ui
