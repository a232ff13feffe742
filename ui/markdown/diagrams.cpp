#include "ui/markdown/diagrams.h"

#include "services/background.h"
#include "services/pictures/diagram.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

Diagrams& Diagrams::instance()
{
    static auto* const diagrams = [] {
        auto* made = new Diagrams;
        made->setParent(QCoreApplication::instance());
        return made;
    }();
    return *diagrams;
}

Diagrams::~Diagrams()
{
    m_stop.request_stop();
    m_worker.cancel();
}

QImage Diagrams::image(const QString& language, const QString& text)
{
    const QString key = language.toLower() + u'\n' + text;
    if (const QImage* known = m_images.object(key))
        return *known;
    if (!services::canDrawDiagram(language))
        return {};
    m_images.insert(key, new QImage, 1);
    services::runInBackground<QImage>(
        m_worker, this,
        [language, text, stop = m_stop.get_token()] {
            return services::drawDiagram(language, text, stop);
        },
        [this, key](const services::Outcome<QImage>& outcome) {
            if (!outcome.value) // its code is shown
                return;
            const auto cost = int(outcome.value->sizeInBytes() >> 10);
            m_images.insert(key, new QImage(*outcome.value), std::clamp(cost, 1, maxCost));
            emit drawn();
        });
    return {};
}

} // namespace ui
