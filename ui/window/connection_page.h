// SPDX-License-Identifier: MIT
// Asks for a server: the demo first, a URL below it. A password is taken out of what is remembered.
#pragma once

#include "redis/endpoint.h"

#include <QWidget>

class QCompleter;
class QLineEdit;
class QPushButton;
class QSettings;

namespace lockscope {

class WrappedText;

class ConnectionPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionPage)

public:
    explicit ConnectionPage(QWidget *parent = nullptr);

    void focusFirst();
    void setUrl(const QString &url);
    void showComplaint(const QString &sentence); ///< under the field; empty: none

    void remember(const lockcore::Endpoint &endpoint); ///< as the first of the URLs offered, without its password
    void save(QSettings &settings) const;
    void restore(QSettings &settings);

    QString complaint() const;

signals:
    void connectWanted(const lockcore::Endpoint &endpoint);
    void demoWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeDemoPart();
    QWidget *makeUrlPart();
    void submit();

    static constexpr qsizetype mostRemembered = 12;

    QPushButton *m_demo;
    QLineEdit *m_url;
    QPushButton *m_connect;
    WrappedText *m_complaint;
    QStringList m_recent;
};

} // namespace lockscope
