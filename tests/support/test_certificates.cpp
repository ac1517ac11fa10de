// SPDX-License-Identifier: MIT
#include "support/test_certificates.h"

#include <QDir>
#include <QProcess>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

const QStringList newKey = {u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s, u"ec_paramgen_curve:P-256"_s, u"-nodes"_s};

void openssl(const QString &directory, const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(directory);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(u"openssl"_s, arguments);
    if (!process.waitForFinished() || process.exitCode() != 0)
        qFatal("openssl: %s %s", qPrintable(process.errorString()), process.readAll().constData());
}

} // namespace

TestCertificates::TestCertificates()
    : m_directory(QDir::tempPath() + u"/lockscope-test-tls-XXXXXX"_s)
{
    makeAuthority("ca");
    makeAuthority("other-ca");
    makeCertificate("server");
    makeCertificate("client");
    makeCertificate("expired", "-1");
    makeCertificate("elsewhere", "2", "DNS:*.elsewhere.example,IP:127.0.0.9");
    makeCertificate("nameless", "2", "");
}

CertificateFiles TestCertificates::files(const char *name) const
{
    const auto stem = m_directory.filePath(QString::fromLatin1(name)).toStdString();
    return {stem + ".crt", stem + ".key"};
}

void TestCertificates::makeAuthority(const char *name)
{
    const auto stem = QString::fromLatin1(name);
    openssl(m_directory.path(), QStringList{u"req"_s, u"-x509"_s} + newKey
                                    + QStringList{u"-keyout"_s, stem + u".key"_s, u"-out"_s, stem + u".crt"_s, u"-days"_s, u"2"_s,
                                                  u"-subj"_s, u"/CN=Lockscope test "_s + stem});
}

void TestCertificates::makeCertificate(const char *name, const char *days, const char *alternativeNames)
{
    const auto stem = QString::fromLatin1(name);
    const auto names = QString::fromLatin1(alternativeNames);
    const auto extension = names.isEmpty() ? QStringList() : QStringList{u"-addext"_s, u"subjectAltName="_s + names};
    openssl(m_directory.path(),
            QStringList{u"req"_s} + newKey
                + QStringList{u"-keyout"_s, stem + u".key"_s, u"-out"_s, stem + u".csr"_s, u"-subj"_s, u"/CN=localhost"_s} + extension);
    openssl(m_directory.path(),
            {u"x509"_s, u"-req"_s, u"-in"_s, stem + u".csr"_s, u"-CA"_s, u"ca.crt"_s, u"-CAkey"_s, u"ca.key"_s, u"-CAcreateserial"_s,
             u"-copy_extensions"_s, u"copyall"_s, u"-days"_s, QString::fromLatin1(days), u"-out"_s, stem + u".crt"_s});
}

} // namespace lockcore::test
