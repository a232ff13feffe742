#pragma once

#include "services/generation/model_summary.h"

#include <QAbstractButton>

namespace ui {

/// Shows in a few words what the model is computed on: "CPU · AVX-512 · 2 threads". A click shows
/// the details: other devices and why they are not used, the context, the draft model.
class DeviceChip : public QAbstractButton {
    Q_OBJECT

public:
    explicit DeviceChip(QWidget* parent = nullptr);

    void setModel(const services::ModelSummary& model);

    /// These details as text.
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
