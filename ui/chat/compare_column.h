#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_wish.h"

#include <QWidget>

class QPushButton;
class QScrollArea;

namespace services {
enum class ToolDecision;
}

namespace ui {

class MessageView;
class TextLabel;

/// One version of an answer among others: who wrote it, the answer, which scrolls by itself, and a
/// button that keeps this version.
class CompareColumn : public QWidget {
    Q_OBJECT

public:
    static constexpr int minWidth = 190; ///< in pixels; four fit into the usual window

    explicit CompareColumn(QWidget* parent = nullptr);

    void setMessage(const services::Message& message, const QString& title, bool isShownInChat);
    const services::Message& message() const;
    MessageView* view() const { return m_view; }
    QPushButton* keepButton() const { return m_keep; }

signals:
    void kept();
    void linkChosen(const QString& address);
    void sourceOpened(int index);
    void toolDecided(int use, services::ToolDecision decision);
    void wished(ui::MessageWish wish);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void settle();

    TextLabel* m_title;
    QScrollArea* m_area;
    MessageView* m_view;
    QPushButton* m_keep;
    bool m_isSettling = false;
};

} // namespace ui
