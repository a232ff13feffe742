#pragma once

#include "services/generation/model_summary.h"

#include <QAbstractButton>

namespace ui {

/// What the model computes on, in few words: "CPU · AVX-512 · 2 threads". Opens what else there is
/// to say: other devices and why they are not used, the context, the draft model.
class DeviceChip : public QAbstractButton {
    Q_OBJECT

public:
    explicit DeviceChip(QWidget* parent = nullptr);

    void setModel(const services::ModelSummary& model);

    /// What is opened, as text.
    QString details() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void openDetails();

    services::ModelSummary m_model;
};

} // namespace ui
