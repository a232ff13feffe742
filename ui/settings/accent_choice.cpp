#include "ui/settings/accent_choice.h"

#include "services/plain_tool_tip.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QRadioButton>

namespace ui {

namespace {

constexpr int dotSide = 30; // pixels

// One accent, in the colour that it has in the scheme that is shown.
class AccentDot : public QRadioButton {
public:
    explicit AccentDot(const Accent& accent)
        : m_accent(accent)
    {
        setAccessibleName(accent.label);
        setToolTip(services::plainToolTip(accent.label));
        setFixedSize(dotSide, dotSide);
    }

protected:
    bool hitButton(const QPoint& place) const override { return rect().contains(place); }

    void paintEvent(QPaintEvent*) override
    {
        const Colours& colour = colours(palette());
        const bool isDark = schemeOf(palette()) == Scheme::Dark;
        const QPointF middle = QRectF(rect()).center();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isDark ? m_accent.dark : m_accent.light);
        painter.drawEllipse(middle, 10, 10);
        painter.setBrush(Qt::NoBrush);
        if (isChecked()) {
            painter.setPen(QPen(colour.text, 2));
            painter.drawEllipse(middle, 13, 13);
        } else if (hasFocus()) {
            painter.setPen(QPen(colour.control, 2));
            painter.drawEllipse(middle, 13, 13);
        }
        if (isChecked() && hasFocus()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour.accentText);
            painter.drawEllipse(middle, 4, 4);
        }
    }

private:
    Accent m_accent;
};

} // namespace

AccentChoice::AccentChoice(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : QWidget(parent)
    , m_dots(new QButtonGroup(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    const QList<Accent> all = accents();
    for (qsizetype i = 0; i < all.size(); ++i) {
        auto* dot = new AccentDot(all[i]);
        m_dots->addButton(dot, int(i));
        layout->addWidget(dot);
    }
    layout->addStretch(1);
    connect(m_dots, &QButtonGroup::idClicked, this, [&settings, &setting, all](int index) {
        settings.set(setting, index == 0 ? setting.fallback : all[index].name);
    });
    keepShown(this, settings, QLatin1String(setting.key), [this, &settings, &setting, all] {
        const QString chosen = settings.get(setting);
        int index = 0;
        for (qsizetype i = 0; i < all.size(); ++i)
            if (all[i].name == chosen)
                index = int(i);
        m_dots->button(index)->setChecked(true);
        setFocusProxy(m_dots->button(index));
    });
}

} // namespace ui
