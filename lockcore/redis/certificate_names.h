// SPDX-License-Identifier: MIT
// Checks whether a server's certificate names the requested host. Qt also accepts the common name (CN) of a certificate that names other
// hosts in its subjectAltName; by RFC 6125, 6.4.4, the common name does not count in this case. Pure.
#pragma once

#include <QString>

class QSslCertificate;

namespace lockcore {

/// False: the certificate's subjectAltName names only other hosts. True for a certificate without subjectAltName: Qt has checked its common
/// name.
bool alternativeNamesAllow(const QSslCertificate &certificate, const QString &host);

/// `pattern` as in a certificate: a `*` matches one whole label, the first one of at least three.
bool isHostNamed(const QString &pattern, const QString &host);

} // namespace lockcore
