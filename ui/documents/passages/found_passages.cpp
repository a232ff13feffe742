#include "ui/documents/passages/found_passages.h"

#include "ui/documents/passages/hit_delegate.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QKeyEvent>
#include <QListView>
#include <QVBoxLayout>

namespace ui {

FoundPassages::FoundPassages(QWidget* parent)
    : QWidget(parent)
    , m_sentence(new TextLabel(TextRole::Muted, {}, this))
    , m_list(new QListView(this))
{
    m_list->setModel(&m_hits);
    m_list->setItemDelegate(new HitDelegate(m_list));
    m_list->setAccessibleName(tr("Passages found"));
    m_list->setAccessibleDescription(tr("Enter opens one where it stands."));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setTabKeyNavigation(false); // Tab goes on to the next control
    m_list->setMouseTracking(true);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this, &FoundPassages::open);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).small);
    layout->addWidget(m_sentence);
    layout->addWidget(m_list, 1);
}

QString FoundPassages::sentence() const
{
    return m_sentence->text();
}

void FoundPassages::showWaiting()
{
    m_sentence->setRole(TextRole::Muted);
    m_sentence->setText(tr("Looking…"));
}

void FoundPassages::showFound(const services::Found& found)
{
    m_hits.setHits(found.hits);
    m_sentence->setRole(found.error.isEmpty() ? TextRole::Muted : TextRole::Error);
    if (!found.error.isEmpty())
        m_sentence->setText(found.error);
    else if (found.hits.empty())
        m_sentence->setText(tr("Nothing in your documents has these words."));
    else if (found.isAnswered)
        m_sentence->setText(tr("%Ln passage(s), the best first", nullptr, int(found.hits.size())));
    else
        m_sentence->setText(
            tr("Nothing in your documents answers this. These passages come closest:"));
    m_list->setVisible(!found.hits.empty());
    if (!found.hits.empty())
        m_list->selectionModel()->setCurrentIndex(
            m_hits.index(0), QItemSelectionModel::ClearAndSelect);
}

void FoundPassages::enter()
{
    if (m_hits.rowCount() > 0)
        m_list->setFocus(Qt::ShortcutFocusReason);
}

void FoundPassages::open(const QModelIndex& index)
{
    if (index.isValid())
        emit opened(m_hits.hit(index.row()));
}

bool FoundPassages::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            open(m_list->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
