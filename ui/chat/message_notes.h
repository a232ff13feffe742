#pragma once

#include "ui/chat/message_actions.h"
#include "ui/widgets/undo_bar.h"

#include <QWidget>

class QPushButton;

namespace services {
class PhotoModel;
}

namespace ui {

class TextLabel;

/// Shows in place of an answer why it failed, with buttons that try again, continue, or use the CPU
/// in place of the GPU, and one that copies what a report about it needs.
class MessageError : public Banner {
    Q_OBJECT

public:
    explicit MessageError(QWidget* parent = nullptr);

    /// `canContinue`: there is a text that can be continued. `isOnCard`: the CPU can be offered. An
    /// empty message hides everything.
    void setError(const QString& message, bool canContinue, bool isOnCard);

signals:
    void requested(const ui::MessageAction& action);

private:
    QPushButton* m_retry;
    QPushButton* m_continue;
    QPushButton* m_useProcessor;
};

/// Shown below an answer in which the built-in model says that it is not sure: tells what the model
/// knows. If a model that knows more is here, a button answers again by it; else one downloads such a
/// model first.
class UnsureHint : public QWidget {
    Q_OBJECT

public:
    explicit UnsureHint(QWidget* parent = nullptr);

    /// Sets the name of the model that knows more; empty: there is none here.
    void setBetterModel(const QString& name);

    /// The model that can be downloaded, which must outlive this; null: there is none.
    void setPhotoModel(services::PhotoModel* model);
    QString message() const;

signals:
    void requested(const ui::MessageAction& action);
    void heightChanged();

private:
    void showButtons();

    TextLabel* m_label;
    QPushButton* m_button;
    services::PhotoModel* m_photoModel = nullptr;
    QWidget* m_download = nullptr; // the view of that model
    bool m_hasBetter = false;
};

} // namespace ui
