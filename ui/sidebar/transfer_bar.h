#pragma once

#include <QWidget>

namespace services {
class Transfer;
}

namespace ui {

class ElidedLabel;
class IconButton;

/// Shows the progress of an import or export, with a button that stops it. Appears only if that
/// takes longer than a moment, and disappears when it ends.
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
