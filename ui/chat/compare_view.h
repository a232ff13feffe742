#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/model_names.h"

#include <QList>
#include <QPointer>
#include <QSet>
#include <QTimer>
#include <QWidget>

#include <utility>

class QGridLayout;
class QPushButton;
class QScrollArea;

namespace services {
class Conversation;
} // namespace services

namespace ui {

class ElidedLabel;
class MessageView;
class TextLabel;

/// One version of an answer among others: who wrote it and whether it is the one in the chat, the
/// answer, which scrolls by itself, and a button that keeps this version.
class CompareColumn : public QWidget {
    Q_OBJECT

public:
    static constexpr int minWidth = 300; ///< in pixels, of which two fit into the usual window
    static constexpr int narrowWidth = 230; ///< if otherwise only one would fit
    static constexpr int minHeight = 260;

    explicit CompareColumn(QWidget* parent = nullptr);

    /// `others` are the texts of the other versions that are complete.
    void setMessage(const services::Message& message, const QString& title, bool isShownInChat,
        const QStringList& others);
    const services::Message& message() const;
    MessageView* view() const { return m_view; }
    QPushButton* keepButton() const { return m_keep; }

signals:
    void kept();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void settle();

    ElidedLabel* m_title;
    TextLabel* m_current;
    QScrollArea* m_area;
    MessageView* m_view;
    QPushButton* m_keep;
    bool m_isSettling = false;
};

/// The versions of an answer side by side, also while they are being written. If they do not fit
/// next to each other, they are in several rows.
class CompareView : public QWidget {
    Q_OBJECT

public:
    explicit CompareView(QWidget* parent = nullptr);

    void setModelNames(const ModelNames& names) { m_modelNames = names; }

    /// Shows the versions of this answer. Versions that are made later are added.
    void compare(services::Conversation* conversation, services::MessageId message);
    void clear(); ///< shows nothing and follows no conversation

    const QList<CompareColumn*>& columns() const { return m_columns; }

signals:
    void kept(services::MessageId version);
    void left(); ///< the user goes back to the conversation, which is unchanged
    void requested(services::MessageId version, const ui::MessageAction& action);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void onTouched(services::MessageId id);
    void showVersions();
    void setColumnCount(qsizetype count);
    int columnsInRow() const;
    void arrange();
    CompareColumn* addColumn();
    QString columnTitle(const services::Message& message, qsizetype number) const;

    QPointer<services::Conversation> m_conversation;
    ModelNames m_modelNames = modelName;
    services::MessageId m_message = services::noMessage; // one of the versions
    ElidedLabel* m_question;
    QScrollArea* m_area;
    QGridLayout* m_grid;
    QList<CompareColumn*> m_columns;
    std::pair<int, qsizetype> m_arranged{0, 0}; // columns in a row, and all of them
    QTimer m_flush; // so that streams of tokens repaint at most 30 times a second
};

} // namespace ui
