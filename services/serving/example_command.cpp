#include "services/serving/example_command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace services {

namespace {

// As one word of a shell, whatever stands in it.
QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString bodyFor(const QString& model)
{
    const QJsonObject question{{"role", "user"}, {"content", "Why is the sky blue?"}};
    const QJsonObject body{{"model", model}, {"messages", QJsonArray{question}}};
    return QString::fromUtf8(QJsonDocument(body).toJson(QJsonDocument::Compact));
}

} // namespace

QString exampleCommand(const QString& address, const QString& model, ExampleKey key)
{
    QString command = QStringLiteral("curl %1/v1/chat/completions").arg(address);
    command += QStringLiteral(" -H 'Content-Type: application/json'");
    if (key == ExampleKey::Needed)
        command += QStringLiteral(" -H 'Authorization: Bearer YOUR-KEY'");
    return command + QStringLiteral(" -d ") + quoted(bodyFor(model));
}

} // namespace services
