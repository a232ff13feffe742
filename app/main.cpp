#include "app/application.h"
#include "app/command_line.h"
#include "services/system/private_files.h"

int main(int argc, char** argv)
{
    if (app::answerInTerminal(argc, argv))
        return 0;
    services::keepNewFilesPrivate();
    app::Application application(argc, argv);
    return application.run();
}
