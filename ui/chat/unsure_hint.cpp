#include "ui/chat/unsure_hint.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

UnsureHint::UnsureHint(QWidget* parent)
    : QWidget(parent)
{
    auto* label = new TextLabel(TextRole::Muted, sentence(), this);
    auto* button = new QPushButton(tr("Models…"), this);
    connect(button, &QPushButton::clicked, this, [this] { emit wished(MessageWish::FindModel); });

    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, distance.small);
    layout->setSpacing(distance.small);
    layout->addWidget(label);
    layout->addWidget(button, 0, Qt::AlignLeading);
}

QString UnsureHint::sentence()
{
    return tr(
        "The built-in model knows drawings: objects, shapes, short signs. For photographs, get "
        "another model.");
}

} // namespace ui
