#include "tests/benchmarks/ui/figures.h"

#include <QApplication>

#include <cstdio>
#include <cstring>

// What the window costs and how fast it answers, on the real services and the built-in model.
//
//     ./dev bench ui [NAME…]     without a name: everything; --list: what there is

namespace {

bool isWanted(const bench::Figures& figures, const QStringList& names)
{
    return names.isEmpty() || names.contains(QLatin1String(figures.name));
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
    int measured = 0;
    for (const bench::Figures& each : bench::figures()) {
        if (!isWanted(each, names))
            continue;
        each.measure();
        ++measured;
    }
    if (measured == 0)
        std::fprintf(stderr, "There is no such figure; ./dev bench ui --list names them all.\n");
    return measured == 0 ? 2 : 0;
}
