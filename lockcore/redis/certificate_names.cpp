// SPDX-License-Identifier: MIT
#include "lockcore/redis/certificate_names.h"

#include <QHostAddress>
#include <QSslCertificate>
#include <QSslCertificateExtension>
#include <QUrl>

#include <algorithm>

namespace lockcore {

using namespace Qt::Literals::StringLiterals;

namespace {

bool hasAlternativeNames(const QSslCertificate &certificate)
{
    const auto extensions = certificate.extensions();
    return std::ranges::any_of(extensions, [](const QSslCertificateExtension &each) { return each.oid() == u"2.5.29.17"_s; });
}

} // namespace

bool isHostNamed(const QString &pattern, const QString &host)
{
    if (!pattern.startsWith(u"*."_s))
        return pattern.compare(host, Qt::CaseInsensitive) == 0;
    const auto dot = host.indexOf(u'.');
    return dot > 0 && pattern.count(u'.') >= 2 && host.mid(dot).compare(pattern.mid(1), Qt::CaseInsensitive) == 0;
}

bool alternativeNamesAllow(const QSslCertificate &certificate, const QString &host)
{
    if (!hasAlternativeNames(certificate))
        return true;
    const auto names = certificate.subjectAlternativeNames();
    if (const QHostAddress address(host); !address.isNull()) {
        const auto addresses = names.values(QSsl::IpAddressEntry);
        return std::ranges::any_of(
            addresses, [&](const QString &each) { return QHostAddress(each).isEqual(address, QHostAddress::StrictConversion); });
    }
    const auto asciiHost = QString::fromLatin1(QUrl::toAce(host));
    const auto hosts = names.values(QSsl::DnsEntry);
    return std::ranges::any_of(hosts, [&](const QString &each) { return isHostNamed(each, asciiHost); });
}

} // namespace lockcore
