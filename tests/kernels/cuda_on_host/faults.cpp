#include "tests/kernels/cuda_on_host/faults.h"

#include "tests/kernels/cuda_on_host/gpu.h"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <dlfcn.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

namespace cuda_on_host {

namespace {

constexpr std::array signals = {SIGSEGV, SIGBUS};
std::array<struct sigaction, signals.size()> earlier;

// An address in the form that addr2line takes.
std::string positionInLibrary(void* instruction)
{
    Dl_info info{};
    if (!dladdr(instruction, &info) || !info.dli_fname)
        return "unknown code";
    char text[32];
    std::snprintf(text, sizeof text, "+0x%zx",
        size_t(static_cast<char*>(instruction) - static_cast<char*>(info.dli_fbase)));
    return std::string(info.dli_fname) + text;
}

// The signal came from the instruction itself, not from between two of malloc's: a kernel holds no
// lock and allocates nothing, so the ordinary library can be used here.
[[noreturn]] void stopKernel(int signal, const void* address, void* instruction)
{
    sigset_t caught;
    sigemptyset(&caught);
    sigaddset(&caught, signal);
    pthread_sigmask(SIG_UNBLOCK, &caught, nullptr);
    threadBlock().fail(cudaErrorIllegalAddress,
        "an access to " + Machine::get().running->memory.describe(address) + ", at "
            + positionInLibrary(instruction));
}

void answer(int signal, siginfo_t* info, void* context)
{
    void* instruction
        = reinterpret_cast<void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
    if (threadBlock().isRunningHere())
        stopKernel(signal, info->si_addr, instruction);
    for (const Gpu& gpu : Machine::get().gpus)
        if (gpu.memory.isNear(info->si_addr)) {
            const std::string text
                = "The host touched the memory of a GPU: " + gpu.memory.describe(info->si_addr)
                + ", at " + positionInLibrary(instruction) + "\n";
            [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
        }
    for (size_t i = 0; i < signals.size(); ++i) // the access happens again, for whoever was before
        sigaction(signals[i], &earlier[i], nullptr);
}

// A kernel may have used up its own stack.
void useOwnSignalStack()
{
    alignas(std::max_align_t) thread_local std::array<std::byte, 64 << 10> memory;
    thread_local bool isUsed = false;
    if (std::exchange(isUsed, true))
        return;
    stack_t stack{};
    stack.ss_sp = memory.data();
    stack.ss_size = memory.size();
    sigaltstack(&stack, nullptr);
}

} // namespace

void catchFaults()
{
    useOwnSignalStack();
    static const bool isDone = [] {
        struct sigaction action { };
        action.sa_sigaction = answer;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        for (size_t i = 0; i < signals.size(); ++i)
            sigaction(signals[i], &action, &earlier[i]);
        return true;
    }();
    static_cast<void>(isDone);
}

} // namespace cuda_on_host
