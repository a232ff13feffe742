#pragma once

#include <QDialog>
#include <QString>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>

class QDialogButtonBox;
class QListWidget;
class QListWidgetItem;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace ui {

class Announcer;
class TextLabel;

/// A dialog that does something in the background, shows how far it is, and lists what comes of it.
/// Closing it stops the work. Deletes itself when it is closed.
class WorkDialog : public QDialog {
    Q_OBJECT

public:
    ~WorkDialog() override;

    bool isWorking() const { return m_isWorking; }
    QString message() const; ///< what it is doing, or what came of it
    QStringList results() const; ///< the lines of the list

protected:
    /// `action` is the name of a button that calls act() while nothing is done.
    WorkDialog(const QString& title, const QString& action, QWidget* parent);

    virtual void act() = 0;
    virtual void refresh() { } ///< called several times a second during the work, and at its end

    QVBoxLayout* body() const { return m_body; } ///< between message and progress
    QPushButton* addButton(const QString& name); ///< next to that of the action
    QPushButton* actionButton() const { return m_action; }
    QListWidget* list() const { return m_list; }

    /// What work on another thread needs of the dialog, however long that lives.
    struct Work {
        std::function<void(double share)> progress; ///< 0 … 1, called on any thread
        std::stop_token stop;
    };
    Work begin(const QString& message);
    void setMessage(const QString& message);
    void forgetShare(); ///< the bar shows from now on that it is not known how far the work is
    void end(const QString& message);

    void setHeading(const QString& text);
    QListWidgetItem* addResult(const QString& text); ///< the list appears with the first
    void clearResults();

private:
    bool m_isWorking = false;
    std::stop_source m_stop;
    std::shared_ptr<std::atomic<double>> m_share;
    QTimer m_timer;
    TextLabel* m_heading;
    TextLabel* m_message;
    QVBoxLayout* m_body;
    QProgressBar* m_bar;
    QListWidget* m_list;
    QDialogButtonBox* m_buttons;
    QPushButton* m_action;
    QPushButton* m_close;
    Announcer* m_announcer;
};

} // namespace ui
