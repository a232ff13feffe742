#pragma once

#include <QWidget>

namespace ui {

class ElidedLabel;

/// Says above the text of the prompt box that an earlier message is being edited, with a button
/// that cancels this.
class PromptEditBar : public QWidget {
    Q_OBJECT

public:
    explicit PromptEditBar(QWidget* parent = nullptr);

    void setText(const QString& text); ///< what is being edited and what comes of it

signals:
    void cancelled();

private:
    ElidedLabel* m_label;
};

} // namespace ui
