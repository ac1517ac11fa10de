// SPDX-License-Identifier: MIT
#include "ui/window/profile_editor.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/window/connection_test.h"
#include "ui/words/shown_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

#include <limits>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Endpoint;
using lockcore::Error;
using lockcore::ErrorKind;
using lockcore::Result;

namespace {

// The URL without the parts that have separate fields: the password, the database, the TLS files.
QString bareUrl(Endpoint endpoint)
{
    endpoint.db = 0;
    endpoint.tls.caFile.clear();
    endpoint.tls.certFile.clear();
    endpoint.tls.keyFile.clear();
    auto url = QString::fromStdString(lockcore::toString(endpoint));
    const auto query = url.indexOf(u'?');
    const auto end = query < 0 ? url.size() : query;
    if (endpoint.transport != Endpoint::Transport::Unix && QStringView(url).left(end).endsWith(u"/0"))
        url.remove(end - 2, 2);
    return url;
}

Error refused(const QString &sentence) { return {ErrorKind::Refused, sentence.toStdString(), {}}; }

} // namespace

ProfileEditor::ProfileEditor(ProfileKeeper *profiles, const Profile &profile, const std::string &password, QWidget *parent)
    : QDialog(parent)
    , m_profiles(profiles)
    , m_profile(profile)
    , m_complaint(new WrappedText(this))
    , m_test(makeButton(tr("&Test connection"), this))
    , m_save(makeButton(tr("Save"), this))
    , m_connection(new ConnectionTest(this))
{
    setWindowTitle(profiles->find(profile.id) ? tr("Edit profile") : tr("New profile"));
    setPalette(paletteOfFields(palette()));
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setHorizontalSpacing(grid::group);
    form->setVerticalSpacing(grid::spacing);
    addServerFields(*form);
    addPasswordFields(*form);
    addTlsFields(*form);
    addRules(*form);
    m_complaint->setObjectName(u"complaint"_s);
    m_complaint->setAccessibleName(tr("What is wrong"));
    m_complaint->hide();
    m_save->setObjectName(u"save"_s);
    m_save->setDefault(true);
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(makeButton(tr("Cancel"), this), QDialogButtonBox::RejectRole);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    m_test->setObjectName(u"test"_s);
    m_test->setAutoDefault(false);
    m_test->setToolTip(tr("Connects, asks what the server is, and disconnects"));
    buttons->addButton(m_test, QDialogButtonBox::ActionRole);
    connect(m_test, &QPushButton::clicked, this, &ProfileEditor::testConnection);
    for (const auto &[ended, shade] :
         {std::pair(&ConnectionTest::succeeded, ShadedLabel::Shade::Good), std::pair(&ConnectionTest::failed, ShadedLabel::Shade::Danger)})
        connect(m_connection, ended, this, [this, shade = shade](const QString &sentence) {
            m_test->setEnabled(true);
            say(sentence, shade);
        });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::group);
    layout->addLayout(form);
    layout->addWidget(m_complaint);
    layout->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 92);
    for (auto *field : findChildren<QLineEdit *>(Qt::FindDirectChildrenOnly))
        field->setMinimumHeight(controlHeight(fontMetrics()));
    m_password->setText(QString::fromStdString(password));
    showEndpoint(profile.endpoint);
    enableFields();
}

