#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace services {
class EndPoints;
}

namespace ui {

class TextLabel;

/// Takes the key for an end point and says where it is kept. Never shows one.
class KeyEdit : public QWidget {
    Q_OBJECT

public:
    /// The end points must outlive it.
    KeyEdit(services::EndPoints& endPoints, const QString& address, QWidget* parent = nullptr);

signals:
    void kept(); ///< another key

private:
    void keep();
    void showState();

    services::EndPoints& m_endPoints;
    const QString m_address;
    QLineEdit* m_text;
    QPushButton* m_keep;
    QPushButton* m_forget;
    TextLabel* m_sentence;
};

} // namespace ui
