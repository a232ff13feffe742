#include "ui/captions/caption_export.h"

#include "services/background.h"
#include "services/captions/caption_run.h"

#include <QDir>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace ui {

using services::CaptionFormat;
using services::CaptionRow;
using services::ExistingSidecars;
using services::Outcome;
using services::SidecarKind;

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
        exportFile(tr("Export as a table"), CaptionFormat::Csv, QStringLiteral("csv"),
            tr("Tables (*.csv)"));
    });
    m_mark = addAction(tr("Tables for spreadsheets (with a byte order mark)"));
    m_mark->setCheckable(true);
    m_mark->setChecked(true);
    addSeparator();
    addAction(tr("As a spreadsheet (XLSX)…"), this, [this] {
        exportFile(tr("Export as a spreadsheet"), CaptionFormat::Workbook, QStringLiteral("xlsx"),
            tr("Spreadsheets (*.xlsx)"));
    });
    addAction(tr("As JSON Lines…"), this, [this] {
        exportFile(tr("Export as JSON Lines"), CaptionFormat::JsonLines, QStringLiteral("jsonl"),
            tr("JSON Lines (*.jsonl)"));
    });
    addAction(tr("As text files next to the pictures"), this,
        [this] { exportBeside(SidecarKind::Text); });
    addAction(tr("As metadata (XMP) next to the pictures"), this,
        [this] { exportBeside(SidecarKind::Xmp); });
}

void CaptionExport::setRun(services::CaptionRun* run)
{
    m_run = run;
}

void CaptionExport::exportFile(
    const QString& title, CaptionFormat format, const QString& ending, const QString& filter)
{
    if (!m_run)
        return;
    auto* dialog = new QFileDialog(parentWidget(), title, QDir::homePath(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave); // which asks before a file is replaced
    dialog->setDefaultSuffix(ending);
    dialog->selectFile(m_run->title() + u'.' + ending);
    connect(dialog, &QFileDialog::fileSelected, this, [this, format](const QString& path) {
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

void CaptionExport::exportBeside(SidecarKind kind)
{
    if (!m_run)
        return;
    const QList<services::CaptionRow> rows = copyRows(*m_run); // the user is asked about these
    services::runInBackground<QStringList>(
        this, [rows, kind] { return services::existingFiles(services::sidecarPaths(rows, kind)); },
        [this, rows, kind](const Outcome<QStringList>& existing) {
            if (!existing.value)
                emit failed(existing.error);
            else if (existing.value->isEmpty())
                writeSidecars(rows, ExistingSidecars::Keep, kind);
            else
                askAboutExisting(*existing.value, rows, kind);
        });
}

void CaptionExport::askAboutExisting(
    const QStringList& existing, const QList<services::CaptionRow>& rows, SidecarKind kind)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Export"),
        tr("%Ln file(s) already exist.", nullptr, int(existing.size())), QMessageBox::Cancel,
        parentWidget());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    QString details = existing.mid(0, 3).join(u'\n');
    if (kind == SidecarKind::Xmp)
        details += QStringLiteral("\n\n")
            + tr("Metadata of other programs is copied to “.xmp.bak” before it is replaced.");
    box->setInformativeText(details);
    QPushButton* keep = box->addButton(tr("Keep existing"), QMessageBox::AcceptRole);
    QPushButton* replace = box->addButton(tr("Replace"), QMessageBox::DestructiveRole);
    box->setDefaultButton(keep);
    connect(keep, &QPushButton::clicked, this,
        [this, rows, kind] { writeSidecars(rows, ExistingSidecars::Keep, kind); });
    connect(replace, &QPushButton::clicked, this,
        [this, rows, kind] { writeSidecars(rows, ExistingSidecars::Replace, kind); });
    box->open();
}

void CaptionExport::writeSidecars(
    const QList<services::CaptionRow>& rows, ExistingSidecars existing, SidecarKind kind)
{
    services::runInBackground<qsizetype>(
        this, [rows, existing, kind] { return services::exportSidecars(rows, existing, kind); },
        [this](const Outcome<qsizetype>& written) {
            if (written.value)
                emit exported(
                    tr("Wrote %Ln file(s) next to the pictures.", nullptr, int(*written.value)));
            else
                emit failed(written.error);
        });
}

} // namespace ui
