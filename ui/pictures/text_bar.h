#pragma once

#include <QWidget>

class QPushButton;

namespace ui {

class TextLabel;

/// Shown below a picture while words of it are selected: how many, and what can be done with them.
class TextBar : public QWidget {
    Q_OBJECT

public:
    explicit TextBar(QWidget* parent);

    void setWordCount(qsizetype count);

signals:
    void allWanted();
    void copyWanted();
    void cancelled();

private:
    TextLabel* m_count;
};

} // namespace ui
