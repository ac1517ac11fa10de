// SPDX-License-Identifier: MIT
// Writes a draft as a scenario's file, each field on a line of its own, so that the line in the reader's sentence leads back to the field.
// For ScenarioDraft only. Pure; any thread.
#pragma once

#include "ui/lab/scenario/scenario_draft.h"

namespace lockscope {

class DraftText final
{
public:
    void begin(const QJsonObject &fields); ///< what has no field in the form
    void add(const QJsonObject &fields);
    void add(const QString &name, const QList<QJsonObject> &rows);
    void add(const QString &name, const QJsonObject &fields);

    void end();

    const QByteArray &bytes() const { return m_text; }
    DraftCheck read() const;

private:
    void line(const QString &text, const QString &field);
    void next(const QString &text, const QString &field); ///< a line after another value
    void lines(const QJsonObject &fields, const QString &path, const QString &indent);

    QByteArray m_text;
    QStringList m_fields; ///< of each line
};

} // namespace lockscope
