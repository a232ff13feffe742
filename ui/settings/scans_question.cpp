#include "ui/settings/scans_question.h"

#include "services/documents/library/document_library.h"

#include <QPointer>
#include <QPushButton>

namespace ui {

using services::DocumentLibrary;

void ScansQuestion::askFor(DocumentLibrary& library, QWidget* parent)
{
    const auto ask = [&library, parent, open = QPointer<ScansQuestion>()](int documents) mutable {
        delete open; // about an earlier choice
        open = new ScansQuestion(documents, parent);
        connect(open, &ScansQuestion::confirmed, &library, &DocumentLibrary::readScansAgain);
        open->open();
    };
    connect(&library, &DocumentLibrary::scansReadOtherwise, parent, ask);
}

ScansQuestion::ScansQuestion(int documents, QWidget* parent)
    : QMessageBox(QMessageBox::Question, tr("Read scanned documents again"),
        tr("Read %Ln scanned document(s) again with the new setting?", nullptr, documents),
        QMessageBox::NoButton, parent)
{
    setTextFormat(Qt::PlainText);
    setInformativeText(tr("It runs in the background and can be paused on the page "
                          "“Documents”. Documents that you add from now on are read with the new "
                          "setting in any case."));
    setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* keep = addButton(tr("Keep as is"), QMessageBox::RejectRole);
    QPushButton* again = addButton(tr("Read again"), QMessageBox::AcceptRole);
    setDefaultButton(again);
    setEscapeButton(keep);
    connect(again, &QPushButton::clicked, this, &ScansQuestion::confirmed);
}

} // namespace ui
