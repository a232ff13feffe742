#include "app/application.h"
#include "app/command_line.h"

int main(int argc, char** argv)
{
    if (app::answerInTerminal(argc, argv))
        return 0;
    app::Application application(argc, argv);
    return application.run();
}
