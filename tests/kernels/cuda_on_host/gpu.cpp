#include "tests/kernels/cuda_on_host/gpu.h"

#include "tests/kernels/cuda_on_host/faults.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace cuda_on_host {

namespace {

// −1 if it is not set, or no number.
int64_t numberInEnvironment(const char* name)
{
    const char* text = std::getenv(name);
    int64_t number = -1;
    if (text)
        std::from_chars(text, text + std::string_view(text).size(), number);
    return number;
}

Order orderInEnvironment()
{
    const char* text = std::getenv("VIGNETTE_HOST_CARD_ORDER");
    if (text && std::string_view(text) == "reverse")
        return {Order::Kind::Reverse};
    const int64_t seed = numberInEnvironment("VIGNETTE_HOST_CARD_ORDER");
    return seed >= 0 ? Order{Order::Kind::Shuffled, uint32_t(seed)} : Order{};
}

} // namespace

Machine::Machine()
{
    if (const int64_t count = numberInEnvironment("VIGNETTE_HOST_CARDS"); count >= 0)
        settings.gpus = int(count);
    if (const int64_t mebibytes = numberInEnvironment("VIGNETTE_HOST_CARD_MEMORY"); mebibytes > 0)
        settings.memoryBytes = uint64_t(mebibytes) << 20;
    if (const int64_t number = numberInEnvironment("VIGNETTE_HOST_CARD_CAPABILITY"); number > 0)
        settings.capability = settings.compiledFor = int(number);
    settings.order = orderInEnvironment();
    launchesToFailure = std::max<int64_t>(0, numberInEnvironment("VIGNETTE_HOST_CARD_BREAKS"));
    gpus.resize(size_t(settings.gpus));
}

Machine& Machine::get()
{
    static Machine machine;
    return machine;
}

void Gpu::lose(cudaError_t error, const std::string& sentence)
{
    m_lasting = error;
    m_sentence = sentence;
    std::fprintf(stderr, "CUDA on the host: %s\n", sentence.c_str());
}

void Gpu::reset()
{
    memory.releaseAll();
    m_lasting = cudaSuccess;
    m_sentence.clear();
}

void Gpu::run(const Launch& launch)
{
    Machine& machine = Machine::get();
    ++machine.counts.launches;
    if (machine.launchesToFailure > 0 && --machine.launchesToFailure == 0)
        return lose(cudaErrorLaunchFailure, "a launch fails because a test wants it");
    catchFaults();
    machine.running = this;
    const Failure failure = threadBlock().run(launch, machine.settings.order);
    if (failure.error)
        lose(cudaError_t(failure.error), failure.sentence);
}

int& chosenDevice()
{
    thread_local int device = 0;
    return device;
}

Gpu& chosenGpu()
{
    return Machine::get().gpus[size_t(chosenDevice())];
}

void setOrder(Order order)
{
    const std::lock_guard lock(Machine::get().lock);
    Machine::get().settings.order = order;
}

void setCompiledFor(int capability)
{
    const std::lock_guard lock(Machine::get().lock);
    Machine::get().settings.compiledFor = capability;
}

Counts counts()
{
    const std::lock_guard lock(Machine::get().lock);
    return Machine::get().counts;
}

void failAllocation(int64_t number, int64_t times)
{
    const std::lock_guard lock(Machine::get().lock);
    Machine::get().allocationsToFailure = number;
    Machine::get().failingAllocations = times;
}

void failLaunchOf(int64_t number)
{
    const std::lock_guard lock(Machine::get().lock);
    Machine::get().launchesToFailure = number;
}

void setCublasExists(bool exists)
{
    const std::lock_guard lock(Machine::get().lock);
    Machine::get().cublasExists = exists;
}

bool cublasExists()
{
    const std::lock_guard lock(Machine::get().lock);
    return Machine::get().cublasExists;
}

void resetGpus()
{
    const std::lock_guard lock(Machine::get().lock);
    for (Gpu& gpu : Machine::get().gpus)
        gpu.reset();
}

} // namespace cuda_on_host
