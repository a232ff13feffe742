#include "ui/widgets/sentence_box.h"

#include "ui/theme/surface.h"
#include "ui/theme/theme.h"

namespace ui {

namespace {

constexpr int radius = 10; // pixels

} // namespace

SentenceBox::SentenceBox(const QString& sentence, Tone tone, QWidget* parent)
    : QWidget(parent)
    , m_tone(tone)
    , m_label(new TextLabel(tone == Tone::Failure ? TextRole::Error : TextRole::Body, {}, this))
{
    m_label->makeSelectable();
    setSentence(sentence);
}

void SentenceBox::setSentence(const QString& sentence)
{
    m_label->setText(sentence);
    m_label->setAccessibleName(sentence);
}

void SentenceBox::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    paintSurface(*this, m_tone == Tone::Failure ? colour.errorSurface : colour.bubble, radius);
}

} // namespace ui
