#include "tests/kernels/cuda_on_host/fiber.h"

#include <cstdint>
#include <cstring>

namespace cuda_on_host {

#ifndef __x86_64__
#error "fibers are written for x86-64 only, as the rest of the program"
#endif

// What a called function must keep stays on the stack of the fiber that waits, and the address
// where it continues above. The jump is not a return, which CPUs would predict wrongly each time.
asm(R"(
    .text
    .globl switchFiber
    .hidden switchFiber
    .type switchFiber, @function
switchFiber:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmpq *%rcx
    .size switchFiber, . - switchFiber
)");

void prepare(Fiber& fiber, std::byte* top, void (*entry)())
{
    struct Frame {
        uint64_t registers[6] = {};
        void (*entry)();
        uint64_t returnAddress = 0; // keeps the alignment of a call
    };
    const Frame frame{.entry = entry};
    auto* position
        = reinterpret_cast<std::byte*>(reinterpret_cast<uintptr_t>(top) / 16 * 16 - sizeof frame);
    std::memcpy(position, &frame, sizeof frame);
    fiber.stackPointer = position;
}

} // namespace cuda_on_host
