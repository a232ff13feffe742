#include "ui/links/citation_link.h"

#include <QStringView>

namespace ui {

namespace {

constexpr QStringView supported = u"vignette-source:", unsupported = u"vignette-no-source:";

} // namespace

QString addressOf(const CitationLink& link)
{
    return (link.isSupported ? supported : unsupported).toString() + QString::number(link.number);
}

std::optional<CitationLink> citationLink(const QString& address)
{
    const bool isSupported = address.startsWith(supported);
    if (!isSupported && !address.startsWith(unsupported))
        return std::nullopt;
    const QStringView scheme = isSupported ? supported : unsupported;
    return CitationLink{QStringView(address).mid(scheme.size()).toInt(), isSupported};
}

bool leadToTheSame(const QString& address, const QString& other)
{
    const auto one = citationLink(address), another = citationLink(other);
    return one && another ? one->number == another->number : address == other;
}

} // namespace ui
