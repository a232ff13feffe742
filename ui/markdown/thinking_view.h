#pragma once

#include <QWidget>

class QToolButton;

namespace ui {

class MarkdownView;

/// Shows what a model thought before it answered: one line that unfolds it; folded at first. The
/// thought is read and laid out only while it is unfolded.
class ThinkingView : public QWidget {
    Q_OBJECT

public:
    explicit ThinkingView(QWidget* parent = nullptr);

    /// `isOpen`: the model may still be thinking. `seconds`: how long it thought; negative if that
    /// is not known.
    void setText(const QString& thought, bool isOpen, double seconds = -1);

    bool isExpanded() const { return m_isExpanded; }
    void setExpanded(bool expanded);

    /// Does what MarkdownView::setSight() does, in pixels of this view.
    void setSight(int top, int bottom);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void heightChanged();
    void linkChosen(const QString& address);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateHeader();
    void showThought();

    QString m_thought;
    bool m_isOpen = false;
    bool m_isExpanded = false;
    double m_seconds = -1;
    QToolButton* m_header;
    MarkdownView* m_view = nullptr; // once it has been expanded
};

} // namespace ui
