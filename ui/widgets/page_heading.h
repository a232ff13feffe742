#pragma once

#include <QWidget>

class QHBoxLayout;

namespace ui {

class TextLabel;

/// The top of a page: its name, a sentence about it below, and what acts on the whole page at the
/// right.
class PageHeading : public QWidget {
    Q_OBJECT

public:
    explicit PageHeading(
        const QString& title, const QString& sentence = {}, QWidget* parent = nullptr);

    void setSentence(const QString& sentence); ///< hidden if empty
    void addAction(QWidget* button); ///< becomes the heading's

private:
    TextLabel* m_title;
    TextLabel* m_sentence;
    QHBoxLayout* m_line;
};

} // namespace ui