void ProfileEditor::addServerFields(QFormLayout &form)
{
    m_name = new QLineEdit(m_profile.name, this);
    m_name->setObjectName(u"name"_s);
    m_name->setPlaceholderText(tr("prod-7"));
    m_url = new QLineEdit(this);
    m_url->setObjectName(u"address"_s);
    m_url->setFont(fixedFont(font()));
    m_url->setPlaceholderText(u"redis://user@host:6379"_s);
    m_url->setToolTip(tr("host, host:7001 or :6380; redis://[user@]host[:port], rediss://… for TLS, unix:///path/of/socket; "
                         "redis-sentinel://host1,host2/NAME for the primary that Sentinels name; "
                         "redis-cluster://host1,host2 for all nodes of a cluster"));
    m_db = new QSpinBox(this);
    m_db->setObjectName(u"db"_s);
    m_db->setRange(0, std::numeric_limits<int>::max());
    m_db->setMaximumWidth(fontMetrics().averageCharWidth() * 14);
    connect(m_url, &QLineEdit::editingFinished, this, &ProfileEditor::takeUrlApart);
    connect(m_url, &QLineEdit::textChanged, this, &ProfileEditor::enableFields);
    form.addRow(tr("&Name"), m_name);
    form.addRow(tr("&Address"), m_url);
    form.addRow(tr("&Database"), m_db);
}

void ProfileEditor::addPasswordFields(QFormLayout &form)
{
    m_place = new QComboBox(this);
    m_place->setObjectName(u"place"_s);
    m_place->addItem(tr("none needed"), static_cast<int>(PasswordPlace::None));
    m_place->addItem(tr("in the keychain"), static_cast<int>(PasswordPlace::Keychain));
    m_place->addItem(tr("ask each time"), static_cast<int>(PasswordPlace::Ask));
    m_place->setCurrentIndex(m_place->findData(static_cast<int>(m_profile.password)));
    m_password = new QLineEdit(this);
    m_password->setObjectName(u"password"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAccessibleName(tr("Password for the keychain"));
    auto *row = new QHBoxLayout;
    row->setSpacing(grid::spacing);
    row->addWidget(m_place);
    row->addWidget(m_password, 1);
    connect(m_place, &QComboBox::currentIndexChanged, this, &ProfileEditor::enableFields);
    connect(m_password, &QLineEdit::textEdited, this, [this] { // typing must have an effect, so the place None becomes the keychain
        if (place() == PasswordPlace::None)
            m_place->setCurrentIndex(m_place->findData(static_cast<int>(PasswordPlace::Keychain)));
    });
    auto *label = new QLabel(tr("Pass&word"), this);
    label->setBuddy(m_place);
    m_place->setAccessibleName(tr("Password"));
    form.addRow(label, row);
}

QLineEdit *ProfileEditor::addFileField(QFormLayout &form, const QString &label, const QString &objectName)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(objectName);
    field->setFont(fixedFont(font()));
    auto *choose = makeButton(tr("Choose…"), this);
    const auto plain = QString(label).remove(u'&');
    choose->setAccessibleName(tr("Choose: %1").arg(plain));
    field->setAccessibleName(plain);
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, [this, field, plain] {
        const auto file = QFileDialog::getOpenFileName(this, plain, field->text(), tr("PEM files (*.pem *.crt *.key);;All files (*)"));
        if (!file.isEmpty())
            field->setText(file);
    });
    auto *row = new QHBoxLayout;
    row->setSpacing(grid::spacing);
    row->addWidget(field, 1);
    row->addWidget(choose);
    auto *name = new QLabel(label, this);
    name->setBuddy(field);
    form.addRow(name, row);
    return field;
}

void ProfileEditor::addTlsFields(QFormLayout &form)
{
    m_ca = addFileField(form, tr("TLS: au&thority"), u"ca"_s);
    m_cert = addFileField(form, tr("TLS: &certificate"), u"cert"_s);
    m_key = addFileField(form, tr("TLS: &key"), u"key"_s);
    m_ca->setPlaceholderText(tr("the system's"));
}

