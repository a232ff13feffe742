#pragma once

#include "services/picture.h"

#include <QObject>

namespace services {

/// Decodes pictures in the background. Lives in one thread, usually the window's; every ticket is
/// answered there by exactly one signal, later than the call that gave it.
class ImageLoader : public QObject {
    Q_OBJECT

public:
    using Ticket = quint64;

    using QObject::QObject;

    Ticket loadFile(const QString& path);

signals:
    void loaded(services::ImageLoader::Ticket ticket, const services::Picture& picture);
    void failed(services::ImageLoader::Ticket ticket, const QString& sentence);

private:
    Ticket m_lastTicket = 0;
};

} // namespace services
