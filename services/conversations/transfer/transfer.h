#pragma once

#include <QObject>

namespace services {

/// An import or export of conversations, running since it was constructed. Lives in the window's
/// thread.
class Transfer : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~Transfer() override;

    virtual int total() const = 0; ///< the number of conversations; 0 if it is not known

    /// Ends it after the conversation that is being handled.
    virtual void stop() = 0;

signals:
    void progressed(int conversations); ///< how many conversations are done
};

} // namespace services
