#pragma once

#include <QObject>

namespace services {

/// An import or export of conversations, under way from when it is made. Lives in the window's
/// thread.
class Transfer : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~Transfer() override;

    virtual int total() const = 0; ///< conversations in all; 0 if nobody knows

    /// Ends it after the conversation that it is at.
    virtual void stop() = 0;

signals:
    void progressed(int conversations); ///< so many are done
};

} // namespace services
