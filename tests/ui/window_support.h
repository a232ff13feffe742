#pragma once

#include "services/conversations/conversation.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/ui/keep_picture.h"

#include <QAbstractButton>
#include <QDropEvent>
#include <QMimeData>
#include <QTest>
#include <QUrl>

#include <nlohmann/json.hpp>

// What the tests of the whole window have in common.
namespace tests {

constexpr int patience = 120'000; // milliseconds

inline void drop(QWidget& window, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    const QPoint place = window.rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
    QVERIFY(event.isAccepted());
}

inline const services::Message& lastMessage(const services::Conversation& conversation)
{
    return conversation.message(conversation.rowCount() - 1);
}

// The button of a message that a screen reader calls this.
inline QAbstractButton* button(const QWidget* within, const QString& name)
{
    for (QAbstractButton* each : within->findChildren<QAbstractButton*>())
        if (each->accessibleName() == name && !each->isHidden())
            return each;
    return nullptr;
}

// The button that shows these words.
inline QAbstractButton* buttonSaying(const QWidget& within, const QString& words)
{
    for (QAbstractButton* each : within.findChildren<QAbstractButton*>())
        if (each->text() == words && !each->isHidden())
            return each;
    return nullptr;
}

// What captions.json says of a sample, because it is what the built-in model answers.
inline QString trueCaption(const std::string& file)
{
    const auto captions = readJson(resource("samples/captions.json").toStdString());
    for (const auto& entry : captions)
        if (entry["file"] == file)
            return QString::fromStdString(entry["caption"]);
    return {};
}

} // namespace tests
