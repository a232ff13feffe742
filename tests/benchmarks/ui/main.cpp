#include "tests/benchmarks/ui/figures.h"

#include <QApplication>

#include <cstdio>
#include <exception>

// What the window costs and how fast it answers, on the real services and the built-in model.
//
//     ./dev bench ui [NAME…]     without a name: everything; --list: what there is

namespace {

bool isWanted(const bench::Figures& figures, const QStringList& names)
{
    return names.isEmpty() || names.contains(QLatin1String(figures.name));
}

// True if its figures are there; if not, it has been said why.
bool measure(const bench::Figures& figures)
{
    try {
        figures.measure();
        return true;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s: %s\n", figures.name, problem.what());
        return false;
    }
}

int list()
{
    for (const bench::Figures& each : bench::figures())
        std::printf("%-12s %s\n", each.name, each.description);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QStringList names = QCoreApplication::arguments().mid(1);
    names.removeAll(QStringLiteral("--json")); // the only form there is
    if (names.contains(QStringLiteral("--list")))
        return list();
    int asked = 0, measured = 0;
    for (const bench::Figures& each : bench::figures()) {
        if (!isWanted(each, names))
            continue;
        ++asked;
        measured += measure(each);
    }
    if (asked == 0)
        std::fprintf(stderr, "There is no such figure; ./dev bench ui --list names them all.\n");
    if (asked == 0)
        return 2;
    return measured == asked ? 0 : 1;
}
