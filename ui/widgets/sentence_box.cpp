#include "ui/widgets/error_box.h"

#include "ui/theme/surface.h"
#include "ui/theme/theme.h"

namespace ui {

namespace {

constexpr int radius = 10; // pixels

} // namespace

ErrorBox::ErrorBox(const QString& sentence, QWidget* parent)
    : QWidget(parent)
    , m_label(new TextLabel(TextRole::Error, {}, this))
{
    m_label->makeSelectable();
    setSentence(sentence);
}

void ErrorBox::setSentence(const QString& sentence)
{
    m_label->setText(sentence);
    m_label->setAccessibleName(sentence);
}

void ErrorBox::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colours(palette()).errorSurface, radius);
}

} // namespace ui
