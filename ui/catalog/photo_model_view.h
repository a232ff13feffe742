#pragma once

#include <QWidget>

class QBoxLayout;
class QProgressBar;
class QPushButton;

namespace services {
class PhotoModel;
}

namespace ui {

class Announcer;
class TextLabel;

/// Offers a small model that sees photographs: a button with its size fetches it, and the progress
/// takes the button's place. Hidden as long as the catalog knows none.
class PhotoModelView : public QWidget {
    Q_OBJECT

public:
    /// The place of the buttons: below what is said, or before it in the same row.
    enum class Buttons { Below, Before };

    /// `model` must outlive it. `afterwards` is a sentence about what will be done with it then.
    PhotoModelView(services::PhotoModel& model, const QString& afterwards,
        Buttons place = Buttons::Below, QWidget* parent = nullptr);

    QString stateText() const; ///< what can be read

signals:
    void requested(); ///< the user wants the model; it is being fetched
    void othersRequested(); ///< the user wants to choose among more models
    void heightChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void get();
    void refresh();

    services::PhotoModel& m_model;
    const QString m_afterwards;
    QBoxLayout* m_row = nullptr; // of buttons and text; null: the text is above
    QProgressBar* m_progress;
    TextLabel* m_state;
    QPushButton* m_get; // also resumes and tries again
    QPushButton* m_pause;
    QPushButton* m_cancel;
    QPushButton* m_others;
    Announcer* m_announcer;
    int m_shown = -1; // the stage that was shown last
};

} // namespace ui
