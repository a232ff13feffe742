#pragma once

#include <QWidget>

namespace services {
class Transfer;
}

namespace ui {

class ElidedLabel;
class IconButton;

/// How far an import or export of conversations has come, and a button that stops it. Shows itself
/// once that takes longer than a moment, and goes with it.
class TransferBar : public QWidget {
    Q_OBJECT

public:
    TransferBar(services::Transfer& transfer, QWidget* parent);

private:
    void tell(const QString& sentence);

    ElidedLabel* m_label;
    IconButton* m_stop;
};

} // namespace ui
