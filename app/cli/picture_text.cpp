#include "app/cli/picture_text.h"

#include "app/cli/output.h"
#include "kernels/error.h"
#include "services/documents/picture_text_of.h"

namespace app {

namespace {

services::ReaderProcess openReader()
{
    services::ReaderProcess reader = services::pictureTextReader();
    if (reader.languages.names.isEmpty())
        printError("Text in pictures is not read, for the language data of Tesseract are missing "
                   "(Debian: tesseract-ocr-eng).");
    return reader;
}

} // namespace

services::PictureText textIn(const services::Picture& picture)
{
    static const services::ReaderProcess reader = openReader();
    try {
        return services::pictureTextOf(picture, reader);
    } catch (const kernels::Error& error) {
        printError(error.what());
        return {};
    }
}

} // namespace app
