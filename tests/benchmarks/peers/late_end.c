// Preloaded into a program, lets it live a little longer: llama.cpp writes its messages from a
// thread that it neither waits for nor ends, so what it said last would be lost at times.
#include <unistd.h>

__attribute__((destructor)) static void waitForOtherThreads(void)
{
    usleep(500 * 1000);
}
