// SPDX-License-Identifier: MIT
// A table whose rows or cells are runs. It says of each cell how it is shown, where its run is kept, and what a person should know of it
// before opening that. GUI thread.
#pragma once

#include "ui/widgets/captions.h"

#include <QAbstractTableModel>

namespace lockscope {

class ResultModel : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultModel)

public:
    enum Role {
        ShadeRole = Qt::UserRole, ///< ShadedLabel::Shade, as int
        FolderRole,               ///< of the run; empty: there is none
        TitleRole,                ///< of what happens in the run
        DetailsRole,              ///< in some sentences, a line each
        ProofRole,                ///< quint64: the entry that completes the proof; 0: none
        SortRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    virtual int planned() const = 0; ///< runs; 0: not known yet
    virtual int played() const = 0;
    virtual QString subject() const = 0; ///< whose workers, on which server; empty: not known yet
    virtual QString summary() const = 0; ///< how it ended, or has gone so far; empty: nothing was played
    virtual QString failure() const = 0; ///< why there is no table; empty: nothing failed

signals:
    void changed(); ///< any of these
};

} // namespace lockscope
