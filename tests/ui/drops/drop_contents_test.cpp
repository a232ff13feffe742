#include "tests/support/test_program.h"
#include "ui/drops/attachments.h"

#include <QApplication>
#include <QDir>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using ui::DropContents;

/// What becomes of the files that are dropped on the window.
class DropContentsTest : public QObject {
    Q_OBJECT

private slots:
    void filesAreToldApartByTheirNames()
    {
        const QTemporaryDir folder;
        const DropContents contents
            = dropped({"/a/model.GGUF", folder.path(), "/a/all.zip", "/a/Trip to sea.vignette.json",
                "/a/conversations.json", "/a/data.json", "/a/cat.png", "/a/Poet.preset.json"});

        QCOMPARE(contents.models, QStringList{"/a/model.GGUF"});
        QCOMPARE(contents.folders, QStringList{folder.path()});
        QCOMPARE(contents.archives,
            (QStringList{"/a/all.zip", "/a/Trip to sea.vignette.json", "/a/conversations.json"}));
        QCOMPARE(contents.files, (QStringList{"/a/data.json", "/a/cat.png"}));
        QCOMPARE(contents.presets, QStringList{"/a/Poet.preset.json"});
        QCOMPARE(contents.message().count('\n'), 4);
    }

    void aFolderIsAFolderWhateverItsName()
    {
        const QTemporaryDir parent;
        QDir(parent.path()).mkdir("pictures.zip");
        const QString folder = parent.filePath("pictures.zip");

        QCOMPARE(dropped({folder}).folders, QStringList{folder});
    }

    void whatIsNowhereOnThisMachineIsLeftOut()
    {
        QMimeData data;
        data.setUrls({QUrl("https://example.org/model.gguf")});

        QVERIFY(DropContents::of(&data).models.isEmpty());
    }

private:
    static DropContents dropped(const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        return DropContents::of(&data);
    }
};

TESTS(DropContentsTest, QApplication);
#include "drop_contents_test.moc"
