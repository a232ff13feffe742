#pragma once

#include <QMessageBox>

namespace services {
class DocumentLibrary;
} // namespace services

namespace ui {

/// Asks whether documents shall be read again whose scanned pages another reader has read.
class ScansQuestion : public QMessageBox {
    Q_OBJECT

public:
    /// Opens one whenever the library tells of such documents. Both must outlive it.
    static void askFor(services::DocumentLibrary& library, QWidget* parent);

    ScansQuestion(int documents, QWidget* parent);

signals:
    void confirmed();
};

} // namespace ui