void ProfileEditor::addRules(QFormLayout &form)
{
    const auto add = [&](const QString &label, const QString &text, const QString &objectName, bool checked) {
        auto *box = new CheckBox(text, this);
        box->setObjectName(objectName);
        box->setChecked(checked);
        form.addRow(label, box);
        return box;
    };
    m_production =
        add(tr("Marked as"), tr("&production: you must type a lock's name to release it"), u"production"_s, m_profile.production);
    m_readOnly = add({}, tr("&read-only: no lock can be released there"), u"readOnly"_s, m_profile.readOnly);
    m_noTraces = add({}, tr("no trac&es: nobody can ask there who does this"), u"noTraces"_s, m_profile.noTraces);
    m_deep = add(tr("Detection"), tr("locks under any name: r&ead every string value (--deep)"), u"deep"_s, m_profile.deep);
    m_patterns = new QPlainTextEdit(m_profile.patterns.join(u'\n'), this);
    m_patterns->setObjectName(u"patterns"_s);
    m_patterns->setFont(fixedFont(font()));
    m_patterns->setTabChangesFocus(true);
    m_patterns->setPlaceholderText(u"jobs:*:owner\nstamp:*,type=string,value=timestamp"_s);
    m_patterns->setToolTip(tr("One per line: GLOB, or GLOB,type=string|hash|zset,value=owner|anonymous|timestamp"));
    m_patterns->setFixedHeight(m_patterns->fontMetrics().lineSpacing() * 3 + 3 * grid::unit);
    form.addRow(tr("&Own patterns"), m_patterns);
}

void ProfileEditor::showEndpoint(const Endpoint &endpoint)
{
    if (m_url->text().isEmpty() && endpoint == Endpoint() && m_profile.name.isEmpty())
        return; // a new profile begins with the placeholder
    m_url->setText(bareUrl(endpoint));
    m_url->setCursorPosition(0); // what it is, is at its beginning
    m_db->setValue(endpoint.db);
    m_ca->setText(QString::fromStdString(endpoint.tls.caFile));
    m_cert->setText(QString::fromStdString(endpoint.tls.certFile));
    m_key->setText(QString::fromStdString(endpoint.tls.keyFile));
}

// A part that the URL omits keeps the value of its field.
void ProfileEditor::takeUrlApart()
{
    auto typed = Endpoint::parse(m_url->text().trimmed().toStdString());
    if (!typed)
        return;
    if (!typed->password.empty()) {
        m_password->setText(QString::fromStdString(typed->password));
        if (place() == PasswordPlace::None)
            m_place->setCurrentIndex(m_place->findData(static_cast<int>(PasswordPlace::Keychain)));
        typed->password.clear();
    }
    const auto kept = [](std::string &value, const QLineEdit *field) {
        if (value.empty())
            value = field->text().toStdString();
    };
    kept(typed->tls.caFile, m_ca);
    kept(typed->tls.certFile, m_cert);
    kept(typed->tls.keyFile, m_key);
    if (typed->db == 0)
        typed->db = m_db->value();
    showEndpoint(*typed);
}

void ProfileEditor::enableFields()
{
    const auto url = m_url->text().trimmed();
    const bool tls = url.startsWith(u"rediss"_s, Qt::CaseInsensitive);
    const auto scheme = url.left(url.indexOf(u"://"_s));
    m_db->setEnabled(!scheme.endsWith(u"cluster"_s, Qt::CaseInsensitive)); // which has only the database 0
    for (auto *field : {m_ca, m_cert, m_key})
        field->setEnabled(tls);
    for (auto *button : findChildren<QPushButton *>()) {
        if (button->accessibleName().startsWith(tr("Choose: %1").arg(QString())))
            button->setEnabled(tls);
    }
    const bool kept = m_profile.password == PasswordPlace::Keychain && m_profiles->find(m_profile.id);
    m_password->setEnabled(place() != PasswordPlace::Ask);
    m_password->setPlaceholderText(place() != PasswordPlace::Keychain ? QString()
                                   : kept                             ? tr("as it is in the keychain")
                                                                      : tr("asked when it is first needed"));
}

PasswordPlace ProfileEditor::place() const { return static_cast<PasswordPlace>(m_place->currentData().toInt()); }

