#include "tests/support/test_program.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace tests {
namespace {

std::map<std::string, TestFile::Run>& files()
{
    static std::map<std::string, TestFile::Run> files;
    return files;
}

} // namespace

TestFile::TestFile(const char* path, Run run)
{
    const std::string name = std::filesystem::path(path).stem().string();
    if (!files().emplace(name, run).second)
        qFatal("two files of tests are called %s", name.c_str());
}

} // namespace tests

int main(int argc, char** argv)
{
    const auto file = argc > 1 ? tests::files().find(argv[1]) : tests::files().end();
    if (file == tests::files().end()) {
        std::fprintf(stderr, "Usage: %s FILE [ARGUMENTS OF QT TEST…], FILE one of\n", argv[0]);
        for (const auto& [name, run] : tests::files())
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    // Settings, sockets and the like take their name from the program's.
    std::string name = std::string(argv[0]) + '_' + argv[1];
    argv[1] = name.data();
    return file->second(argc - 1, argv + 1);
}
