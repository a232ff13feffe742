#include "services/models/installed_models.h"
#include "services/remote/providers.h"
#include "tests/support/made_up_server.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/providers/destination_bar.h"
#include "ui/providers/provider_card.h"
#include "ui/providers/providers_page.h"
#include "ui/widgets/text_label.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

using tests::button;
using tests::patience;

// Servers are added, tested and removed on their page, and a line says where it goes.
class ProvidersPageTest : public QObject {
    Q_OBJECT

    std::unique_ptr<tests::MadeUpServer> m_server;
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::ProvidersPage> m_page;

    services::InstalledModels& installed() { return m_services->installed(); }
    services::ModelId modelAt(const QString& address, const char* name)
    {
        return services::ModelId::remote(address.toStdString(), name);
    }

    QLineEdit* field(const QString& name)
    {
        for (QLineEdit* edit : m_page->findChildren<QLineEdit*>())
            if (edit->accessibleName() == name)
                return edit;
        return nullptr;
    }

    bool reads(const QString& words)
    {
        for (const auto* label : m_page->findChildren<ui::TextLabel*>())
            if (label->isVisible() && label->text().contains(words))
                return true;
        return false;
    }

    void add(const QString& address)
    {
        field("Server URL")->setText(address);
        QTest::keyClick(field("Server URL"), Qt::Key_Return);
    }

private slots:
    void init()
    {
        m_server = std::make_unique<tests::MadeUpServer>();
        m_services = std::make_unique<tests::TestServices>();
        m_page = std::make_unique<ui::ProvidersPage>(m_services->providers(), installed());
        m_page->resize(820, 900);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void cleanup()
    {
        m_page.reset();
        m_services.reset();
        m_server.reset();
    }

    void aServerOfOneModelIsAddedForIt()
    {
        add(m_server->address());
        const services::ModelId model = modelAt(m_server->address(), "parrot");
        QTRY_VERIFY_WITH_TIMEOUT(installed().find(model), patience);
        QTRY_VERIFY(reads("Connected – 1 model"));
        QVERIFY(reads("On this computer"));
        QVERIFY(m_server->log().questions().isEmpty());
        tests::keepPicture(*m_page, "end-points.png");

        QTest::mouseClick(
            button(m_page.get(), "Remove parrot from the list of models"), Qt::LeftButton);
        QTRY_VERIFY(!installed().find(model));
        QTest::mouseClick(button(m_page.get(), "Add parrot to the list of models"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(installed().find(model), patience);

        QTest::mouseClick(button(m_page.get(), "Remove " + m_server->address()), Qt::LeftButton);
        QVERIFY(!m_page->card(m_server->address()));
        QTRY_VERIFY(!installed().find(model));
    }

    void ofSeveralModelsTheUserChooses()
    {
        m_server->setModels({QJsonObject{{"id", "one"}}, QJsonObject{{"id", "two"}}});
        add(m_server->address());
        QTRY_VERIFY_WITH_TIMEOUT(button(m_page.get(), "Add two to the list of models"), patience);
        QVERIFY(!installed().find(modelAt(m_server->address(), "one")));

        QTest::mouseClick(button(m_page.get(), "Add two to the list of models"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(installed().find(modelAt(m_server->address(), "two")), patience);
    }

    void aTestSaysWhatWorks()
    {
        add(m_server->address());
        QTRY_VERIFY_WITH_TIMEOUT(button(m_page.get(), "Test parrot"), patience);
        QTest::mouseClick(button(m_page.get(), "Test parrot"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(reads("Computes embeddings."), patience);
        QVERIFY(reads("Accepts pictures."));
        tests::keepPicture(*m_page, "end-point-tested.png");
    }

    void theKeyIsKeptAndUsed()
    {
        m_server->setFaults(
            {{"refuse", QJsonArray{QJsonObject{{"at", "models"}, {"status", 401}, {"times", 1}}}}});
        add(m_server->address());
        QTRY_VERIFY_WITH_TIMEOUT(reads("requires an API key"), patience);
        const QString host = services::hostName(m_server->address());

        field("API key for " + host)->setText("secret-key");
        QTest::mouseClick(button(m_page.get(), "Save the API key for " + host), Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(reads("Connected – 1 model"), patience);
        QVERIFY(field("API key for " + host)->text().isEmpty());
        QCOMPARE(m_server->log().requests.last()["authorization"].toString(),
            QString("Bearer secret-key"));
        QTRY_VERIFY(reads("in your keyring"));
    }

    void whatIsWrongIsSaidOnTheSpot()
    {
        add("nonsense of mine");
        QVERIFY(reads("isn't a valid server address"));
        QVERIFY(m_services->providers().all().isEmpty());

        m_server->pullThePlug();
        add(m_server->address());
        QTRY_VERIFY_WITH_TIMEOUT(reads("No response"), patience);
        QVERIFY(!reads("isn't a valid server address"));
    }

    void howManyRequestsItBearsIsKept()
    {
        add(m_server->address());
        auto* number = m_page->findChild<QSpinBox*>();
        QVERIFY(number);
        number->setValue(32);
        QCOMPARE(m_services->providers().find(m_server->address()).atOnce, 32);
    }

    void aLineSaysWhereItGoes()
    {
        ui::DestinationBar bar;
        bar.setModel({});
        QVERIFY(bar.isHidden());
        bar.setModel(modelAt("http://127.0.0.1:8000/v1", "m"));
        QVERIFY(!bar.isHidden() && bar.message().contains("127.0.0.1:8000 (this computer)"));
        bar.setModel(modelAt("https://models.example.org/v1", "m"));
        QVERIFY(bar.message().contains("models.example.org over an encrypted connection"));
        bar.setModel(modelAt("http://192.168.1.20:8000/v1", "m"));
        QVERIFY(bar.message().contains("192.168.1.20:8000 unencrypted"));
        bar.setModel(services::ModelId::fromText("/some/model.gguf"));
        QVERIFY(bar.isHidden());
    }
};

TESTS(ProvidersPageTest, QApplication);
#include "providers_page_test.moc"
