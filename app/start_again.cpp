#include "app/start_again.h"

#include <QByteArray>

#include <cstdio>
#include <unistd.h>
#include <vector>

namespace app {

void startAgain(char* program, const QStringList& options)
{
    QByteArrayList texts;
    for (const QString& option : options)
        texts << option.toLocal8Bit();
    std::vector<char*> arguments{program};
    for (QByteArray& text : texts)
        arguments.push_back(text.data());
    arguments.push_back(nullptr);
    execv("/proc/self/exe", arguments.data());
    std::perror("vignette cannot start again");
}

} // namespace app
