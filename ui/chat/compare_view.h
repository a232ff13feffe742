#pragma once

#include "services/conversations/message.h"
#include "ui/chat/message_wish.h"
#include "ui/chat/model_names.h"

#include <QList>
#include <QPointer>
#include <QSet>
#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QScrollArea;

namespace services {
class Conversation;
}

namespace services {
enum class ToolDecision;
}

namespace ui {

class CompareColumn;
class TextLabel;

/// The versions of an answer side by side, also while they are being written. If they do not fit
/// beside each other, they scroll sideways.
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
    void linkChosen(const QString& address); ///< to be opened by openLink()
    void sourceOpened(services::MessageId version, int index);
    void toolDecided(services::MessageId version, int use, services::ToolDecision decision);
    void left(); ///< the user goes back to the conversation, which is unchanged
    void wished(services::MessageId version, ui::MessageWish wish);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void onTouched(services::MessageId id);
    void showVersions();
    void setColumnCount(qsizetype count);
    CompareColumn* addColumn();
    QString titleOf(const services::Message& message, qsizetype number) const;

    QPointer<services::Conversation> m_conversation;
    ModelNames m_modelNames = modelName;
    services::MessageId m_message = services::noMessage; // one of the versions
    TextLabel* m_question;
    QScrollArea* m_area;
    QHBoxLayout* m_line;
    QList<CompareColumn*> m_columns;
    QTimer m_flush; // so that streams of tokens repaint at most 30 times a second
};

} // namespace ui
