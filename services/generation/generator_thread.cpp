#include "services/generation/generator_thread.h"

namespace services {

GeneratorThread::~GeneratorThread()
{
    wait();
}

void GeneratorThread::run(std::function<void()> loop)
{
    m_loop = std::move(loop);
    start();
}

void GeneratorThread::run()
{
    m_loop();
}

} // namespace services
