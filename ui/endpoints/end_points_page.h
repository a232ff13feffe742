#pragma once

#include <QHash>
#include <QWidget>

class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace services {
class EndPoints;
class InstalledModels;
} // namespace services

namespace ui {

class Announcer;
class EndPointCard;
class ScrollColumn;
class TextLabel;

/// The servers whose models answer here: one is added by its address, which is asked for its models.
class EndPointsPage : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    EndPointsPage(services::EndPoints& endPoints, services::InstalledModels& installed,
        QWidget* parent = nullptr);

    EndPointCard* card(const QString& address) const; ///< null if there is none

private:
    QWidget* makeField();
    void add();
    void showEndPoints();

    services::EndPoints& m_endPoints;
    services::InstalledModels& m_installed;
    ScrollColumn* m_scroll;
    QLineEdit* m_address;
    QPushButton* m_add;
    TextLabel* m_problem;
    QVBoxLayout* m_list;
    Announcer* m_announcer;
    QHash<QString, EndPointCard*> m_cards;
};

} // namespace ui
