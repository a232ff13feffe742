#pragma once

#include <QByteArray>

namespace tests {

/// JSON that is written with ' in place of ", which Qt's moc reads better than raw strings.
inline QByteArray quoted(QByteArray text)
{
    return text.replace('\'', '"');
}

} // namespace tests
