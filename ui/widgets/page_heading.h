#pragma once

#include <QWidget>

class QHBoxLayout;

namespace ui {

class TextLabel;

/// The top of a page: its name, a sentence about it below, and at the right the buttons that act on
/// the whole page.
class PageHeading : public QWidget {
    Q_OBJECT

public:
    explicit PageHeading(
        const QString& title, const QString& sentence = {}, QWidget* parent = nullptr);

    void setSentence(const QString& sentence); ///< hidden if it is empty
    void addAction(QWidget* button); ///< the heading owns it

private:
    TextLabel* m_title;
    TextLabel* m_sentence;
    QHBoxLayout* m_line;
};

} // namespace ui
