#pragma once

#include "services/generation/model_summary.h"

#include <QWidget>

namespace ui {

class ElidedLabel;
class IconButton;

/// The line above the messages: which model answers and on what device; how far it is loaded, or
/// why it is not.
class ModelHeader : public QWidget {
    Q_OBJECT

public:
    explicit ModelHeader(QWidget* parent = nullptr);

    void showLoading(double share);
    void showModel(const services::ModelSummary& model);
    void showFailure(const QString& sentence);

signals:
    void sidebarToggled();
    void themeToggled();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColours();

    ElidedLabel* m_name;
    ElidedLabel* m_device;
    IconButton* m_theme;
};

} // namespace ui
