#pragma once

#include <QThread>

#include "runtime/answers/loop_thread.h"

namespace services {

/// The QThread on which the generator of a model on this machine runs. Only this thread touches the
/// model's device. What it writes reaches the window through an AnswerStream.
class GeneratorThread : public QThread, public runtime::LoopThread {
    Q_OBJECT

public:
    ~GeneratorThread() override; ///< waits until the loop has returned
    void run(std::function<void()> loop) override; ///< starts the loop; returns at once

protected:
    void run() override;

private:
    std::function<void()> m_loop;
};

} // namespace services