Result<Endpoint> ProfileEditor::typedEndpoint() const
{
    auto endpoint = Endpoint::parse(m_url->text().trimmed().toStdString());
    if (!endpoint)
        return endpoint;
    endpoint->db = endpoint->cluster ? 0 : m_db->value();
    if (endpoint->transport != Endpoint::Transport::Tls)
        return endpoint;
    endpoint->tls.caFile = m_ca->text().trimmed().toStdString();
    endpoint->tls.certFile = m_cert->text().trimmed().toStdString();
    endpoint->tls.keyFile = m_key->text().trimmed().toStdString();
    if (endpoint->tls.certFile.empty() != endpoint->tls.keyFile.empty())
        return refused(tr("a client certificate needs both: the certificate and its key"));
    return endpoint;
}

Result<Profile> ProfileEditor::typedProfile() const
{
    auto profile = m_profile;
    profile.name = m_name->text().trimmed();
    if (const auto wrong = complaintAbout(profile.name); !wrong.isEmpty())
        return refused(wrong);
    auto endpoint = typedEndpoint();
    if (!endpoint)
        return refused(tr("The address: %1").arg(QString::fromStdString(endpoint.error().text)));
    profile.endpoint = std::move(endpoint).value();
    profile.patterns.clear();
    for (const auto &line : m_patterns->toPlainText().split(u'\n', Qt::SkipEmptyParts)) {
        const auto pattern = lockcore::parseUserPattern(line.trimmed().toStdString());
        if (!pattern)
            return refused(tr("The pattern \"%1\": %2").arg(line.trimmed(), QString::fromStdString(pattern.error().text)));
        profile.patterns << line.trimmed();
    }
    profile.password = place();
    profile.production = m_production->isChecked();
    profile.readOnly = m_readOnly->isChecked();
    profile.noTraces = m_noTraces->isChecked();
    profile.deep = m_deep->isChecked();
    return profile;
}

void ProfileEditor::accept()
{
    takeUrlApart();
    const auto profile = typedProfile();
    if (!profile)
        return complain(asSentence(profile.error().text));
    const auto password = place() == PasswordPlace::Keychain ? m_password->text().toStdString() : std::string();
    complain({});
    m_save->setEnabled(false); // the keychain may have to ask its owner, which takes time
    m_profiles->save(*profile, password, this, [this, id = profile->id](const QString &complaint) {
        m_save->setEnabled(true);
        if (!complaint.isEmpty())
            return complain(complaint);
        emit saved(id);
        QDialog::accept();
    });
}

// The password as it would be used later: as typed, or else from the keychain.
void ProfileEditor::testConnection()
{
    takeUrlApart();
    auto endpoint = typedEndpoint();
    if (!endpoint)
        return complain(asSentence(tr("The address: %1").arg(QString::fromStdString(endpoint.error().text)).toStdString()));
    m_test->setEnabled(false);
    say(tr("Connecting …"), ShadedLabel::Shade::Secondary);
    endpoint->password = m_password->text().toStdString();
    const bool kept = m_profile.password == PasswordPlace::Keychain && m_profiles->find(m_profile.id);
    if (!endpoint->password.empty() || place() != PasswordPlace::Keychain || !kept)
        return m_connection->begin(*endpoint);
    m_profiles->readPassword(m_profile.id, this, [this, endpoint = *endpoint](const SecretAnswer &answer) mutable {
        if (answer.done())
            endpoint.password = answer.secret;
        m_connection->begin(endpoint);
    });
}

void ProfileEditor::complain(const QString &sentence) { say(sentence, ShadedLabel::Shade::Danger); }

void ProfileEditor::say(const QString &sentence, ShadedLabel::Shade shade)
{
    m_complaint->showText(sentence, font(), shade);
    m_complaint->setVisible(!sentence.isEmpty());
}

QString ProfileEditor::complaint() const { return m_complaint->isHidden() ? QString() : m_complaint->toPlainText(); }

} // namespace lockscope
