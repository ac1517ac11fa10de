// SPDX-License-Identifier: MIT
// Certificates for one test, made by the openssl command in a separate directory. Their common name is "localhost". Unless stated
// otherwise, their subjectAltName contains "localhost" and 127.0.0.1.
#pragma once

#include <QTemporaryDir>

#include <string>

namespace lockcore::test {

struct CertificateFiles
{
    std::string cert; ///< PEM files
    std::string key;
};

class TestCertificates final
{
public:
    TestCertificates(); ///< ends the program if openssl cannot make them

    CertificateFiles ca() const { return files("ca"); }
    CertificateFiles server() const { return files("server"); }
    CertificateFiles client() const { return files("client"); }
    CertificateFiles expiredServer() const { return files("expired"); } ///< signed by the same authority
    CertificateFiles elsewhere() const { return files("elsewhere"); }   ///< names `*.elsewhere.example` and 127.0.0.9
    CertificateFiles nameless() const { return files("nameless"); }     ///< without subjectAltName
    CertificateFiles otherCa() const { return files("other-ca"); }      ///< an authority that has signed none of these

private:
    CertificateFiles files(const char *name) const;
    void makeAuthority(const char *name);
    void makeCertificate(const char *name, const char *days = "2", const char *alternativeNames = "DNS:localhost,IP:127.0.0.1");

    QTemporaryDir m_directory;
};

} // namespace lockcore::test
