#include "services/settings/settings.h"

#include <cmath>

namespace services {

Settings::Settings(const QString& path, QObject* parent)
    : QObject(parent)
    , m_file(path, QSettings::IniFormat)
{
}

QVariant Settings::read(const QString& key) const
{
    const std::lock_guard lock(m_mutex);
    return m_file.value(key);
}

// A fallback is not written, so that a better one of a later version reaches the user.
void Settings::write(const QString& key, const QVariant& value, bool isFallback)
{
    {
        const std::lock_guard lock(m_mutex);
        if (isFallback)
            m_file.remove(key);
        else
            m_file.setValue(key, value);
    }
    emit changed(key);
}

namespace {

constexpr qsizetype maxCharacters = 1'000'000; // of a text; more was not written by this program

bool isText(const QVariant& value)
{
    return value.typeId() == QMetaType::QString && value.toString().size() <= maxCharacters;
}

} // namespace

// All values in the file are texts; in memory, those that were set since the start have types of
// their own.
template <>
std::optional<bool> valueFrom(const QVariant& value)
{
    if (value.typeId() == QMetaType::Bool)
        return value.toBool();
    if (value == QVariant(QStringLiteral("true")))
        return true;
    if (value == QVariant(QStringLiteral("false")))
        return false;
    return std::nullopt;
}

template <>
std::optional<int> valueFrom(const QVariant& value)
{
    bool isNumber = value.typeId() == QMetaType::Int;
    const int number = isNumber || isText(value) ? value.toString().toInt(&isNumber) : 0;
    return isNumber ? std::optional(number) : std::nullopt;
}

template <>
std::optional<double> valueFrom(const QVariant& value)
{
    bool isNumber = value.typeId() == QMetaType::Double;
    const double number = isNumber || isText(value) ? value.toString().toDouble(&isNumber) : 0;
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

template <>
std::optional<QString> valueFrom(const QVariant& value)
{
    return isText(value) ? std::optional(value.toString()) : std::nullopt;
}

// A list of one is written as a text; an empty one as an invalid value, which was not set.
template <>
std::optional<QStringList> valueFrom(const QVariant& value)
{
    if (isText(value))
        return QStringList(value.toString());
    if (value.typeId() == QMetaType::QStringList)
        return value.toStringList();
    return std::nullopt;
}

} // namespace services
