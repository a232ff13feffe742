#include "app/application.h"
#include "tests/screenshots/golden.h"

#include <QApplication>
#include <QDir>
#include <QImage>

#include <cstdio>
#include <optional>
#include <string_view>

// Images of every page, for people to look at:
//
//     take_screenshots FOLDER [LANGUAGE]        every scene, light and dark, in three sizes
//     take_screenshots --golden FOLDER          the golden pictures of the tests
//     take_screenshots --readme FROM RESOURCES  the few that the README shows

namespace {

constexpr QSize sizes[] = {{800, 600}, {1120, 780}, {1920, 1080}};

struct Shown {
    const char* from;
    const char* to;
};

constexpr Shown inReadme[] = {
    {"chat-light-1120x780.png", "light.png"},
    {"answer-dark-1120x780.png", "dark.png"},
    {"captions-light-1120x780.png", "captions.png"},
    {"get-models-dark-1120x780.png", "get-models.png"},
    {"document-light-1120x780.png", "document.png"},
    {"appearance-light-1120x780.png", "settings.png"},
};

bool isSaved(const QImage& image, const QString& path)
{
    constexpr int smallest = 0; // PNG loses nothing, so this is about time
    if (image.save(path, "PNG", smallest))
        return true;
    std::fprintf(stderr, "cannot write %s\n", qPrintable(path));
    return false;
}

bool take(screenshots::Stage& stage, const screenshots::Scene& scene, const QDir& folder)
{
    stage.window().resize(sizes[1]);
    scene.show(stage);
    for (const ui::Scheme scheme : {ui::Scheme::Light, ui::Scheme::Dark}) {
        stage.theme().setScheme(scheme);
        for (const QSize& size : sizes) {
            stage.window().resize(size);
            screenshots::settle(stage);
            const QString name = QStringLiteral("%1-%2-%3x%4.png")
                                     .arg(QLatin1String(scene.name),
                                         scheme == ui::Scheme::Light ? "light" : "dark")
                                     .arg(size.width())
                                     .arg(size.height());
            QWidget* dialog = QApplication::activeModalWidget();
            QWidget& shown = dialog ? *dialog : stage.window();
            if (!isSaved(shown.grab().toImage(), folder.filePath(name)))
                return false;
        }
    }
    if (scene.leave)
        scene.leave(stage);
    return true;
}

int takeAll(const QString& folder, const QString& language)
{
    const app::Translations translations(language); // English has plural forms, too
    screenshots::Stage stage(screenshots::Content::FromTheModel);
    for (const screenshots::Scene& scene : screenshots::scenes())
        if (!take(stage, scene, folder))
            return 1;
    return 0;
}

bool takeGoldenOnes(Qt::LayoutDirection direction, const QDir& folder)
{
    std::optional<screenshots::MirroredLanguage> mirrored;
    if (direction == Qt::RightToLeft)
        mirrored.emplace();
    screenshots::Stage stage(screenshots::Content::Fixed);
    stage.window().resize(screenshots::goldenWindow);
    for (const screenshots::Scene& scene : screenshots::scenes())
        for (const ui::Scheme scheme : {ui::Scheme::Light, ui::Scheme::Dark}) {
            stage.theme().setScheme(scheme);
            scene.show(stage);
            screenshots::settle(stage);
            const QString name = screenshots::goldenName(scene, scheme, direction) + ".png";
            const QImage image = screenshots::takeGolden(stage);
            if (scene.leave)
                scene.leave(stage);
            if (scene.hasGolden && !isSaved(image, folder.filePath(name)))
                return false;
        }
    return true;
}

int renewReadme(const QDir& from, const QDir& to)
{
    for (const Shown& each : inReadme) {
        const QImage image(from.filePath(QLatin1String(each.from)));
        const QImage opaque = image.convertToFormat(QImage::Format_RGB888); // fewer bytes
        if (image.isNull() || !isSaved(opaque, to.filePath(QLatin1String(each.to))))
            return 1;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const bool wantsGolden = argc == 3 && argv[1] == std::string_view("--golden");
    if (wantsGolden)
        screenshots::fixSurroundings();
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.size() == 3 && arguments[0] == QLatin1String("--readme"))
        return renewReadme(arguments[1], arguments[2]);
    if (wantsGolden)
        return takeGoldenOnes(Qt::LeftToRight, arguments[1])
                && takeGoldenOnes(Qt::RightToLeft, arguments[1])
            ? 0
            : 1;
    if (arguments.size() == 1)
        return takeAll(arguments[0], QStringLiteral("en"));
    if (arguments.size() == 2)
        return takeAll(arguments[0], arguments[1]);
    std::fputs("Usage: take_screenshots FOLDER [LANGUAGE]\n"
               "       take_screenshots --golden FOLDER\n"
               "       take_screenshots --readme FROM RESOURCES\n",
        stderr);
    return 2;
}
