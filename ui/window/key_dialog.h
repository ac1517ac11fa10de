// SPDX-License-Identifier: MIT
// Looks up one key by its exact name: what it is, a lock or not, and why. Modeless; the answer is of the moment of the question. GUI thread.
#pragma once

#include "lockcore/monitor/key_lookup.h"
#include "lockcore/monitor/release/release_desk.h"

#include <QDialog>
#include <QPointer>

#include <optional>

class QLineEdit;
class QPushButton;

namespace lockscope {

class DetailsSection;
class MonitorSource;
class WrappedText;

class KeyDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeyDialog)

public:
    explicit KeyDialog(QWidget *parent);

    void setSource(MonitorSource *source, const lockcore::Endpoint &endpoint); ///< null: there is no connection any more
    void focusKey(const QString &key = {});                                    ///< looks it up, unless it is empty

signals:
    void showWanted(const lockcore::LockId &id);
    void declareWanted(const lockcore::LockInfo &like); ///< as a lock, by a format

private:
    QWidget *makeAnswer();
    void ask();
    void showFinding(const lockcore::KeyFinding &finding);
    void say(const QString &headline);

    QPointer<MonitorSource> m_source;
    lockcore::Endpoint m_endpoint;
    std::optional<lockcore::RequestId> m_asked;
    lockcore::KeyFinding m_finding;
    QLineEdit *m_key;
    QPushButton *m_ask;
    QPushButton *m_show;
    QPushButton *m_declare;
    WrappedText *m_headline;
    DetailsSection *m_facts;
};

} // namespace lockscope
