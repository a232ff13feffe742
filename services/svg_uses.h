#pragma once

#include <QHash>
#include <QList>
#include <QString>

namespace services {

/// How many elements an SVG draws, those counted as often as they are used that <use> elements
/// show again. Fed with the elements in the order of the file.
class SvgUses {
public:
    /// An element begins; both names are empty where it has none.
    void enter(const QString& id, const QString& used);
    void leave();
    qsizetype depth() const { return m_open.size(); }

    /// Throws Error{BadFile} if something is used within itself or too much would be drawn.
    void check() const;

private:
    struct Group {
        qint64 elements = 0; // within it
        QStringList uses;
    };

    qint64 drawnBy(const QString& id, QHash<QString, qint64>& known, int depth) const;

    QHash<QString, Group> m_groups; // by id; the whole picture has none
    QStringList m_open; // ids of the elements that have begun; empty where they have none
};

} // namespace services
