#pragma once

#include "tests/screenshots/scenes.h"

#include <QImage>
#include <QRect>

// Golden images: how each page looked when somebody last looked at it and found it good.
//
// A golden image is a page in a window of 1040 × 720, made four times smaller, so that letters are
// gray lines: what it holds is where things are and in which colors, not how a version of FreeType
// draws an edge. The same image serves every scale of the screen, since a page must look the same
// at each. `./dev screenshots --golden` makes them again; look at them before you keep them.
namespace screenshots {

inline constexpr QSize goldenWindow{1040, 720};

/// Must be called before the application object is made. There is then no desktop, only the fonts
/// that `./dev` installs, and gray edges on letters at most, whatever this machine is set to.
void fixSurroundings();

/// Makes texts of the program read from right to left until it is destroyed: each is turned around,
/// as in the mirrored "language" that other projects test with.
class MirroredLanguage {
public:
    MirroredLanguage();
    ~MirroredLanguage();

private:
    struct Translator;
    std::unique_ptr<Translator> m_translator;
};

/// "chat-light-ltr", also the name of its file.
QString goldenName(const Scene& scene, ui::Scheme scheme, Qt::LayoutDirection direction);

/// The window as it is now. What differs from machine to machine is covered.
QImage takeGolden(Stage& stage);

/// How much two images differ where they differ most.
struct Difference {
    double worst = 0; ///< mean difference of the channels, 0 … 255, in the worst square
    QRect place; ///< of that square, in pixels of the window
};

/// Both of the same size. Squares have a side of 32 pixels of the window.
Difference differenceOf(const QImage& golden, const QImage& actual);

/// Gray where the images agree, brighter red the less they do.
QImage pictureOfDifference(const QImage& golden, const QImage& actual);

} // namespace screenshots
