#pragma once

#include "services/evidence/check_evidence.h"
#include "ui/widgets/work_dialog.h"

#include <QList>
#include <QString>

#include <memory>

namespace services {
class ModelPool;
}

namespace ui {

/// Exports a reply as evidence, or checks one that was exported.
class EvidenceDialog : public WorkDialog {
    Q_OBJECT

public:
    /// The models must outlive it. `reader` is the program that reads documents and draws pages.
    EvidenceDialog(services::ModelPool& models, const QString& reader, QWidget* parent = nullptr);

    void exportTo(const QString& path, services::Evidence evidence); ///< hashes its files first
    void check(const QString& path); ///< a PDF that was exported

    const QList<services::EvidencePoint>& points() const { return m_points; }

protected:
    void act() override { check(m_path); }
    void refresh() override;

private:
    struct Arriving;

    services::EvidenceWork start(const QString& message);
    void add(const services::EvidencePoint& point);
    void checkModel(const std::shared_ptr<services::Evidence>& evidence);
    void checkAnswer(const std::shared_ptr<services::Evidence>& evidence);
    void endCheck();

    services::ModelPool& m_models;
    const QString m_reader;
    QString m_path; // of the PDF
    QList<services::EvidencePoint> m_points;
    std::shared_ptr<Arriving> m_arriving;
};

/// Asks where to export a reply, and exports it.
void exportWithDialog(QWidget* parent, services::ModelPool& models, const QString& reader,
    services::Evidence evidence);

/// Asks for a PDF, and checks it.
void checkWithDialog(QWidget* parent, services::ModelPool& models, const QString& reader);

} // namespace ui
