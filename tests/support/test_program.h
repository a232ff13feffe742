#pragma once

#include <QTest>

namespace tests {

/// A file of tests in the program of its folder: `FOLDER_tests FILE [ARGUMENTS OF QT TEST…]` runs it
/// in a process of its own, whose argv[0] ends with the names of folder and file.
class TestFile {
public:
    using Run = int (*)(int argc, char** argv);

    /// Makes the file known under its name without folder and ending. Called before main().
    TestFile(const char* path, Run run);
};

/// Stands in for classes that need no Qt application.
struct NoApplication {
    NoApplication(int&, char**) { }
};

template <class Tests, class Application = NoApplication>
int runTests(int argc, char** argv)
{
    const Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // pages have the same size on every screen
    Tests tests;
    return QTest::qExec(&tests, argc, argv);
}

} // namespace tests

/// TESTS(Class); or TESTS(Class, QApplication); ends a file of tests.
#define TESTS(Class, ...) TESTS_RUN_BY(Class, (tests::runTests<Class __VA_OPT__(, ) __VA_ARGS__>))

/// The same for a file with a main() of its own.
#define TESTS_RUN_BY(Class, main) static const tests::TestFile fileOf##Class(__FILE__, main)
