#include "ui/evidence/evidence_dialog.h"

#include "services/background.h"
#include "services/conversations/transfer/transfer.h"
#include "services/evidence/evidence_pdf.h"
#include "services/evidence/reply_evidence.h"
#include "services/generation/model_pool.h"
#include "services/storage/whole_file.h"
#include "services/system/paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>
#include <mutex>
#include <utility>

namespace ui {

using services::Evidence;
using services::EvidencePoint;
using Result = EvidencePoint::Result;

namespace {

constexpr qsizetype maxHeadingLength = 200; // characters

} // namespace

/// What the working thread has found, and the window hasn't shown.
struct EvidenceDialog::Arriving {
    std::mutex lock;
    QList<EvidencePoint> points; // under the lock
};

EvidenceDialog::EvidenceDialog(services::ModelPool& models, const QString& reader, QWidget* parent)
    : WorkDialog(tr("Check a reply"), tr("Check again"), parent)
    , m_models(models)
    , m_reader(reader)
    , m_arriving(std::make_shared<Arriving>())
{
}

services::EvidenceWork EvidenceDialog::start(const QString& message)
{
    Work work = begin(message);
    return {.progress = std::move(work.progress), .stop = work.stop, .reader = m_reader};
}

void EvidenceDialog::refresh()
{
    QList<EvidencePoint> points;
    {
        const std::lock_guard guard(m_arriving->lock);
        points = std::exchange(m_arriving->points, {});
    }
    for (const EvidencePoint& point : points)
        add(point);
}

void EvidenceDialog::add(const EvidencePoint& point)
{
    m_points << point;
    const QString mark = point.result == Result::Holds ? QStringLiteral("✓")
        : point.result == Result::Fails                ? QStringLiteral("✗")
                                                       : QStringLiteral("?");
    const QString word = point.result == Result::Holds ? tr("Holds")
        : point.result == Result::Fails                ? tr("Fails")
                                                       : tr("Not checked");
    QListWidgetItem* item = addResult(mark + QStringLiteral("  ") + point.text);
    item->setData(Qt::AccessibleTextRole, word + QStringLiteral(": ") + point.text);
    if (point.result == Result::Fails) {
        QFont font = list()->font();
        font.setBold(true);
        item->setFont(font);
    }
}

void EvidenceDialog::exportTo(const QString& path, Evidence evidence)
{
    m_path = path;
    setWindowTitle(tr("Export evidence"));
    setHeading(tr("Export evidence"));
    const services::EvidenceWork work = start(tr("Hashing files and drawing the cited passages…"));
    services::runInBackground<bool>(
        this,
        [path, work, evidence = std::move(evidence)]() mutable {
            services::EvidenceWork half = work;
            half.progress = [&work](double share) { work.progress(share / 2); };
            services::completeEvidence(evidence, half);
            half.progress = [&work](double share) { work.progress(0.5 + share / 2); };
            services::writeExport(path, services::drawEvidence(evidence, half));
            return true;
        },
        [this](const services::Outcome<bool>& outcome) {
            end(outcome.value ? tr("Exported to “%1”. It shows the cited passages, and can be "
                                   "checked again later.")
                                    .arg(QDir::toNativeSeparators(m_path))
                              : outcome.error);
            actionButton()->setVisible(outcome.value.has_value());
        });
}

void EvidenceDialog::check(const QString& path)
{
    m_path = path;
    m_points.clear();
    clearResults();
    setWindowTitle(tr("Check a reply"));
    m_arriving = std::make_shared<Arriving>();
    const services::EvidenceWork work = start(tr("Comparing files and passages…"));
    services::runInBackground<std::shared_ptr<Evidence>>(
        this,
        [path, work, arriving = m_arriving] {
            auto evidence = std::make_shared<Evidence>(services::readEvidence(path));
            services::checkSources(
                *evidence, QFileInfo(path).absolutePath(),
                [&arriving](const EvidencePoint& point) {
                    const std::lock_guard guard(arriving->lock);
                    arriving->points << point;
                },
                work);
            return evidence;
        },
        [this](const services::Outcome<std::shared_ptr<Evidence>>& outcome) {
            refresh();
            if (!outcome.value)
                return end(outcome.error);
            const std::shared_ptr<Evidence>& evidence = *outcome.value;
            setHeading(evidence->question.simplified().left(maxHeadingLength));
            evidence->modelName.isEmpty() ? endCheck() : checkModel(evidence);
        });
}

void EvidenceDialog::checkModel(const std::shared_ptr<Evidence>& evidence)
{
    const services::EvidenceWork work = start(tr("Comparing the model with that of the reply…"));
    services::runInBackground<EvidencePoint>(
        this,
        [evidence, work] { return services::checkModel(*evidence, evidence->modelPath, work); },
        [this, evidence](const services::Outcome<EvidencePoint>& outcome) {
            if (!outcome.value)
                return end(outcome.error);
            add(*outcome.value);
            outcome.value->result == Result::Holds ? checkAnswer(evidence) : endCheck();
        });
}

void EvidenceDialog::checkAnswer(const std::shared_ptr<Evidence>& evidence)
{
    const services::EvidenceWork work = start(tr("The model writes the answer again…"));
    forgetShare();
    const bool isBuiltIn = evidence->modelPath == services::builtInModelPath()
        && evidence->options.contains(QLatin1String("--exact"));
    const auto model = isBuiltIn ? services::ModelId()
                                 : services::ModelId::fromPath(evidence->modelPath.toStdString());
    services::runInBackground<EvidencePoint>(
        this,
        [evidence, work, engine = m_models.engine(model)] {
            return services::checkAnswer(*evidence, *engine, work);
        },
        [this](const services::Outcome<EvidencePoint>& outcome) {
            if (!outcome.value)
                return end(outcome.error);
            add(*outcome.value);
            endCheck();
        });
}

void EvidenceDialog::endCheck()
{
    const auto fails = std::ranges::count(m_points, Result::Fails, &EvidencePoint::result);
    const auto unknown = std::ranges::count(m_points, Result::Unknown, &EvidencePoint::result);
    if (fails > 0)
        end(tr("%Ln points fail.", nullptr, int(fails)));
    else if (unknown > 0)
        end(tr("Nothing fails. %Ln points can't be checked here.", nullptr, int(unknown)));
    else
        end(tr("Everything holds."));
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::evidenceDialog)
};

QFileDialog* makeFileDialog(QWidget* parent, const QString& title)
{
    auto* dialog = new QFileDialog(parent, title, {}, Text::tr("Exported reply (*.pdf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    return dialog;
}

} // namespace

void exportWithDialog(
    QWidget* parent, services::ModelPool& models, const QString& reader, Evidence evidence)
{
    QFileDialog* dialog = makeFileDialog(parent, Text::tr("Export evidence"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("pdf"));
    dialog->selectFile(
        services::toFileName(evidence.question, QStringLiteral("reply")) + QStringLiteral(".pdf"));
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
        [parent, &models, reader, evidence = std::move(evidence)](const QString& path) {
            auto* work = new EvidenceDialog(models, reader, parent);
            work->open();
            work->exportTo(path, evidence);
        });
    dialog->open();
}

void checkWithDialog(QWidget* parent, services::ModelPool& models, const QString& reader)
{
    QFileDialog* dialog = makeFileDialog(parent, Text::tr("Check a reply"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(
        dialog, &QFileDialog::fileSelected, parent, [parent, &models, reader](const QString& path) {
            auto* work = new EvidenceDialog(models, reader, parent);
            work->open();
            work->check(path);
        });
    dialog->open();
}

} // namespace ui
