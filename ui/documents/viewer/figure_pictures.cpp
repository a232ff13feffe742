#include "ui/documents/viewer/figure_pictures.h"

#include "services/background.h"
#include "services/documents/page_picture.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr qsizetype maxMade = 32;

} // namespace

FigurePictures::FigurePictures(std::function<bool(const QString& path)> isOwn, QObject* parent)
    : QObject(parent)
    , m_isOwn(std::move(isOwn))
    , m_reader(services::pageDrawer())
{
}

FigurePictures::~FigurePictures() = default;

void FigurePictures::permit(const QString& path)
{
    if (path.isEmpty() || m_permitted.contains(path))
        return;
    m_permitted.insert(path);
    emit arrived(); // what was asked for before may be asked for again
}

std::optional<FigurePictures::Figure> FigurePictures::figureIn(const services::Source& source)
{
    const auto numbers = services::figuresMarkedIn(source.passage.toStdString(), 1);
    if (numbers.empty() || source.address.isEmpty())
        return std::nullopt;
    return Figure{source.address, {source.page, numbers.front()}};
}

QImage FigurePictures::find(const services::Source& source)
{
    const std::optional<Figure> figure = figureIn(source);
    const bool mayBeRead
        = figure && (m_permitted.contains(figure->path) || (m_isOwn && m_isOwn(figure->path)));
    if (!mayBeRead || m_failed.contains(*figure))
        return {};
    const auto made
        = std::ranges::find_if(m_made, [&](const Made& each) { return each.figure == *figure; });
    if (made != m_made.end()) {
        m_made.move(made - m_made.begin(), m_made.size() - 1);
        return m_made.last().image;
    }
    if (!m_wanted.contains(*figure))
        m_wanted << *figure;
    makeNext();
    return {};
}

void FigurePictures::makeNext()
{
    if (m_isMaking || m_wanted.isEmpty())
        return;
    m_isMaking = true;
    const Figure& figure = m_wanted.first();
    // A link in a folder of the user may lead anywhere.
    const auto work = [figure, reader = m_reader, mayBeLink = m_permitted.contains(figure.path)] {
        if (!mayBeLink && QFileInfo(figure.path).canonicalFilePath() != figure.path)
            return QImage();
        return services::readFigure(figure.path, figure.name, width, reader);
    };
    services::runInBackground<QImage>(this, work, [this](const services::Outcome<QImage>& outcome) {
        if (!outcome.value)
            qWarning("%s", qPrintable(outcome.error));
        const Figure made = m_wanted.takeFirst();
        const QImage image = outcome.value.value_or(QImage());
        m_isMaking = false;
        if (image.isNull())
            m_failed << made;
        else
            m_made << Made{made, image};
        if (m_made.size() > maxMade)
            m_made.removeFirst();
        makeNext();
        if (!image.isNull())
            emit arrived();
    });
}

} // namespace ui
