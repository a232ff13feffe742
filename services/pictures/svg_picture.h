#pragma once

#include <QByteArray>
#include <QHash>
#include <QImage>
#include <QList>
#include <QString>

namespace services {

/// Counts how many elements an SVG draws; an element that <use> repeats counts as often as it is
/// used. It must receive the elements in the order of the file.
class SvgUses {
public:
    /// An element begins. `id` is its own id and `used` the id that it repeats; each is empty if it
    /// has none.
    void enter(const QString& id, const QString& used);
    void leave();
    qsizetype depth() const { return m_open.size(); }

    /// Throws Error{BadFile} if an element is used within itself or too much would be drawn.
    void check() const;

private:
    // An element with a name and its content; the first one is the whole image.
    struct Group {
        qint64 elements = 0; // that belong to no group within this one
        QList<int> within; // groups
        QStringList uses; // names
    };

    qint64 drawnBy(int group, QList<qint64>& known, int depth) const;

    QList<Group> m_groups = QList<Group>(1);
    QHash<QString, QList<int>> m_named; // several, if a name was given twice
    QList<int> m_open; // the group of every element that has begun and not ended
    qint64 m_elements = 0;
};

/// Returns an SVG with only those parts that may be drawn: shapes, text, gradients, and images that
/// are contained in the file. References to anything outside the file, scripts, animations and
/// unknown elements are left out. Throws Error{BadFile} if the file is not well-formed XML, defines
/// external entities or would take too long to draw: because it nests too deeply, has too many
/// elements (counting those that are used several times as often as they are used), or has an
/// element that is used within itself.
QByteArray cleanedSvg(const QByteArray& file);

/// Reads SVG with Qt. It is drawn on white in its own proportions, scaled so that the longer side
/// has 1024 to 2048 pixels. Only shapes, text, and images that are contained in the file are drawn:
/// nothing is fetched, no script runs, no entity is expanded. Any thread may call these functions,
/// in a program with a screen. decodeSvg() throws Error{BadFile} with a message.
bool isSvg(const QByteArray& file);
QImage decodeSvg(const QByteArray& file);

} // namespace services
