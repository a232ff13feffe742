#pragma once

#include <QFile>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>

namespace app {

/// One described picture.
struct Caption {
    QString file; ///< as the user named it
    std::string text;
    int64_t tokens = 0;
    double imageSeconds = 0, firstTokenSeconds = 0, totalSeconds = 0;
};

/// Where captions go, in the order of the files. What a target already holds from an earlier run is
/// not described again.
class CaptionOutput {
public:
    virtual ~CaptionOutput() = default;
    virtual bool has(const QString& file) const = 0;
    virtual void write(const Caption& caption) = 0; ///< throws Error{BadFile}
};

std::unique_ptr<CaptionOutput> captionsToTerminal();
std::unique_ptr<CaptionOutput> captionsAsJson(); ///< one object per line of stdout

/// picture.png → picture.txt, or picture.png.txt where another of the files has that place.
std::unique_ptr<CaptionOutput> captionsToSidecars(const QStringList& files);

/// A .csv or .jsonl file, which is added to. Throws UsageError for another ending, Error{BadFile}
/// if it cannot be opened or holds something else.
std::unique_ptr<CaptionOutput> captionsToFile(const QString& path);

} // namespace app
