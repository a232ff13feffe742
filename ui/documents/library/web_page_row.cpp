#include "ui/documents/library/web_page_row.h"

#include "services/background.h"
#include "services/network/network.h"
#include "services/network/web_address.h"
#include "services/network/web_page.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int mostInClipboard = 2000; // characters; longer texts are no addresses

QString addressInClipboard()
{
    const QString text = QGuiApplication::clipboard()->text().left(mostInClipboard + 1).trimmed();
    const bool isAddress = text.size() <= mostInClipboard && !text.contains(u' ')
        && !text.contains(u'\n') && services::looksLikeWebAddress(text);
    return isAddress ? text : QString();
}

} // namespace

WebPageRow::WebPageRow(services::ContactedHosts& hosts, const QString& folder, QWidget* parent)
    : QWidget(parent)
    , m_hosts(hosts)
    , m_folder(folder)
    , m_address(new QLineEdit)
    , m_save(new QPushButton(tr("Save page")))
    , m_cancel(new QPushButton(tr("Cancel")))
    , m_message(new TextLabel(TextRole::Muted))
{
    m_address->setPlaceholderText(QStringLiteral("https://"));
    m_address->setAccessibleName(tr("Address of the web page"));
    m_message->setWordWrap(true);
    connect(m_address, &QLineEdit::returnPressed, this, &WebPageRow::save);
    connect(m_address, &QLineEdit::textChanged, this,
        [this](const QString& text) { m_save->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_save, &QPushButton::clicked, this, &WebPageRow::save);
    connect(m_cancel, &QPushButton::clicked, this, &WebPageRow::close);
    auto* escape = new QShortcut(Qt::Key_Escape, this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &WebPageRow::close);

    auto* row = new QHBoxLayout;
    row->addWidget(m_address, 1);
    row->addWidget(m_save);
    row->addWidget(m_cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).small);
    layout->addLayout(row);
    layout->addWidget(m_message);
    setBusy(false);
    hide();
}

WebPageRow::~WebPageRow()
{
    if (m_isCancelled)
        *m_isCancelled = true;
}

void WebPageRow::open()
{
    m_message->setText(
        tr("The page is saved as it is now in %1 and added to the library. The program contacts "
           "its server once.")
            .arg(QDir::toNativeSeparators(m_folder)));
    m_address->setText(addressInClipboard());
    m_address->selectAll();
    show();
    m_address->setFocus(Qt::OtherFocusReason);
}

void WebPageRow::close()
{
    if (m_isCancelled)
        *m_isCancelled = true;
    m_isCancelled.reset();
    setBusy(false);
    hide();
}

void WebPageRow::save()
{
    if (m_isCancelled || m_address->text().trimmed().isEmpty())
        return;
    m_isCancelled = std::make_shared<std::atomic<bool>>(false);
    setBusy(true);
    m_message->setText(tr("Downloading…"));
    const QPointer<services::ContactedHosts> hosts(&m_hosts);
    services::WebPageWork work{.folder = m_folder,
        .contacted =
            [hosts](const QString& host) {
                QMetaObject::invokeMethod(qApp, [hosts, host] {
                    if (hosts)
                        hosts->add(host);
                });
            },
        .isCancelled = [isCancelled = m_isCancelled] { return bool(*isCancelled); }};
    services::runInBackground<QString>(
        this, [address = m_address->text(), work] { return services::saveWebPage(address, work); },
        [this, download = m_isCancelled](const services::Outcome<QString>& outcome) {
            if (download != m_isCancelled)
                return; // it was cancelled
            m_isCancelled.reset();
            setBusy(false);
            if (!outcome.value) {
                m_message->setText(outcome.error);
                m_address->setFocus(Qt::OtherFocusReason);
                return;
            }
            hide();
            emit saved(*outcome.value);
        });
}

void WebPageRow::setBusy(bool isBusy)
{
    m_address->setEnabled(!isBusy);
    m_save->setEnabled(!isBusy && !m_address->text().trimmed().isEmpty());
}

} // namespace ui
