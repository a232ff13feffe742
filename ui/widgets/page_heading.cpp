#include "ui/widgets/page_heading.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

PageHeading::PageHeading(const QString& title, const QString& sentence, QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Title, title, this))
    , m_sentence(new TextLabel(TextRole::Muted, {}, this))
    , m_line(new QHBoxLayout)
{
    const Metrics distance = metrics(this);
    m_line->setSpacing(distance.small);
    m_line->addWidget(m_title, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, distance.medium);
    layout->setSpacing(distance.tight);
    layout->addLayout(m_line);
    layout->addWidget(m_sentence);
    setSentence(sentence);
}

void PageHeading::setSentence(const QString& sentence)
{
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

void PageHeading::addAction(QWidget* button)
{
    m_line->addWidget(button, 0, Qt::AlignTop);
}

} // namespace ui
