#pragma once

#include <QWidget>

class QToolButton;

namespace ui {

class MarkdownView;

/// What a model thought before it answered: one line that opens and closes it, closed at first. The
/// thought is read and laid out only while it is open.
class ThinkingView : public QWidget {
    Q_OBJECT

public:
    explicit ThinkingView(QWidget* parent = nullptr);

    /// `isOpen`: more of it may come. `seconds` that it took; negative where nobody knows.
    void setText(const QString& thought, bool isOpen, double seconds = -1);

    bool isExpanded() const { return m_isExpanded; }
    void setExpanded(bool expanded);

    /// As MarkdownView's, in pixels of this view.
    void setSight(int top, int bottom);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void heightChanged();

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
