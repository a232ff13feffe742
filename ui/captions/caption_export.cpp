#include "ui/captions/caption_export.h"

#include "services/background.h"
#include "services/captions/caption_run.h"
#include "services/captions/export_captions.h"

#include <QDir>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace ui {

using services::CaptionFormat;
using services::CaptionRow;
using services::ExistingSidecars;
using services::Outcome;

namespace {

QList<CaptionRow> copyRows(const services::CaptionRun& run)
{
    QList<CaptionRow> rows;
    rows.reserve(run.size());
    for (qsizetype i = 0; i < run.size(); ++i)
        rows << run.row(i);
    return rows;
}

} // namespace

CaptionExport::CaptionExport(QWidget* parent)
    : QMenu(tr("Export"), parent)
{
    addAction(tr("As a table (CSV)…"), this, [this] {
        exportFile(tr("Export as a table"), QStringLiteral("csv"), tr("Tables (*.csv)"));
    });
    m_mark = addAction(tr("Tables for spreadsheets (with a byte order mark)"));
    m_mark->setCheckable(true);
    m_mark->setChecked(true);
    addSeparator();
    addAction(tr("As JSON Lines…"), this, [this] {
        exportFile(tr("Export as JSON Lines"), QStringLiteral("jsonl"), tr("JSON Lines (*.jsonl)"));
    });
    addAction(tr("As text files next to the pictures"), this, &CaptionExport::exportBeside);
}

void CaptionExport::setRun(services::CaptionRun* run)
{
    m_run = run;
}

void CaptionExport::exportFile(const QString& title, const QString& ending, const QString& filter)
{
    if (!m_run)
        return;
    auto* dialog = new QFileDialog(parentWidget(), title, QDir::homePath(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave); // which asks before a file is replaced
    dialog->setDefaultSuffix(ending);
    dialog->selectFile(m_run->title() + u'.' + ending);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this,
            format = ending == QLatin1String("csv")
                ? CaptionFormat::Csv
                : CaptionFormat::JsonLines](const QString& path) {
            if (!m_run)
                return;
            const auto mark = m_mark->isChecked() ? services::ByteOrderMark::Written
                                                  : services::ByteOrderMark::Left;
            services::runInBackground<bool>(
                this,
                [rows = copyRows(*m_run), format, path, mark] {
                    services::exportCaptions(rows, format, path, mark);
                    return true;
                },
                [this, path](const Outcome<bool>& outcome) {
                    if (outcome.value)
                        emit exported(tr("Captions exported to “%1”.").arg(path));
                    else
                        emit failed(outcome.error);
                });
        });
    dialog->open();
}

void CaptionExport::exportBeside()
{
    if (!m_run)
        return;
    services::runInBackground<QStringList>(
        this,
        [rows = copyRows(*m_run)] { return services::existingFiles(services::sidecarPaths(rows)); },
        [this](const Outcome<QStringList>& existing) {
            if (!existing.value)
                emit failed(existing.error);
            else if (existing.value->isEmpty())
                writeSidecars(false);
            else
                askAboutExisting(*existing.value);
        });
}

void CaptionExport::askAboutExisting(const QStringList& existing)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Export"),
        tr("%Ln text file(s) already exist.", nullptr, int(existing.size())), QMessageBox::Cancel,
        parentWidget());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(existing.mid(0, 3).join(u'\n'));
    QPushButton* keep = box->addButton(tr("Keep existing"), QMessageBox::AcceptRole);
    QPushButton* replace = box->addButton(tr("Replace"), QMessageBox::DestructiveRole);
    box->setDefaultButton(keep);
    connect(keep, &QPushButton::clicked, this, [this] { writeSidecars(false); });
    connect(replace, &QPushButton::clicked, this, [this] { writeSidecars(true); });
    box->open();
}

void CaptionExport::writeSidecars(bool replaceExisting)
{
    if (!m_run)
        return;
    services::runInBackground<qsizetype>(
        this,
        [rows = copyRows(*m_run), replaceExisting] {
            return services::exportSidecars(
                rows, replaceExisting ? ExistingSidecars::Replace : ExistingSidecars::Keep);
        },
        [this](const Outcome<qsizetype>& written) {
            if (written.value)
                emit exported(tr(
                    "Wrote %Ln text file(s) next to the pictures.", nullptr, int(*written.value)));
            else
                emit failed(written.error);
        });
}

} // namespace ui
