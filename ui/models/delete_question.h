#pragma once

#include <QMessageBox>

namespace services {
struct StoredModel;
} // namespace services

namespace ui {

/// Asks whether the files of a model shall be deleted: names them, their folder and their size.
class DeleteQuestion : public QMessageBox {
    Q_OBJECT

public:
    DeleteQuestion(const services::StoredModel& model, QWidget* parent);

signals:
    void confirmed();
};

} // namespace ui
