#pragma once

#include <QHash>
#include <QWidget>

class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace services {
class Providers;
class InstalledModels;
} // namespace services

namespace ui {

class Announcer;
class ProviderCard;
class ScrollColumn;
class TextLabel;

/// The servers whose models answer here: one is added by its address, which is asked for its models.
class ProvidersPage : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    ProvidersPage(services::Providers& providers, services::InstalledModels& installed,
        QWidget* parent = nullptr);

    ProviderCard* card(const QString& address) const; ///< null if there is none

private:
    QWidget* makeField();
    void add();
    void showProviders();

    services::Providers& m_providers;
    services::InstalledModels& m_installed;
    ScrollColumn* m_scroll;
    QLineEdit* m_address;
    QPushButton* m_add;
    TextLabel* m_problem;
    QVBoxLayout* m_list;
    Announcer* m_announcer;
    QHash<QString, ProviderCard*> m_cards;
};

} // namespace ui
