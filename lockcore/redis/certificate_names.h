// SPDX-License-Identifier: MIT
// Whether a server's certificate names the host that was asked for. Qt also accepts the common name (CN) of a certificate
// that names other hosts in its subjectAltName; by RFC 6125, 6.4.4, the common name does not count there. Pure.
#pragma once

#include <QString>

class QSslCertificate;

namespace lockcore {

/// False: its subjectAltName names only other hosts. True for a certificate without subjectAltName: Qt has checked its common name.
bool alternativeNamesAllow(const QSslCertificate &certificate, const QString &host);

/// `pattern` as a certificate has it: a `*` stands for one whole label, the first, of three or more.
bool isHostNamed(const QString &pattern, const QString &host);

} // namespace lockcore
