#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace services {
class TokenKeeper;
}

namespace ui {

class TextLabel;

/// Takes the user's token for the hub of models and says where it is kept. Never shows one.
class TokenEdit : public QWidget {
    Q_OBJECT

public:
    explicit TokenEdit(services::TokenKeeper& tokens, QWidget* parent = nullptr); ///< outlives it

private:
    void keep();
    void showState();

    services::TokenKeeper& m_tokens;
    QLineEdit* m_text;
    QPushButton* m_keep;
    QPushButton* m_forget;
    TextLabel* m_sentence;
};

} // namespace ui
