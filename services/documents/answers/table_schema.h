#pragma once

#include <QList>
#include <QString>

#include <string>

namespace services {

/// A column of a table as a person describes it.
struct TableColumn {
    enum class Kind { Text, Number, Date, YesNo };

    QString name;
    Kind kind = Kind::Text;

    bool operator==(const TableColumn&) const = default;
};

/// The JSON schema of a table with these columns, whose names must differ. A value may be null, where a
/// document does not tell it.
std::string schemaOf(const QList<TableColumn>& columns);

} // namespace services
